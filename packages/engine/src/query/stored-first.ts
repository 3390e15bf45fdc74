/**
 * Nothing is shown before it is stored (SPEC 5, INV-02): an event that shows a record waits until the log has handed the
 * record to the system, and later events wait behind it, in their order. What is held is at most what one round brings,
 * since a round waits for the log itself before the next begins.
 */
import type { Chain } from './chain.ts';
import type { QueryEvent } from './events.ts';

export class StoredFirst {
  readonly #chain: Chain;
  readonly #show: (event: QueryEvent) => void;
  #held = 0;
  #shown: Promise<void> = Promise.resolve();

  constructor(chain: Chain, show: (event: QueryEvent) => void) {
    this.#chain = chain;
    this.#show = show;
  }

  readonly emit = (event: QueryEvent): void => {
    const stored = 'record' in event ? this.#chain.flush('process') : null;
    if (stored === null && this.#held === 0) {
      this.#show(event);
      return;
    }
    this.#held++;
    this.#shown = this.#shown
      .then(() => stored)
      .then(() => {
        this.#held--;
        this.#show(event);
      });
  };

  /** Resolves when everything emitted so far has been shown. */
  settled(): Promise<void> {
    return this.#shown;
  }
}
