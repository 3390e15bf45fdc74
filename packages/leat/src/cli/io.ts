import { plainText } from '../print/plain-text.ts';
import { CommandError } from './command-error.ts';
import { EXIT_ERROR, EXIT_OK } from './exit-code.ts';

/** The process as commands see it, so that tests can hand in their own. */
export interface Io {
  readonly argv: readonly string[];
  readonly env: { readonly [name: string]: string | undefined };
  readonly cwd: string;
  readonly stdin: NodeJS.ReadStream | (NodeJS.ReadableStream & { readonly isTTY?: boolean });
  /**
   * Answers only; a closed pipe ends quietly. On a terminal control characters are shown, not obeyed; a pipe or a file
   * gets the text as it is.
   */
  out(text: string): void;
  /** Notices, progress, errors: what others said in them never commands a terminal. */
  err(text: string): void;
}

export function processIo(argv: readonly string[]): Io {
  watchOutputs();
  return {
    argv,
    env: process.env,
    cwd: workingFolder(),
    stdin: process.stdin,
    out: (text) => void process.stdout.write(process.stdout.isTTY ? plainText(text) : text),
    err: (text) => void process.stderr.write(plainText(text)),
  };
}

function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    throw new CommandError('the folder that this was started in is gone: change to one that exists');
  }
}

/**
 * `leat … | head` closes our stdout early: that is no error of ours. A full disk behind it is: the answer is lost, which is
 * said once and seen in the exit code, while the turn runs to its end. What stderr can't take has nowhere else to go.
 */
function watchOutputs(): void {
  let lost = false;
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' || lost) return;
    lost = true;
    process.stderr.write(`leat: the output could not be written (${error.code ?? error.message})\n`);
    process.on('exit', (code) => (process.exitCode = code === EXIT_OK ? EXIT_ERROR : code));
  });
}
