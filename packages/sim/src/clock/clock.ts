/**
 * The simulator's clock. Cache lifetimes, rate windows, stalls and the log read it, so a test moves an hour on
 * without waiting for one.
 *
 *     real      now() = machine's clock + everything that advance() added
 *     fixed     now() = start + everything that advance() added; it moves by advance() alone
 */

import { CLOCK_SHIFT_MS_MAX } from '../server/limits.ts';

/** Time for the stations of the simulator. All values in ms. */
export interface Clock {
  /** Milliseconds since 1970. May go back after a negative `advance`. */
  now(): number;
  /** Moves the clock, and wakes every wait that has become due. A negative value moves it back. */
  advance(ms: number): void;
  /** Resolves after `ms` of this clock, or at once when the signal aborts. Never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

interface Waiter {
  readonly dueMs: number;
  readonly wake: () => void;
}

/** A clock that runs with the machine's, or, with `fixedMs`, one that stands until it is advanced. */
export function createClock(options: { readonly fixedMs?: number } = {}): Clock {
  const { fixedMs } = options;
  const waiters = new Set<Waiter>();
  let addedMs = 0;
  const now = () => (fixedMs ?? Date.now()) + addedMs;

  const advance = (ms: number) => {
    addedMs = Math.max(-CLOCK_SHIFT_MS_MAX, Math.min(CLOCK_SHIFT_MS_MAX, addedMs + ms));
    const present = now();
    for (const waiter of waiters) if (waiter.dueMs <= present) waiter.wake();
  };

  const wait = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (ms <= 0 || signal?.aborted === true) return resolve();
      let timer: NodeJS.Timeout | undefined;
      const wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        waiters.delete(waiter);
        resolve();
      };
      const waiter: Waiter = { dueMs: now() + ms, wake };
      waiters.add(waiter);
      signal?.addEventListener('abort', wake, { once: true });
      if (fixedMs === undefined) timer = setTimeout(wake, ms);
    });

  return { now, advance, wait };
}
