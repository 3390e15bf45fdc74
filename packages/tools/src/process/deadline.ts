/** An abort signal that also fires when a time is up. */
import type { Clock } from '@leat/engine';

/** `end` must be called when the work is done: it stops the timer and lets go of the outer signal. */
export interface Deadline {
  readonly signal: AbortSignal;
  readonly expired: boolean;
  end(): void;
}

/** Fires after `ms` on the given clock, or with the outer signal. */
export function deadline(clock: Clock, ms: number, outer: AbortSignal): Deadline {
  const work = new AbortController();
  const timer = new AbortController();
  let expired = false;
  const follow = () => work.abort(outer.reason);
  if (outer.aborted) follow();
  else outer.addEventListener('abort', follow, { once: true });
  clock.sleep(ms, timer.signal).then(
    () => {
      expired = true;
      work.abort(new Error('The time was up.'));
    },
    () => undefined, // the work ended first and stopped the timer
  );
  return {
    signal: work.signal,
    get expired() {
      return expired;
    },
    end() {
      timer.abort();
      outer.removeEventListener('abort', follow);
    },
  };
}
