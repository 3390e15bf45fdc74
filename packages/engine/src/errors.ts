/**
 * Every error that leat throws or reports: one class, one closed list of codes (STYLE "Errors").
 *
 * The table below is the documentation: what the code means is its name and message, whether trying again helps, and what
 * the person can do next. Expected failure of a tool or a model is data elsewhere; these are the store's, the machine's and
 * the importer's.
 */
interface CodeFacts {
  /** Whether the same operation may succeed when repeated, nothing else changed. */
  readonly retryHelps: boolean;
  /** What the person can do next, one sentence. */
  readonly next: string;
}

/** The closed list of codes. */
export const LEAT_ERROR_CODES = {
  LEAT_STORE_LOCKED: {
    retryHelps: true,
    next: 'Close the other leat, or go on in a copy with --fork-session.',
  },
  LEAT_STORE_FENCED: {
    retryHelps: false,
    next: 'Another leat took this session over; open it again or fork it.',
  },
  LEAT_STORE_NOT_FOUND: { retryHelps: false, next: 'List the sessions to find its id.' },
  LEAT_STORE_EXISTS: { retryHelps: false, next: 'Choose another session id.' },
  LEAT_STORE_BAD_ID: { retryHelps: false, next: 'Use letters, digits, dots, dashes and underscores only.' },
  LEAT_STORE_BAD_RECORD: { retryHelps: false, next: 'This is a bug in leat; report it.' },
  LEAT_STORE_NEWER_FORMAT: {
    retryHelps: false,
    next: 'Update leat: the session was written by a newer one.',
  },
  LEAT_STORE_DAMAGED: {
    retryHelps: false,
    next: 'Run leat fsck on the session to see which lines are damaged.',
  },
  LEAT_STORE_BLOB_MISSING: {
    retryHelps: false,
    next: 'Restore the blobs folder of the session from a backup.',
  },
  LEAT_STORE_PARENT_MISSING: {
    retryHelps: false,
    next: 'Restore the session that this one was forked from.',
  },
  LEAT_STORE_FULL: { retryHelps: true, next: 'Free disk space, then open the session again.' },
  LEAT_STORE_READ_ONLY: {
    retryHelps: false,
    next: 'Make the folder writable or set LEAT_HOME to one that is.',
  },
  LEAT_STORE_DENIED: { retryHelps: false, next: 'Check the rights of the leat home folder.' },
  LEAT_STORE_BUSY: { retryHelps: true, next: 'Close other programs that hold many files open.' },
  LEAT_STORE_IO: { retryHelps: true, next: 'Check the disk; what was acknowledged before is intact.' },
  LEAT_STORE_SYNC_FAILED: { retryHelps: false, next: 'Check the disk: it could not confirm a write.' },
  LEAT_STORE_CLOSED: { retryHelps: false, next: 'Open the session again.' },
  LEAT_MACHINE_NOT_REGULAR: {
    retryHelps: false,
    next: 'Only regular files can be read or written; use a shell command for devices and pipes.',
  },
  LEAT_TURN_RUNNING: { retryHelps: true, next: 'Wait for the end of the running turn, or abort it.' },
  LEAT_TURN_BROKEN: {
    retryHelps: false,
    next: 'This is a bug in leat; report it. The session stays usable.',
  },
  LEAT_TURN_ABORTED: { retryHelps: false, next: 'Send a message to go on, or continue the turn.' },
  LEAT_PERMISSION_MODE: {
    retryHelps: false,
    next: 'Use default, acceptEdits, dontAsk or bypassPermissions.',
  },
  LEAT_PERMISSION_BYPASS: {
    retryHelps: false,
    next: 'Run as another user, or set LEAT_SANDBOXED=1 if this machine is a sandbox.',
  },
  LEAT_REQUEST_STALLED: { retryHelps: true, next: 'Check the network and the endpoint.' },
  LEAT_PROVIDER_LINE_TOO_LONG: { retryHelps: true, next: 'Check what answers at the endpoint.' },
  LEAT_IMPORT_UNKNOWN_FORMAT: {
    retryHelps: false,
    next: 'Give a transcript in the widely used JSONL form, unpacked (no .gz); the pi form is not supported yet.',
  },
  LEAT_IMPORT_EMPTY: { retryHelps: false, next: 'Give a transcript that holds at least one message.' },
} as const satisfies { readonly [code: string]: CodeFacts };

export type LeatErrorCode = keyof typeof LEAT_ERROR_CODES;

/** The base class: `code`, `message`, `cause`, whether a retry helps, and what to do next. */
export class LeatError extends Error {
  readonly code: LeatErrorCode;
  readonly retryHelps: boolean;
  readonly next: string;

  constructor(code: LeatErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'LeatError';
    this.code = code;
    this.retryHelps = LEAT_ERROR_CODES[code].retryHelps;
    this.next = LEAT_ERROR_CODES[code].next;
  }
}

/** Whether a value is a leat error, of this code if one is given. */
export function isLeatError(value: unknown, code?: LeatErrorCode): value is LeatError {
  return value instanceof LeatError && (code === undefined || value.code === code);
}

/** The code of a node error (`ENOENT` …), or the empty string. */
export function systemCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
