/**
 * The path: the records from the first to the head along `parentUuid`. Only a rewind makes a branch; a record's place on
 * its own path is the number of its ancestors, so "is it on the path, and where" costs O(1).
 */
import type { Uuid } from './id.ts';
import type { ControlRecord, New, TimelineRecord } from './record.ts';
import type { Sequence } from './sequence.ts';
import { recordOf, seqOf, type Timeline } from './timeline.ts';

/** Records from the first to the head; kept up by `append`. */
export const pathOf = (timeline: Timeline): Sequence<TimelineRecord> => timeline.path;

/** Place of a record on the path, undefined when it is not on it. */
export const placeOf = (timeline: Timeline, uuid: Uuid): number | undefined => {
  const seq = seqOf(timeline, uuid);
  return seq === undefined ? undefined : placeOfSeq(timeline, seq);
};

/** Place on the path of the record at a position of the file. */
export const placeOfSeq = (timeline: Timeline, seq: number): number | undefined => {
  if (seq >= timeline.length) return undefined;
  const depth = timeline.arena.depths[seq];
  return depth !== undefined && timeline.path.at(depth) === timeline.records.at(seq) ? depth : undefined;
};

/** How many records of the path stand before a position of the file: positions grow along the path. */
export const placesBefore = (timeline: Timeline, seq: number): number => {
  let low = 0;
  let high = timeline.path.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const record = timeline.path.at(middle);
    if (record !== undefined && (seqOf(timeline, record.uuid) ?? seq) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** What makes a rewind: append `record` with this parent (null: before the first record). */
export interface Rewind {
  readonly record: New<ControlRecord>;
  readonly parentUuid: Uuid | null;
}

/**
 * Moves the head back to before a human turn: the view is byte for byte what it was there. `to` may be any human
 * message of the file, also one on a path that was left. Null when it is not a human message.
 */
export const rewindTo = (timeline: Timeline, to: Uuid): Rewind | null => {
  const target = recordOf(timeline, to);
  if (target === undefined || target.type !== 'user' || target.origin.kind !== 'human') return null;
  const parent = timeline.arena.parents[seqOf(timeline, to) ?? -1] ?? -1;
  return {
    record: { type: 'control', control: { kind: 'rewind', to } },
    parentUuid: parent < 0 ? null : (timeline.records.at(parent)?.uuid ?? null),
  };
};

/** The human messages of the path, oldest first: where a rewind may go. */
export const rewindTargets = (timeline: Timeline): readonly TimelineRecord[] =>
  [...timeline.path].filter((record) => record.type === 'user' && record.origin.kind === 'human');
