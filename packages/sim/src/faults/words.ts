/**
 * The words of API-CONTRACT C, one example of each, for faults that name a rule. A client must live with all of
 * them, whether or not its request deserved them.
 */

/** Status, type and words of one rule. */
export interface ErrorWords {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly errorCode?: string;
}

const RATE_TAIL =
  'For details, refer to: https://docs.claude.com/en/api/rate-limits. Please reduce the prompt length or the maximum tokens requested, or try again later.';

const bad = (message: string, errorCode?: string): ErrorWords => ({
  status: 400,
  type: 'invalid_request_error',
  message,
  ...(errorCode === undefined ? {} : { errorCode }),
});
const other = (status: number, type: string, message: string): ErrorWords => ({ status, type, message });

/** Rule id → what the server says. */
export const ERROR_WORDS: Readonly<Record<string, ErrorWords>> = {
  C1: bad('The request body is not valid JSON: no low surrogate in string: line 1 column 2171 (char 2170)'),
  C2: bad(
    'The request body is not valid JSON: unexpected control character in string: line 1 column 2379 (char 2378)',
  ),
  C3: bad('response_format: Extra inputs are not permitted'),
  C4: bad('anthropic-version: header is required'),
  C5: bad(
    'Unexpected value(s) `effort-2025-11-24` for the `anthropic-beta` header. Please consult our documentation at docs.anthropic.com or try again without the header.',
  ),
  C6: bad('context_management: Extra inputs are not permitted'),
  C7: bad('max_tokens: Field required'),
  C8: bad(
    'max_tokens: 128001 > 64000, which is the maximum allowed number of output tokens for claude-opus-4-5-20251101',
  ),
  C9: bad('temperature: Extra inputs are not permitted'),
  C10: bad(
    'messages.25: all messages must have non-empty content except for the optional final assistant message',
  ),
  C11: bad(
    'This model does not support assistant message prefill. The conversation must end with a user message.',
  ),
  C12: bad('messages: final assistant content cannot end with trailing whitespace'),
  C13: bad('messages: text content blocks must be non-empty'),
  C14: bad('messages: text content blocks must contain non-whitespace text'),
  C15: bad('`tool_result` blocks can only be in `user` messages'),
  C16: bad("messages.92.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'"),
  C17: bad('messages.1.content.0.tool_use.input: Input should be a valid dictionary'),
  C18: bad('messages.1.content.1: `tool_use` ids must be unique'),
  C19: bad(
    'messages.6: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_A. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
  ),
  C20: bad('`temperature` is deprecated for this model.'),
  C24: bad(
    'messages.4.content.5: each tool_use must have a single result. Found multiple `tool_result` blocks with id: toolu_A',
  ),
  C25: bad(
    'messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_A. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
  ),
  C26: bad('messages.2.content.0: all content must be type `text` if `is_error` is true'),
  C30: bad("tools.15.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'"),
  C32: bad('tools: Tool names must be unique.'),
  C33: bad('tools.17.custom.input_schema.type: Field required'),
  C34: bad(
    'tools.21.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level',
  ),
  C35: bad(
    'tools.25.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12). Learn more about tool use at https://docs.claude.com/en/docs/tool-use.',
  ),
  C36: bad('At least one tool must have defer_loading=false. All tools cannot be deferred.'),
  C38: bad("Tool reference 'unknown_tool' not found in available tools"),
  C42: bad('Requests which include `tool_use` or `tool_result` blocks must define tools.'),
  C44: bad('tool_choice: type "tool" and "any" are not supported for this model.'),
  C45: bad('`max_tokens` must be greater than `thinking.budget_tokens`.'),
  C47: bad('adaptive thinking is not supported on this model'),
  C48: bad(
    '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
  ),
  C51: bad('messages.1.content.0: Invalid `signature` in `thinking` block'),
  C51b: bad(
    'messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".',
  ),
  C52: bad(
    "'claude-opus-4-7' does not support the `speed` parameter. This feature is only available on supported models.",
  ),
  C56: bad(
    'messages.51.content.0: If an assistant message contains any thinking blocks, the first block must be `thinking` or `redacted_thinking`. Found `text`.',
  ),
  C57: bad('messages.1: The final block in an assistant message cannot be `thinking`.'),
  C58: bad(
    'messages.3.content.8: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.',
  ),
  C59c: bad('This model does not support the effort parameter.'),
  C60: other(413, 'request_too_large', 'Request exceeds the maximum size'),
  C61: bad('prompt is too long: 203052 tokens > 200000 maximum'),
  C62: bad(
    'input length and `max_tokens` exceed context limit: 199759 + 8192 > 200000, decrease input length or `max_tokens` and try again',
  ),
  C63: bad('Input is too long for requested model.'),
  C65: bad('The long context beta is not yet available for this subscription.'),
  C66: other(429, 'rate_limit_error', 'Extra usage is required for long context requests'),
  C70: other(404, 'not_found_error', 'model: sonnet4'),
  C80: bad(
    "messages.0.content.0.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
  ),
  C81: bad(
    'messages.26.content.0.image.source.base64.data: Image does not match the provided media type image/png',
  ),
  C82: bad('messages.118.content.4.image.source.base64: image cannot be empty'),
  C83: bad('Could not process image'),
  C84: bad(
    'messages.2.content.0.image.source.base64: image exceeds 5 MB maximum: 8259148 bytes > 5242880 bytes',
  ),
  C85: bad(
    'messages.5.content.1.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels',
  ),
  C86: bad(
    'messages.41.content.31.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
    'image_dimensions_too_large',
  ),
  C87: bad('too many images and documents: 104 + 1 > 100'),
  C88: bad('Too much media: 0 document pages + 107 images > 100'),
  C89: bad('messages.4.content.0.pdf.source.base64.data: A maximum of 100 PDF pages may be provided.'),
  C90: bad('messages.4.content.1.pdf.source.base64.data: The PDF specified is password protected.'),
  C91: bad('messages.0.content.0.pdf.source.base64.data: The PDF specified was not valid.'),
  C93: bad('Could not process PDF'),
  C94: bad('Unable to download the file. Please verify the URL and try again.'),
  C94b: other(413, 'request_too_large', 'Request too large'),
  C95: bad(
    "messages.0.content.2: Input tag 'image_url' found using 'type' does not match any of the expected tags: 'document', 'image', 'redacted_thinking', 'search_result', 'server_tool_use', 'text', 'thinking', 'tool_result', 'tool_use', 'web_search_tool_result'",
  ),
  C96: bad("role 'system' is not supported on this model"),
  C100: bad('messages: first message must use the "user" role'),
  C101: bad(
    'messages: roles must alternate between "user" and "assistant", but found multiple "user" roles in a row',
  ),
  C110: bad('A maximum of 4 blocks with cache_control may be provided. Found 5.'),
  C111: bad('messages.198.content.1.text: cache_control cannot be set for empty text blocks'),
  C112: bad(
    "messages.0.content.4.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. Note that blocks are processed in the following order: `tools`, `system`, `messages`.",
  ),
  C120: other(401, 'authentication_error', 'invalid x-api-key'),
  C121: other(401, 'authentication_error', 'Invalid authentication credentials'),
  C122: bad(
    'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
  ),
  C123: bad('You have reached your specified API usage limits.'),
  C124: other(
    429,
    'rate_limit_error',
    `This request would exceed the rate limit for your organization (5f0c7a52-0000-4000-8000-000000000000) of 20,000 input tokens per minute. ${RATE_TAIL}`,
  ),
  C124b: other(
    429,
    'rate_limit_error',
    `This request would exceed your organization's rate limit of 30,000 input tokens per minute (org: 5f0c7a52-0000-4000-8000-000000000000, model: claude-sonnet-4-6). ${RATE_TAIL}`,
  ),
  C125: other(
    429,
    'rate_limit_error',
    "This request would exceed your account's rate limit. Please try again later.",
  ),
  C126: other(529, 'overloaded_error', 'Overloaded'),
  C127: other(500, 'api_error', 'Internal server error'),
  C128: other(529, 'overloaded_error', 'Overloaded'),
  C129: bad('Output blocked by content filtering policy'),
  C130: other(404, 'not_found_error', 'Not found'),
};

/** Error types by status (API-CONTRACT G). */
export const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  405: 'invalid_request_error',
  409: 'conflict_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  502: 'api_error',
  503: 'api_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};
