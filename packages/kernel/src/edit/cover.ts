/**
 * What an edit covers on a path, judged by what stands before a limit (its epoch): the places from first to last, the
 * records of a closed remove, the messages that stand verbatim behind a reset.
 */
import type { Uuid } from '../timeline/id.ts';
import { placeOf } from '../timeline/path.ts';
import type { EditRecord } from '../timeline/record.ts';
import { closeOverRounds } from '../timeline/round.ts';
import { recordOf, seqOf, type Timeline } from '../timeline/timeline.ts';
import { isForModel } from '../view/audience.ts';
import type { EditOp } from './edit.ts';

/** An edit, and what it covers on a path. */
export interface Cover {
  readonly edit: EditRecord;
  /** Places on the path, both inclusive. */
  readonly first: number;
  readonly last: number;
  /** A remove: its targets closed over their rounds. */
  readonly removed: ReadonlySet<Uuid>;
  /** A reset: what stands verbatim right behind the fold. */
  readonly standing: ReadonlySet<Uuid>;
}

/** An edit in force; `epoch` is null for one that applied at once. */
export interface Application extends Cover {
  readonly epoch: Uuid | null;
}

export interface CoverFacts {
  /** Only places below it are looked at. */
  readonly limit: number;
  readonly kept: ReadonlySet<Uuid>;
  readonly tombstoned: ReadonlySet<Uuid>;
}

const NONE: ReadonlySet<Uuid> = new Set();

/** Uuids that an edit names. */
export const targetsOf = (op: EditOp): readonly Uuid[] => {
  switch (op.kind) {
    case 'remove':
      return op.targets;
    case 'clear':
      return op.targets.map((entry) => entry.target.uuid);
    case 'fold':
      return [op.first, op.last];
    case 'withdraw':
      return [];
  }
};

/** Places of all targets below a limit; null if one is not there. */
export const targetPlaces = (timeline: Timeline, op: EditOp, limit: number): readonly number[] | null => {
  const found: number[] = [];
  for (const uuid of targetsOf(op)) {
    const at = placeOf(timeline, uuid);
    if (at === undefined || at >= limit) return null;
    found.push(at);
  }
  return found;
};

/**
 * Messages that a reset from `first` to `last` leaves standing: kept ones, and the latest human message. Removes are not
 * asked, so that the order in which edits come in force never matters: what stands and is removed shows nothing.
 */
const standingIn = (
  timeline: Timeline,
  edit: EditRecord,
  first: number,
  last: number,
  facts: CoverFacts,
): ReadonlySet<Uuid> => {
  if (edit.op.kind !== 'fold' || !edit.op.reset) return NONE;
  const standing = new Set<Uuid>();
  for (const uuid of facts.kept) {
    const at = placeOf(timeline, uuid);
    if (at === undefined || at < first || at > last || facts.tombstoned.has(uuid)) continue;
    const record = timeline.path.at(at);
    if (record !== undefined && isForModel(record)) standing.add(uuid);
  }
  if (edit.op.content.length === 0) return standing; // `/clear`: the person wants the request gone too
  const latest = latestHuman(timeline, facts.limit, facts.tombstoned);
  if (latest !== null && latest.at >= first && latest.at <= last) standing.add(latest.uuid);
  return standing;
};

/** The latest human message below a limit that the model may see and that isn't tombstoned. */
const latestHuman = (
  timeline: Timeline,
  limit: number,
  tombstoned: ReadonlySet<Uuid>,
): { readonly uuid: Uuid; readonly at: number } | null => {
  for (let at = Math.min(limit, timeline.path.length) - 1; at >= 0; at -= 1) {
    const record = timeline.path.at(at);
    if (record?.type !== 'user' || record.origin.kind !== 'human') continue;
    if (isForModel(record) && !tombstoned.has(record.uuid)) return { uuid: record.uuid, at };
  }
  return null;
};

/** Null when the path below the limit doesn't hold what the edit names, or it names nothing. */
export const coverOf = (timeline: Timeline, edit: EditRecord, facts: CoverFacts): Cover | null => {
  const at = targetPlaces(timeline, edit.op, facts.limit);
  if (at === null || at.length === 0) return null;
  return coverAt(timeline, edit, at, facts);
};

/** As `coverOf`, with the places given. */
export const coverAt = (
  timeline: Timeline,
  edit: EditRecord,
  at: readonly number[],
  facts: CoverFacts,
): Cover | null => {
  if (edit.op.kind === 'fold') {
    const [first, last] = at;
    if (first === undefined || last === undefined || first > last) return null;
    return { edit, first, last, removed: NONE, standing: standingIn(timeline, edit, first, last, facts) };
  }
  const closed = edit.op.kind === 'remove' ? closeOverRounds(timeline, at, facts.limit) : [...at];
  const first = closed.reduce((least, place) => Math.min(least, place), Number.POSITIVE_INFINITY);
  const last = closed.reduce((most, place) => Math.max(most, place), -1);
  const removed =
    edit.op.kind === 'remove'
      ? new Set(closed.flatMap((place) => timeline.path.at(place)?.uuid ?? []))
      : NONE;
  return { edit, first, last, removed, standing: NONE };
};

/** An edit that an epoch at this position of the file may name: a mark, earlier, not withdrawn before. */
export const markBefore = (timeline: Timeline, uuid: Uuid, seq: number): EditRecord | undefined => {
  const edit = recordOf(timeline, uuid);
  if (edit?.type !== 'edit' || edit.op.kind === 'withdraw') return undefined;
  if ((seqOf(timeline, uuid) ?? seq) >= seq) return undefined;
  const withdrawn = timeline.arena.withdrawals.get(uuid);
  return withdrawn !== undefined && withdrawn < seq ? undefined : edit;
};
