/**
 * The timeline: an immutable value, an ordered list of records that only grows.
 *
 *     append(t, record) → t'      t stays what it was; both share their cells (sequence.ts) and their index (arena.ts)
 *
 * Invariants: `seq` is the position of a record; a parent stands earlier than its child, so there is no cycle; the head
 * is the last record; the path is the chain of parents of the head. A record whose uuid is taken is set aside, never
 * counted, and reported.
 */
import { indexRecord, newArena, parentSeq, type Arena } from './arena.ts';
import type { Uuid } from './id.ts';
import type { TimelineRecord } from './record.ts';
import { Sequence } from './sequence.ts';

/** An immutable value; make one with `emptyTimeline`, `append`, `timelineOf`. */
export interface Timeline {
  /** Number of records that count. */
  readonly length: number;
  readonly records: Sequence<TimelineRecord>;
  /** From the first record to the head along parents. */
  readonly path: Sequence<TimelineRecord>;
  /** Records whose uuid was taken when they came, in order. */
  readonly aside: Sequence<TimelineRecord>;
  /** The shared index: for the kernel's own modules. */
  readonly arena: Arena;
}

/** A timeline without records, with an index of its own. */
export const emptyTimeline = (): Timeline => ({
  length: 0,
  records: Sequence.empty(),
  path: Sequence.empty(),
  aside: Sequence.empty(),
  arena: newArena(),
});

/** The shared index if this version is its newest owner, else a copy of what this version sees. */
const ownArena = (timeline: Timeline): Arena => {
  if (timeline.arena.count === timeline.length) return timeline.arena;
  const arena = newArena();
  for (const record of timeline.records) indexRecord(arena, record);
  return arena;
};

/** Adds a record at the end: O(its blocks), unless the timeline has another successor or the record makes a branch. */
export const append = (timeline: Timeline, record: TimelineRecord): Timeline => {
  if (seqOf(timeline, record.uuid) !== undefined) {
    return { ...timeline, aside: timeline.aside.append(record) };
  }
  const arena = ownArena(timeline);
  const parent = parentSeq(arena, record, timeline.length);
  indexRecord(arena, record);
  const before = parent === timeline.length - 1 ? timeline.path : pathTo(timeline, parent);
  return {
    length: timeline.length + 1,
    records: timeline.records.append(record),
    path: before.append(record),
    aside: timeline.aside,
    arena,
  };
};

/** A timeline from records in the order of their file. */
export const timelineOf = (records: Iterable<TimelineRecord>): Timeline => {
  let timeline = emptyTimeline();
  for (const record of records) timeline = append(timeline, record);
  return timeline;
};

/** All records that count, in the order of the file. */
export const recordsOf = (timeline: Timeline): Sequence<TimelineRecord> => timeline.records;
/** Number of records that count; the next one's `seq`. */
export const length = (timeline: Timeline): number => timeline.length;
/** Records that were set aside because their uuid was taken; the first counts. */
export const setAside = (timeline: Timeline): Sequence<TimelineRecord> => timeline.aside;
/** The last record, undefined in an empty timeline. */
export const headOf = (timeline: Timeline): TimelineRecord | undefined => timeline.records.at(-1);

/** Position of a record, undefined if it is not there. */
export const seqOf = (timeline: Timeline, uuid: Uuid): number | undefined => {
  const seq = timeline.arena.seqOf.get(uuid);
  return seq !== undefined && seq < timeline.length ? seq : undefined;
};

/** A record by its uuid, undefined if it is not there. */
export const recordOf = (timeline: Timeline, uuid: Uuid): TimelineRecord | undefined => {
  const seq = seqOf(timeline, uuid);
  return seq === undefined ? undefined : timeline.records.at(seq);
};

/** The timeline as it was after its first `count` records: shares everything but the path. */
export const prefixOf = (timeline: Timeline, count: number): Timeline => {
  if (count >= timeline.length) return timeline;
  if (count <= 0) return emptyTimeline();
  return {
    length: count,
    records: timeline.records.take(count),
    path: pathTo(timeline, count - 1),
    aside: Sequence.empty(),
    arena: timeline.arena,
  };
};

/** The chain of parents up to a position: a part of the current path if it lies there, else a walk. */
const pathTo = (timeline: Timeline, seq: number): Sequence<TimelineRecord> => {
  if (seq < 0) return Sequence.empty();
  const depth = timeline.arena.depths[seq] ?? 0;
  if (timeline.path.at(depth) === timeline.records.at(seq)) return timeline.path.take(depth + 1);
  const chain: TimelineRecord[] = [];
  for (let at = seq; at >= 0; at = timeline.arena.parents[at] ?? -1) {
    chain.push(timeline.records.at(at) as TimelineRecord); // a parent stands earlier, so it is there
  }
  return Sequence.from(chain.toReversed());
};
