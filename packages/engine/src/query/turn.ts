/**
 * A turn as an actor (SPEC 6): it begins at once, runs to its end whoever listens, and its `done` never rejects.
 *
 *     run ─ events → queue (bounded) ─→ one reader
 *      └─── done: Promise<Terminal>
 */
import type { Clock } from '../host/host.ts';
import { newController, TurnAbort, type AbortReason } from './abort.ts';
import { EventQueue } from './event-queue.ts';
import type { QueryEvent } from './events.ts';
import { RETURN_WAIT_MS_MAX } from './limits.ts';
import type { Turn } from './options.ts';
import { terminalOfError, type Terminal } from './terminal.ts';

/** What the actor runs: it must end, and hears the signal. */
export type TurnBody = (signal: AbortSignal, emit: (event: QueryEvent) => void) => Promise<Terminal>;

/** Starts a turn. `body` emits `turn_finished` itself, as its last event. */
export const startTurn = (body: TurnBody, clock: Clock): Turn => {
  const controller = newController();
  const queue = new EventQueue();
  const abort = (reason: AbortReason = 'user-cancel'): void => {
    if (!controller.signal.aborted) controller.abort(new TurnAbort(reason));
  };
  const done = run(body, controller.signal, queue);
  return { events: readable(queue, done, abort, clock), done, abort };
};

const run = async (body: TurnBody, signal: AbortSignal, queue: EventQueue): Promise<Terminal> => {
  try {
    // The caller gets its turn before the first event happens.
    await Promise.resolve();
    return await body(signal, (event) => queue.push(event));
  } catch (error) {
    return terminalOfError(error);
  } finally {
    queue.close();
  }
};

/** A plain object, not a generator: a generator's `return()` would wait behind a `next()` that is pending. */
const readable = (
  queue: EventQueue,
  done: Promise<Terminal>,
  abort: () => void,
  clock: Clock,
): AsyncIterable<QueryEvent> => ({
  [Symbol.asyncIterator]: () => ({
    next: () => queue.next(),
    async return() {
      abort();
      queue.abandon();
      const over = new AbortController();
      await Promise.race([done, clock.sleep(RETURN_WAIT_MS_MAX, over.signal).catch(() => undefined)]);
      over.abort();
      return { done: true, value: undefined };
    },
  }),
});
