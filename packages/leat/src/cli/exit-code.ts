/** Exit codes beside those of a turn's end (`TERMINAL_EXIT_CODES`); all are documented in docs/print-mode.md. */
import { type LeatError, TERMINAL_EXIT_CODES, type Terminal } from '@leat/engine';

export const EXIT_OK = 0;
export const EXIT_ERROR = 1;
export const EXIT_USAGE = 2;
/** What shells give for SIGTERM, and for SIGHUP. */
export const EXIT_TERMINATED = 143;
export const EXIT_HUNG_UP = 129;

/** The exit code of a turn's end; a signal's own code wins over that of the abort it caused. */
export function exitCodeOf(terminal: Terminal, signalled: number | null): number {
  return terminal.reason === 'aborted' && signalled !== null
    ? signalled
    : TERMINAL_EXIT_CODES[terminal.reason];
}

/** A session that can't be read or written counts like a turn that ended so. */
export function exitCodeOfError(error: LeatError): number {
  return error.code.startsWith('LEAT_STORE_') ? TERMINAL_EXIT_CODES.store_error : EXIT_ERROR;
}
