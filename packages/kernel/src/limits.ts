/**
 * Every number of assembly, wire, cache and token counting, with its unit in its name and its source beside it.
 * Defaults: a setting may replace one, a literal where it is used may not.
 */

// ── Output (SPEC 8.0, 9.6) ──────────────────────────────────────────────────────────────────────────────────────────
/** Default `max_tokens` of a request. */
export const MAX_TOKENS_DEFAULT = 32_000;
/** Smallest `max_tokens` worth sending; below it the window is full. */
export const MAX_TOKENS_MIN = 1;
/** Upper end of the reserve kept for the answer, and its share of the window. */
export const RESERVE_TOKENS_MAX = 20_000;
export const RESERVE_WINDOW_SHARE = 1 / 8;
/** Smallest budget of manual thinking (API-CONTRACT A25, C46). */
export const THINKING_BUDGET_TOKENS_MIN = 1_024;

// ── The lines of SPEC 8.0, for an effective window of 180,000 tokens and more; below it they scale ──────────────────
export const FULL_SCALE_TOKENS = 180_000;
export const AUTO_MARGIN_TOKENS = 13_000;
export const WARNING_MARGIN_TOKENS = 20_000;
export const BLOCKING_MARGIN_TOKENS = 3_000;
export const COLLAPSE_COMMIT_SHARE = 0.9;
export const COLLAPSE_EMERGENCY_SHARE = 0.95;
/** System, tools and index 0 above this share of E call for the small tool set. */
export const FIXED_PART_SHARE_MAX = 1 / 3;

// ── Counting (SPEC 8.0, API-CONTRACT I) ─────────────────────────────────────────────────────────────────────────────
/** Calibration: how far one real figure moves a factor, and the bounds of a factor. */
export const CALIBRATION_STEP = 0.5;
export const CALIBRATION_FLOOR = 0.7;
export const CALIBRATION_CEILING = 2;
/** A request smaller than this tells nothing about a kind of content. */
export const CALIBRATION_TOKENS_MIN = 200;
/** A usage figure that grew by more than this many times what was appended is not trusted, beyond a slack. */
export const USAGE_JUMP_FACTOR = 2;
export const USAGE_JUMP_SLACK_TOKENS = 2_000;
/** Tokens around a block, a call, a result, a tool definition and a message; upper figures of what APIs were seen to add. */
export const BLOCK_OVERHEAD_TOKENS = 2;
export const CALL_OVERHEAD_TOKENS = 12;
export const RESULT_OVERHEAD_TOKENS = 8;
export const DEFINITION_OVERHEAD_TOKENS = 8;
export const MESSAGE_OVERHEAD_TOKENS = 4;
/** An image patch (I5): 28 × 28 pixels a token, after reduction to the long edge, never above the cap. */
export const IMAGE_PATCH_PIXELS = 28;
export const IMAGE_LONG_EDGE_PIXELS = { old: 1_568, new: 2_576 } as const;
export const IMAGE_TOKENS_MAX = { old: 1_568, new: 4_784 } as const;
/** A page of a PDF: its text and its picture (I6), the upper end. */
export const PDF_PAGE_TOKENS = 3_000;
/** Bytes of a PDF per page, where its pages can't be counted without reading it. */
export const PDF_BYTES_PER_PAGE = 50_000;
/** Base64 characters looked at for an image's size. */
export const IMAGE_HEADER_CHARS_MAX = 400_000;
/** Base64 characters of a PDF looked at for its pages. */
export const PDF_SCAN_CHARS_MAX = 8_000_000;
/** Characters of a signature or of redacted thinking per token: the thought behind it is billed, not the text. */
export const SEALED_CHARS_PER_TOKEN = 4;

// ── The wire (SPEC 9.3, 9.5, API-CONTRACT B, D, K) ──────────────────────────────────────────────────────────────────
/** Breakpoints per request (C110). */
export const BREAKPOINTS_MAX = 4;
/** Share of the body limit that leat fills at most; the rest is for headers, framing and gateways. */
export const BODY_FILL_SHARE_MAX = 0.97;
/** Longest tool name and id that leat sends. A14 allows 128 for names; other servers 64. */
export const TOOL_NAME_CHARS_MAX = 64;
export const TOOL_ID_CHARS_MAX = 64;
/** Depth to which unknown JSON is cleaned; deeper values become a sentence. */
export const NESTING_MAX = 100;
/** Longest `metadata.user_id` (API-CONTRACT A.3). */
export const USER_ID_CHARS_MAX = 256;

// ── The cache (SPEC 14.5, API-CONTRACT D6) ──────────────────────────────────────────────────────────────────────────
export const CACHE_TTL_MS = { '5m': 300_000, '1h': 3_600_000 } as const;

// ── Media (API-CONTRACT B37, B40) ───────────────────────────────────────────────────────────────────────────────────
/** Longest side of an image, and in a request with many images. */
export const IMAGE_SIDE_PIXELS_MAX = 8_000;
export const IMAGE_SIDE_PIXELS_MAX_MANY = 2_000;
/** More images than this are many. */
export const MANY_IMAGES = 20;
/** Base64 characters in which a PDF's first line must stand. */
export const PDF_HEADER_CHARS_MAX = 1_400;

// ── Cache prediction ────────────────────────────────────────────────────────────────────────────────────────────────
/** Entries that are remembered; older ones are out of reach of the look-back or have lapsed. */
export const CACHE_ENTRIES_MAX = 64;

// ── Timeline and edits ──────────────────────────────────────────────────────────────────────────────────────────────
/** Records between two remembered states of a fold, before they are thinned: what a rewind steps again at least. */
export const SNAPSHOT_RECORDS = 64;
/** Characters that a picture or document counts as when views are compared: 1,600 tokens at 4 characters each. */
export const MEDIA_CHARACTERS = 6_400;
