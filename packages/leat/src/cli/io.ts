import { plainText } from '../print/plain-text.ts';
import { CommandError } from './command-error.ts';

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
  ignoreClosedPipe(process.stdout);
  ignoreClosedPipe(process.stderr);
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

/** `leat … | head` closes our stdout early: that is no error of ours. */
function ignoreClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
