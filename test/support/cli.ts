/** The real command in a real process, with a home and a folder of its own and nothing of this machine's environment. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

export const LEAT = join(
  import.meta.dirname ?? new URL('.', import.meta.url).pathname,
  '../../packages/leat/bin/leat.cjs',
);

export interface Run {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Place {
  /** LEAT_HOME. */
  readonly home: string;
  readonly cwd: string;
  readonly env?: { readonly [name: string]: string };
}

export function startLeat(
  args: readonly string[],
  place: Place,
  input?: string,
): { child: ChildProcess; done: Promise<Run> } {
  const child = spawn(process.execPath, [LEAT, ...args], {
    cwd: place.cwd,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: place.home,
      LEAT_HOME: place.home,
      LEAT_SANDBOXED: '1',
      ...place.env,
    },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  if (input !== undefined) child.stdin?.end(input);
  const text = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (text.stdout += chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (text.stderr += chunk));
  const done = new Promise<Run>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, ...text }));
  });
  return { child, done };
}

/** Runs to the end. */
export const leat = (args: readonly string[], place: Place, input?: string): Promise<Run> =>
  startLeat(args, place, input).done;
