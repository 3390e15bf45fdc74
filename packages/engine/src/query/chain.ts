/**
 * One chain's timeline and its log, kept in step: a record enters both at once, in the same order, and nowhere else.
 *
 *     add(record) ─→ timeline (at once)
 *                └─→ pending ─ flush(level) ─→ log (in order)
 *
 * A record may be acted on only after the flush that covers it has resolved.
 */
import {
  append,
  asUuid,
  headOf,
  timelineOf,
  type RecordBase,
  type Timeline,
  type TimelineRecord,
} from '@leat/kernel';
import type { ChainLog, Clock, Durability, Ids } from '../host/host.ts';

/** A record as its producer makes it. */
export type Fresh<R extends RecordBase> = Omit<R, keyof RecordBase>;

export class Chain {
  readonly #log: ChainLog;
  readonly #clock: Clock;
  readonly #ids: Ids;
  /** A log that was in memory-only mode from the start was announced by whoever opened it. */
  readonly #knownFailure: Error | null;
  #timeline: Timeline;
  #pending: TimelineRecord[] = [];
  #stored: Promise<void> = Promise.resolve();
  #rejected: Error | null = null;
  #scheduled = false;

  constructor(log: ChainLog, records: readonly TimelineRecord[], clock: Clock, ids: Ids) {
    this.#log = log;
    this.#clock = clock;
    this.#ids = ids;
    this.#knownFailure = log.failure;
    this.#timeline = timelineOf(records);
  }

  get timeline(): Timeline {
    return this.#timeline;
  }
  get log(): ChainLog {
    return this.#log;
  }

  /** Why the log stopped storing while this chain was open; null while it stores. */
  get failure(): Error | null {
    return this.#rejected ?? (this.#log.failure === this.#knownFailure ? null : this.#log.failure);
  }

  /** Appends one record under the head. It is handed to the log in this turn of the event loop at the latest. */
  add<R extends TimelineRecord>(record: Fresh<R>): R {
    // The producer's fields and the base make the whole record again, which TypeScript can't see through `Omit`.
    const whole = {
      uuid: asUuid(this.#ids.uuid()),
      parentUuid: headOf(this.#timeline)?.uuid ?? null,
      timestamp: new Date(this.#clock.now()).toISOString(),
      ...record,
    } as unknown as R;
    this.addWhole(whole);
    return whole;
  }

  /** Appends a record that has its identity already: what the kernel settled, by name-based ids. */
  addWhole(record: TimelineRecord): void {
    this.#timeline = append(this.#timeline, record);
    this.#pending.push(record);
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => void this.flush('process'));
  }

  /** Reads the records in another way from now on, where what they name is gone; what the log holds stays as it is. */
  readAs(change: (record: TimelineRecord) => TimelineRecord): void {
    this.#timeline = timelineOf([...this.#timeline.records].map(change));
  }

  /** Resolves when everything added so far is stored, the records since the last flush at `level`. Never rejects. */
  flush(level: Durability): Promise<void> {
    this.#scheduled = false;
    if (this.#pending.length === 0) return this.#stored;
    const group = this.#pending;
    this.#pending = [];
    const before = this.#stored;
    const written = this.#log.append(group, level).catch((error: unknown) => {
      this.#rejected ??= error instanceof Error ? error : new Error(String(error));
    });
    this.#stored = before.then(() => written);
    return this.#stored;
  }
}
