/**
 * Every bound of the turn, in one place, each with its unit. Numbers are defaults of SPEC 8, 10, 11 and 12; what a person
 * may set comes in through `QueryEngineOptions`.
 */

/** Retries of one round after a busy or broken answer (SPEC 11.2). */
export const RETRIES_MAX = 10;
/** Retries where nothing listens on this machine: a mistyped address or a server that isn't running, seldom a busy one. */
export const REFUSED_HERE_RETRIES_MAX = 2;
/** First wait, longest own wait, and the longest wait that a server may ask for, in milliseconds. */
export const RETRY_FIRST_MS = 500;
export const RETRY_WAIT_MS_MAX = 32_000;
export const RETRY_AFTER_MS_MAX = 10 * 60_000;
/** Share of a wait that chance may take off (API-CONTRACT G1). */
export const RETRY_JITTER = 0.25;

/** Rounds in a row that may be closed early because their stream broke behind a running effect. */
export const CLOSED_ROUNDS_MAX = 10;
/** Times in a row that a paused answer is sent back to be continued. */
export const PAUSES_MAX = 10;
/** Times in a row that an empty answer is asked to go on (SPEC 7). */
export const EMPTY_ANSWERS_MAX = 1;

/** Calls that only read and run side by side (SPEC 10). */
export const PARALLEL_CALLS_MAX = 10;
/** Listeners on one signal above which node warns of a leak. */
export const LISTENERS_MAX = 200;
/** Characters of one result, and of all results of a round, above which they go to blobs (SPEC 8.1). */
export const RESULT_CHARS_MAX = 50_000;
export const ROUND_RESULT_CHARS_MAX = 200_000;
/** Characters kept of a result that went to a blob: its beginning and its end. */
export const RESULT_HEAD_CHARS = 4_000;
export const RESULT_TAIL_CHARS = 2_000;
/** Milliseconds between two progress states of one call that are shown. */
export const PROGRESS_INTERVAL_MS = 100;
/** Milliseconds that a call may go on after its signal aborted before its result is settled without it. */
export const CALL_ABORT_MS_MAX = 1_500;

/** Events that wait for a slow reader before deltas and progress are left out. */
export const EVENTS_QUEUED_MAX = 10_000;
/** Milliseconds that `return()` of an event reader waits for the aborted turn to settle. */
export const RETURN_WAIT_MS_MAX = 5_000;

/** Bytes of one line of a server's event stream. */
export const SSE_LINE_BYTES_MAX = 32 * 1024 * 1024;
/** Characters of a tool call's streamed JSON, of an answer's text block, and blocks in one answer. */
export const TOOL_INPUT_CHARS_MAX = 16 * 1024 * 1024;
export const BLOCK_CHARS_MAX = 16 * 1024 * 1024;
export const ANSWER_BLOCKS_MAX = 2_000;
/** Milliseconds and bytes that are given to the body of a refusal. */
export const ERROR_BODY_MS_MAX = 5_000;
export const ERROR_BODY_BYTES_MAX = 1024 * 1024;
/** Milliseconds and bytes that are given to what follows an answer's end, so that its connection can be used again. */
export const BODY_REST_MS_MAX = 250;
export const BODY_REST_BYTES_MAX = 64 * 1024;
/** Times that JSON hidden in an error's message is unwrapped. */
export const ERROR_UNWRAP_MAX = 4;
/** Characters of an error message that are kept. */
export const ERROR_MESSAGE_CHARS_MAX = 4_000;

/** Milliseconds that a collector of attachments may take (SPEC 4.1). */
export const COLLECTOR_MS_MAX = 1_000;
/** Files that are checked for outside changes before a request. */
export const WATCHED_FILES_MAX = 200;
/** Bytes of a file that are compared; a larger one counts as changed when its time or size is. */
export const WATCHED_FILE_BYTES_MAX = 4 * 1024 * 1024;
/** Changed files that are named; the rest is counted. */
export const WATCHED_FILES_NAMED_MAX = 20;
