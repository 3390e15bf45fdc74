/**
 * Every rule of API-CONTRACT A, B, C, those of D that concern requests, and of E and F what a request can name:
 * what the simulator does about it. Tests hold this table and the rule list against each other.
 *
 * - `checked`: refused with the server's status, type and words (a path or a name filled in).
 * - `wording-unknown`: refused with the right status and type, in a sentence of ours that starts with the rule's id.
 * - `fact-only`: nothing to refuse here: a fact, an older wording, another server's rule, or another station's work.
 */

/** See the file header. */
type RuleStatus = 'checked' | 'wording-unknown' | 'fact-only';

/** One line of the table. */
interface RuleEntry {
  readonly id: string;
  readonly status: RuleStatus;
  readonly statement: string;
}

const TABLE = `
A1   fact    POST /v1/messages; the query is ignored (server).
A2   checked count_tokens judges like messages, without max_tokens and stream.
A3   checked The body is a JSON object in UTF-8, without control characters or half surrogate pairs in strings.
A4   checked A body is at most 32 MB.
A5   fact    Compressed bodies have error codes of their own (server).
A6   checked Unknown keys are refused; a beta's fields exist with its header only.
A7   checked Version, JSON content type and one credential are required.
A8   unknown The version is 2023-06-01 or 2026-10-21.
A9   unknown Under 2026-10-21: no sampling, no document of the assistant's, no citations on the user's text.
A10  unknown One credential header, not both.
A11  checked Betas are a closed list.
A12  fact    Response headers (server).
A.3  checked Body fields have the types of the SDK; max_tokens 0 only warms; stop sequences are not blank.
A13  checked A custom tool has a name, an input_schema and known settings.
A14  checked Tool names are plain, at most 128 long, unique.
A15  checked input_schema is an object schema of draft 2020-12 without a union at the top.
A16  checked Tool types are a closed list, each with its name and settings.
A17  unknown Deferred tools: one is loaded, the search tool is, references stay defined, at most 10,000.
A18  unknown Strict tools: few, closed objects, no recursion, plain patterns.
A19  fact    No known maximum of ordinary tools.
A20  checked Tool blocks in the history need tools.
A21  unknown tool_choice needs tools, and the tool it names.
A22  checked Forcing a tool: not with manual thinking, not on the newest models.
A23  checked tool_choice has a known type; disable_parallel_tool_use not with none, nor with programmatic calls.
A24  checked thinking has one of four shapes.
A25  checked budget_tokens: at least 1024, below max_tokens unless interleaved.
A26  checked Each model takes some kinds of thinking, at some efforts.
A27  fact    Default display (stream).
A28  fact    Notes between tool calls are thinking blocks on the newest models.
A29  unknown Effort levels by model.
A30  unknown Output format: closed objects, no citations.
A31  checked task_budget needs its beta.
A32  checked Fast mode by model, with its beta.
A33  checked Model ids, their windows and maxima.
A34  checked Input beyond the window is refused; with max_tokens only before 4.5.
B1   checked A message has a role and content: a string or blocks.
B2   checked Same role twice: strict refuses, lenient merges.
B3   checked First message: strict wants the user.
B4   unknown messages is not empty.
B5   checked Content is not empty, the last assistant message apart.
B6   checked The conversation ends with the user, resumed pauses apart; a prefill is plain.
B7   checked Final assistant text does not end in white space.
B8   checked Text is neither empty nor blank.
B9   fact    The model itself may return empty text blocks.
B10  unknown System text is neither empty nor blank.
B11  checked tool_use in assistant, tool_result in user messages only.
B12  checked Ids have plain letters.
B13  checked tool_use.input is an object.
B14  checked tool_use ids are unique in the request.
B15  checked Every tool_use is answered in the next turn.
B16  checked Results come first in that turn.
B17  checked One result per call, none without a call.
B18  checked Beside an open server call the user turn holds results only; programmatic calls need a container and text.
B19  checked tool_result content: nothing, a string, or known blocks.
B20  checked An error result holds text only.
B21  unknown A toolset's result names the toolset.
B22  checked Server tools of the history are still declared.
B23  checked Server calls and results stand together, call first.
B24  checked Thinking blocks have exactly their keys.
B25  unknown Only the assistant thinks; with manual thinking, first.
B26  checked Thinking is never the last block.
B27  checked Thinking of the latest turn is unmodified, in order, without gaps (missing at its ends is not noticed).
B28  checked With manual thinking a tool loop begins with thinking.
B29  checked Without thinking, no thinking in a prefill.
B30  checked Signatures are whole; another account's pass.
B31  fact    Older models strip earlier thinking (usage).
B32  checked On newest models signatures are bound to what stands before them.
B33  fact    Interleaving lifts the bound of the budget (see A25).
B34  checked A thinking block without a signature is refused.
B35  checked Images: closed list of types, bytes that match, base64.
B36  checked Image size: 5 MB strict, 10 MB lenient.
B37  checked Image sides: 8000 px, 2000 px among more than 20 images.
B38  checked Images and documents: 100 or 600 per request.
B39  checked transformations.oversized_image is error or downsize.
B40  checked PDFs: valid, open, not too many pages; plain text documents.
B41  unknown Document citations are uniform; no documents of the assistant's under 2026-10-21.
B42  fact    URL sources are not fetched by the simulator.
B43  unknown Search results: source, title, text; citations uniform.
B44  unknown Blocks stand in the messages of the role they belong to.
B45  checked Keys that only responses have are unknown keys.
B46  checked role system by model.
B47  checked System messages: not first, behind the user, before the assistant.
B48  checked System messages hold text.
B49  checked Directive-only messages and clear_at need their betas.
B50  unknown Tool additions and removals (not simulated yet).
C1   checked No low surrogate in string.
C2   checked Control character in string.
C3   checked Extra inputs are not permitted.
C4   checked anthropic-version header is required.
C5   checked Unexpected beta.
C6   checked context_management without its beta.
C7   checked max_tokens is required.
C8   checked max_tokens above the model's.
C9   checked Sampling under version 2026-10-21.
C10  checked Empty content.
C11  checked Prefill.
C12  checked Trailing white space.
C13  checked Empty text.
C14  checked Blank text.
C15  checked Tool blocks in the wrong role.
C16  checked Ids with odd letters.
C17  checked input that is no object.
C18  checked Repeated tool_use id.
C19  checked Unanswered tool_use.
C19b fact    Older words of C19.
C20  checked Sampling on models from 4.7 on.
C21  checked temperature and top_p together.
C22  checked temperature with thinking.
C23  checked top_p with thinking.
C24  checked Two results for one call.
C25  checked Result without a call.
C26  checked Error result with other than text.
C27  checked Server result without a call.
C28  checked Server call without a result.
C29  checked Container without the code execution tool.
C30  checked Tool name with odd letters.
C31  checked Tool name too long.
C32  checked Tool names not unique.
C33  checked input_schema without type.
C34  checked input_schema with a union at the top.
C35  checked input_schema that is no schema.
C36  checked All tools deferred.
C37  checked Tool type that the model does not take.
C38  checked Reference to an unknown tool.
C38b checked Chosen or used tool that is not there.
C39  checked Pattern that does not compile for strict use.
C40  checked Recursive schema for strict use.
C41  checked Strict schemas too large.
C42  checked Tool blocks without tools.
C43  checked Forced tool with manual thinking.
C44  checked Forced tool on the newest models.
C45  checked Budget not below max_tokens.
C46  checked Budget below 1024.
C47  checked Adaptive thinking before 4.6.
C48  checked A kind of thinking that the model does not take.
C49  checked High effort with thinking off.
C49b checked Effort changed by a message with thinking off.
C50  checked Thinking disabled where between_tools exists.
C51  checked Corrupt signature.
C51b checked Signature bound to another conversation.
C52  checked Fast mode on a model without it.
C53  checked Thinking without a signature key.
C54  checked cache_control on thinking.
C55  checked cache_control on redacted thinking.
C56  checked Thinking not first.
C57  checked Thinking last.
C58  checked Thinking of the latest turn modified.
C59  checked Tool loop without thinking.
C59b checked Prefill with thinking.
C59c checked Effort on a model without it.
C59d fact    A context edit's complaint (context editing is not simulated yet).
C59e checked block_binding without its beta.
C60  checked Body too large.
C61  checked Prompt too long.
C62  checked Prompt and max_tokens too long, before 4.5.
C63  fact    Another platform's words.
C65  fact    Long-context entitlement (faults).
C66  fact    Long-context entitlement (faults).
C70  checked Unknown model.
C80  checked Image media type.
C81  fact    Older words of C81b.
C81b checked Image bytes of another type.
C81c fact    Seen once, trigger unknown.
C82  checked Image without data.
C83  checked Image that does not decode.
C84  checked Image too large.
C85  checked Image side too long.
C86  checked Image side too long among many.
C87  checked Too many images and documents.
C88  checked Too many images and pages.
C89  checked Too many PDF pages.
C90  checked PDF with a password.
C91  checked No PDF.
C92  checked PDF without data.
C93  checked PDF without pages.
C94  fact    Unreachable URL (faults).
C94b fact    File ids of large PDFs (faults).
C95  checked Unknown block type.
C96  checked role system on a model without it.
C97  checked The same, on older models.
C98  checked System message first.
C99a checked System message behind the assistant.
C99b checked System message before the user.
C99c checked System message without content.
C99d checked System message with other than text.
C100 checked First message of the assistant's.
C101 checked Same role twice.
C110 checked Too many breakpoints.
C111 checked Breakpoint on empty text.
C112 checked Long ttl behind a short one.
C113 fact    Another platform's rule.
C114 checked cache_control.scope.
C120 checked Empty key.
C121 checked Authorization that is no bearer token.
C122 fact    Billing (faults).
C123 fact    Spend limit (faults).
C124 fact    Rate limit (faults).
C124b fact   Rate limit (faults).
C125 fact    Rate limit (faults).
C126 fact    Overload (faults).
C127 fact    Internal error (faults).
C128 fact    Error in the stream (faults).
C129 fact    Content filter (faults).
C130 fact    Unknown path (server).
D1   fact    Order of the prefix (cache).
D2   unknown Four breakpoints, the automatic one included, which agrees with the last block's.
D3   unknown Where breakpoints may stand.
D4   checked ttl is 5m or 1h, longer first.
D5   fact    Look-back (cache).
D6   fact    Lifetime (cache).
D7   fact    Visibility (cache).
D8   fact    Minimum prefix (cache).
D9   fact    Exact match (cache).
D10  fact    Isolation (cache).
D11  fact    Usage (cache).
D12  fact    Multipliers (usage).
D13  fact    Rate-limit weight of reads.
D14  fact    Server-tool results are cached by themselves.
D15  fact    Diagnostics of a miss (cache).
E1   unknown Context editing (not simulated yet).
E6   unknown Compaction blocks (not simulated yet).
E7   unknown Compaction on demand (not simulated yet).
E13  unknown Threads (not simulated yet).
F13  unknown Server-side fallback (not simulated yet).
`;

const STATUS: Readonly<Record<string, RuleStatus>> = {
  checked: 'checked',
  unknown: 'wording-unknown',
  fact: 'fact-only',
};

/** The table, in the contract's order. */
export const RULE_TABLE: readonly RuleEntry[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [id = '', status = '', ...words] = line.split(/\s+/);
    return { id, status: STATUS[status] ?? 'fact-only', statement: words.join(' ') };
  });
