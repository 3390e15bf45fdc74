/** Every bound of the contract station. Numbers of the API carry their rule; the others bound our own work. */

/** Largest body of messages and count_tokens, in bytes (A4). */
export const BODY_BYTES_MAX = 32 * 1024 * 1024;
/** Deepest nesting of a body that is looked at; deeper ones are refused as broken JSON. */
export const NESTING_MAX = 200;
/** Shape faults that are collected before the walk over a body stops. */
export const SHAPE_FAULTS_MAX = 200;
/** Most entries of `messages` (A.3). */
export const MESSAGES_MAX = 100_000;
/** Longest tool name (C31). */
export const TOOL_NAME_CHARS_MAX = 128;
/** Most deferred tools (A17). */
export const DEFERRED_TOOLS_MAX = 10_000;
/** Most strict tools, optional parameters and union-typed parameters of one request (A18). */
export const STRICT_TOOLS_MAX = 20;
export const STRICT_OPTIONALS_MAX = 24;
export const STRICT_UNIONS_MAX = 16;
/** Smallest manual thinking budget, in tokens (C46). */
export const THINKING_BUDGET_TOKENS_MIN = 1024;
/** Smallest `top_p` while the model thinks (C23). */
export const THINKING_TOP_P_MIN = 0.95;
/** Longest `metadata.user_id` (A.3). */
export const USER_ID_CHARS_MAX = 256;
/** Largest image, in bytes of its base64 text: as observed through 2025 (C84), and as documented (B36). */
export const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
export const IMAGE_BYTES_MAX_LENIENT = 10 * 1024 * 1024;
/** Longest side of an image, and with many images in the request (C85, C86). */
export const IMAGE_SIDE_PIXELS_MAX = 8000;
export const IMAGE_SIDE_PIXELS_MAX_MANY = 2000;
/** From how many images on a request counts as one with many (B37). */
export const MANY_IMAGES_FROM = 21;
/** Breakpoints per request (C110). */
export const CACHE_BREAKPOINTS_MAX = 4;
/** How far into a PDF its first line may stand, in bytes. */
export const PDF_HEADER_BYTES_MAX = 1024;
/** Compressed object streams of a PDF that are opened to count pages, and their size when inflated, in bytes. */
export const PDF_STREAMS_MAX = 64;
export const PDF_STREAM_BYTES_MAX = 4 * 1024 * 1024;
