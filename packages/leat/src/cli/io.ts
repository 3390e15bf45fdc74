/** The process as commands see it, so that tests can hand in their own. */
export interface Io {
  readonly argv: readonly string[];
  readonly env: { readonly [name: string]: string | undefined };
  readonly cwd: string;
  readonly stdin: NodeJS.ReadStream | (NodeJS.ReadableStream & { readonly isTTY?: boolean });
  /** Answers only. Resolves when the text is handed to the OS; a closed pipe ends quietly. */
  out(text: string): void;
  /** Notices, progress, errors. */
  err(text: string): void;
}

export function processIo(argv: readonly string[]): Io {
  ignoreClosedPipe(process.stdout);
  ignoreClosedPipe(process.stderr);
  return {
    argv,
    env: process.env,
    cwd: process.cwd(),
    stdin: process.stdin,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  };
}

/** `leat … | head` closes our stdout early: that is no error of ours. */
function ignoreClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
