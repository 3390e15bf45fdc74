/** A child process read to its end, or to a bound, or to an abort; used by searches and git. */
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Machine, SpawnOptions } from '@leat/engine';
import { errorCharsMax } from '../limits.ts';

/** How it ended. `stopped`: the reader said that it has enough. `error`: it could not be started. */
export interface ChildEnd {
  readonly code: number | null;
  readonly stopped: boolean;
  readonly aborted: boolean;
  readonly error: Error | null;
  /** The beginning of its error output. */
  readonly complaint: string;
}

/**
 * Runs a command and hands its decoded output over piece by piece. `onText` returns false when it has enough; then, and when
 * `signal` aborts, the process group is killed. Never rejects.
 */
export async function runChild(
  machine: Machine,
  options: SpawnOptions,
  signal: AbortSignal,
  onText: (text: string) => boolean,
): Promise<ChildEnd> {
  if (signal.aborted) return { code: null, stopped: false, aborted: true, error: null, complaint: '' };
  const child = machine.spawn(options);
  const decoder = new StringDecoder('utf8');
  const complaint = beginningOf(child.stderr);
  let stopped = false;
  let killed: Promise<void> | null = null;
  const kill = () => void (killed ??= child.kill());
  const ended = endOf(child.stdout);
  const take = (text: string) => {
    if (stopped || text === '' || onText(text)) return;
    stopped = true;
    kill();
  };
  child.stdout.on('data', (bytes: Buffer) => take(decoder.write(bytes)));
  signal.addEventListener('abort', kill, { once: true });
  const exit = await child.exit;
  if (exit.error === undefined && killed === null) await Promise.race([ended, aborted(signal)]);
  signal.removeEventListener('abort', kill);
  if (killed !== null) await killed;
  else take(decoder.end());
  const late = signal.aborted && !stopped;
  return { code: exit.code, stopped, aborted: late, error: exit.error ?? null, complaint: complaint() };
}

/** Resolves when a stream has ended in whatever way; a pipe broken by a kill has ended too. */
export function endOf(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    stream
      .once('end', resolve)
      .once('close', resolve)
      .on('error', () => resolve());
  });
}

/** Reads a stream to its end and keeps the beginning. */
function beginningOf(stream: Readable): () => string {
  let text = '';
  stream.on('data', (bytes: Buffer) => {
    if (text.length < errorCharsMax) text = (text + bytes.toString('utf8')).slice(0, errorCharsMax);
  });
  stream.on('error', () => undefined); // a broken pipe after a kill; the exit says what matters
  return () => text;
}

/** Resolves when the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/** The machine's environment as a child gets it, with changes; `null` takes a variable out. */
export function childEnv(
  machine: Machine,
  changes: { readonly [name: string]: string | null },
): { [name: string]: string } {
  const env: { [name: string]: string } = {};
  for (const [name, value] of Object.entries({ ...machine.env, ...changes })) {
    if (typeof value === 'string') env[name] = value;
  }
  return env;
}
