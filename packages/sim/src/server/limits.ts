/** Every bound of the server's queues, memories and reads, with its unit. */

/** Largest request body of Messages and count_tokens, in bytes (API-CONTRACT A4). */
export const BODY_BYTES_MAX = 32 * 1024 * 1024;

/** Bytes of a body that is too large that are let pass, so that its sender hears the answer. */
export const PASSED_BYTES_MAX = 256 * 1024 * 1024;

/** Bodies whose parsed messages are remembered, so that a grown history is not parsed again. */
export const REMEMBERED_BODIES_MAX = 64;

/** Total size of remembered bodies, in bytes. */
export const REMEMBERED_BYTES_MAX = 128 * 1024 * 1024;

/** Log entries kept in memory; older ones are in the log file only. */
export const LOG_ENTRIES_MAX = 20_000;

/** Bodies kept whole in memory when asked for, in bytes. */
export const LOG_BODY_BYTES_MAX = 256 * 1024 * 1024;

/** Lines that may wait for the log file. Beyond it lines are dropped and counted. */
export const LOG_QUEUE_LINES_MAX = 10_000;

/** Live cache entries; the oldest goes first. */
export const CACHE_ENTRIES_MAX = 200_000;

/** Positions that a breakpoint looks back over, itself included (D5). */
export const LOOK_BACK_POSITIONS = 20;

/** Answers that are remembered for an identical request, so that a retry hears the same words. */
export const REMEMBERED_ANSWERS_MAX = 10_000;

/** Signatures whose meaning is remembered. */
export const REMEMBERED_SIGNATURES_MAX = 10_000;

/** Turns of one script or replay. */
export const TURNS_MAX = 100_000;

/** Faults of one plan. */
export const FAULTS_MAX = 1_000;

/** Longest wait that a fault or a script may ask for, in ms. */
export const WAIT_MS_MAX = 600_000;

/** How far the clock can be moved from the machine's in all, in ms (about 30 years): its time stays one that can be written. */
export const CLOCK_SHIFT_MS_MAX = 1e12;

/** Deltas that one block is cut into. Longer blocks get larger deltas. */
export const DELTAS_PER_BLOCK_MAX = 400;

/** Time that requests under way get to end when the server closes, in ms: with their connections, and without. */
export const CLOSE_GRACE_MS = 200;

/** Script, fault and transcript files, in bytes. */
export const FILE_BYTES_MAX = 256 * 1024 * 1024;
