/**
 * One command from start to settlement.
 *
 *     spawn ─→ running ─ exit ─→ drain (until the pipe ends, falls idle, or the bound) ─→ settled
 *                 └─ abort | timeout ─→ kill the group (TERM, KILL) ─→ settled, whatever its descendants hold open
 */
import { StringDecoder } from 'node:string_decoder';
import type { Readable } from 'node:stream';
import type { Child, Clock, Machine, SpawnOptions } from '@leat/engine';
import {
  bashHeadChars,
  bashResultCharsMax,
  bashWholeCharsMax,
  drainIdleMs,
  drainMaxMs,
  killSettleMs,
} from '../limits.ts';
import { HeadTail } from '../process/head-tail.ts';
import { aborted, endOf } from '../process/run-child.ts';
import { TerminalText } from '../process/terminal-text.ts';

/** `held`: the command ended but a process that it left behind still holds its output. */
export interface CommandEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly error: Error | null;
  readonly killed: boolean;
  readonly held: boolean;
  readonly output: HeadTail;
}

/** Runs to the end, or until `stop` aborts. `onOutput` is called after each piece. Never rejects. */
export async function runCommand(
  machine: Machine,
  clock: Clock,
  options: SpawnOptions,
  stop: AbortSignal,
  onOutput: (output: HeadTail) => void,
): Promise<CommandEnd> {
  const output = new HeadTail({ shown: bashResultCharsMax, head: bashHeadChars, whole: bashWholeCharsMax });
  const child = machine.spawn(options);
  const pipes = [new Pipe(child.stdout, output, onOutput), new Pipe(child.stderr, output, onOutput)];
  const exit = await Promise.race([child.exit, aborted(stop).then(() => null)]);
  if (exit === null) {
    await settleKill(child, clock);
    finish(pipes);
    return { code: null, signal: null, error: null, killed: true, held: false, output };
  }
  const held = exit.error === undefined && !(await drain(pipes, clock, stop));
  finish(pipes);
  return { code: exit.code, signal: exit.signal, error: exit.error ?? null, killed: false, held, output };
}

/** Waits for the kill, but not for ever: a process that can't be killed must not hold the turn. */
async function settleKill(child: Child, clock: Clock): Promise<void> {
  const enough = new AbortController();
  const waited = clock.sleep(killSettleMs, enough.signal).catch(() => undefined); // stopped because the kill was done
  await Promise.race([child.kill(), waited]);
  enough.abort();
}

/** True when both pipes ended; false when a descendant keeps one open. */
async function drain(pipes: readonly Pipe[], clock: Clock, stop: AbortSignal): Promise<boolean> {
  const all = Promise.all(pipes.map((pipe) => pipe.ended)).then(() => true);
  const since = clock.now();
  for (;;) {
    const before = pipes.reduce((sum, pipe) => sum + pipe.pieces, 0);
    const idle = new AbortController();
    const rest = clock.sleep(drainIdleMs, idle.signal).then(
      () => false,
      () => false, // stopped because the pipes ended
    );
    const done = await Promise.race([all, rest, aborted(stop).then(() => false)]);
    idle.abort();
    const after = pipes.reduce((sum, pipe) => sum + pipe.pieces, 0);
    if (done || stop.aborted || after === before || clock.now() - since >= drainMaxMs) return done;
  }
}

function finish(pipes: readonly Pipe[]): void {
  for (const pipe of pipes) pipe.finish();
}

/** One stream: decoded, stripped of escape sequences, collected. */
class Pipe {
  pieces = 0;
  readonly ended: Promise<void>;
  readonly #decoder = new StringDecoder('utf8');
  readonly #text = new TerminalText();
  readonly #output: HeadTail;
  readonly #stream: Readable;
  #open = true;

  constructor(stream: Readable, output: HeadTail, onOutput: (output: HeadTail) => void) {
    this.#output = output;
    this.#stream = stream;
    this.ended = endOf(stream);
    stream.on('data', (bytes: Buffer) => {
      if (!this.#open) return;
      this.pieces++;
      output.write(this.#text.write(this.#decoder.write(bytes)));
      onOutput(output);
    });
  }

  /** Takes what is left over and lets go of the stream. */
  finish(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#output.write(this.#text.write(this.#decoder.end()) + this.#text.end());
    this.#stream.destroy();
  }
}
