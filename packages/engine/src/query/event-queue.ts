/**
 * The queue between a turn and its reader (SPEC 6): the turn pushes and never waits; neighbouring deltas of one block
 * become one. It is bounded: above the bound raw events, deltas and progress are left out (counted, said once where the
 * reader goes on), and above twice the bound anything but the last event is. Nothing is lost by that: the records are
 * the truth, events only show it.
 */
import { EVENTS_QUEUED_MAX } from './limits.ts';
import type { QueryEvent } from './events.ts';

const PASSING: ReadonlySet<QueryEvent['type']> = new Set([
  'stream_event',
  'text_delta',
  'thinking_delta',
  'tool_progress',
]);

/** Both in one, where both are deltas of the same block. */
const joined = (last: QueryEvent | undefined, next: QueryEvent): QueryEvent | null => {
  if (last === undefined) return null;
  if (
    (last.type === 'text_delta' || last.type === 'thinking_delta') &&
    last.type === next.type &&
    last.request === next.request &&
    last.index === next.index
  ) {
    return { ...last, text: last.text + next.text };
  }
  return last.type === 'tool_progress' && next.type === 'tool_progress' && last.toolUseId === next.toolUseId
    ? next
    : null;
};

export class EventQueue {
  readonly #max: number;
  #events: QueryEvent[] = [];
  #dropped = 0;
  #closed = false;
  #waiting: ((result: IteratorResult<QueryEvent>) => void)[] = [];

  constructor(max: number = EVENTS_QUEUED_MAX) {
    this.#max = max;
  }

  /** Events that wait. */
  get size(): number {
    return this.#events.length;
  }

  push(event: QueryEvent): void {
    if (this.#closed) return;
    const reader = this.#waiting.shift();
    if (reader !== undefined) {
      reader({ done: false, value: event });
      return;
    }
    const merged = joined(this.#events.at(-1), event);
    if (merged !== null) {
      this.#events[this.#events.length - 1] = merged;
      return;
    }
    const full = this.#events.length >= this.#max;
    const drop = full && (PASSING.has(event.type) || this.#events.length >= this.#max * 2);
    if (drop && event.type !== 'turn_finished') this.#dropped++;
    else this.#enqueue(event);
  }

  /** What was left out is said at the place where it was. */
  #enqueue(event: QueryEvent): void {
    if (this.#dropped > 0) {
      this.#events.push({ type: 'events_dropped', count: this.#dropped });
      this.#dropped = 0;
    }
    this.#events.push(event);
  }

  /** No more events come; what waits can still be read. */
  close(): void {
    this.#closed = true;
    for (const reader of this.#waiting.splice(0)) reader({ done: true, value: undefined });
  }

  /** Lets go of what waits and of whoever waits. */
  abandon(): void {
    this.#events = [];
    this.close();
  }

  next(): Promise<IteratorResult<QueryEvent>> {
    const event = this.#events.shift();
    if (event !== undefined) return Promise.resolve({ done: false, value: event });
    if (this.#closed) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
