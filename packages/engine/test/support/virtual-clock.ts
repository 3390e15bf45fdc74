/** A clock that stands still until a test moves it: sleeps are timers on it, and nothing waits for real time. */
import type { Clock } from '../../src/host/host.ts';

interface Timer {
  readonly atMs: number;
  readonly fire: () => void;
}

/** Passes of the event loop without an end before time may move: more than any scripted stream takes. */
const CALM_TASKS = 150;

export class VirtualClock implements Clock {
  #nowMs: number;
  #timers: Timer[] = [];

  constructor(nowMs = Date.parse('2026-11-29T12:00:00.000Z')) {
    this.#nowMs = nowMs;
  }

  now(): number {
    return this.#nowMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) {
        reject(signal.reason as Error);
        return;
      }
      const timer: Timer = {
        atMs: this.#nowMs + ms,
        fire: () => {
          signal?.removeEventListener('abort', stop);
          resolve();
        },
      };
      const stop = (): void => {
        this.#timers = this.#timers.filter((other) => other !== timer);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', stop, { once: true });
      this.#timers.push(timer);
    });
  }

  get waiting(): number {
    return this.#timers.length;
  }

  /** Moves to the next timer and fires it; false when none waits. */
  step(): boolean {
    const next = this.#timers.toSorted((a, b) => a.atMs - b.atMs)[0];
    if (next === undefined) return false;
    this.#timers = this.#timers.filter((timer) => timer !== next);
    this.#nowMs = Math.max(this.#nowMs, next.atMs);
    next.fire();
    return true;
  }

  /** Moves by an amount, firing what comes due on the way. */
  async advance(ms: number): Promise<void> {
    const until = this.#nowMs + ms;
    for (;;) {
      await settleTasks();
      const next = this.#timers.toSorted((a, b) => a.atMs - b.atMs)[0];
      if (next === undefined || next.atMs > until) break;
      this.step();
    }
    this.#nowMs = until;
    await settleTasks();
  }

  /** Runs until the promise settles, moving time only when nothing else can happen. */
  async until<T>(promise: Promise<T>): Promise<T> {
    const end = { settled: false };
    const mark = (): void => void (end.settled = true);
    promise.then(mark, mark);
    for (let steps = 0; steps < 10_000; steps++) {
      for (let calm = 0; calm < CALM_TASKS && !end.settled; calm++) await settleTasks(1);
      if (end.settled) return promise;
      this.step();
    }
    throw new Error('the promise never settled');
  }
}

/** Lets everything that is ready run. */
export const settleTasks = async (rounds = 8): Promise<void> => {
  for (let i = 0; i < rounds; i++) await new Promise((resolve) => setImmediate(resolve));
};
