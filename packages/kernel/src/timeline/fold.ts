/**
 * Facts computed along the path or the file, one step a record, remembered so that an append costs the new records.
 *
 *     records  r0 r1 r2 │ r3 r4          remembered up to │, the rest is stepped
 *     states   s0 s1 s2 │ s3 s4          a branch goes on from a state of the common part
 *
 * A step may look only at what stands before its record: the state after a record is then a function of the path (or
 * file) up to it, and stays true whatever is appended later.
 *
 * `every`: the state after each record is kept (for small states that are asked for at any place). Otherwise a few are,
 * closer together towards the end, so that a rewind costs about the part it leaves and memory stays small.
 */
import { SNAPSHOT_RECORDS } from '../limits.ts';
import { recall, remember } from './arena.ts';
import type { TimelineRecord } from './record.ts';
import { Sequence } from './sequence.ts';
import type { Timeline } from './timeline.ts';

/** A fact as a fold: `S` after no record, and how a record changes it. Identify it by one constant object. */
export interface Fold<S> {
  readonly initial: S;
  readonly every?: boolean;
  /** `at` is the position along the path (or file). Returns the same object when nothing changed. */
  readonly step: (state: S, record: TimelineRecord, at: number, timeline: Timeline) => S;
}

interface Snapshot<S> {
  /** Records that the state has seen. */
  readonly count: number;
  readonly state: S;
}

interface Memo<S> {
  readonly along: Sequence<TimelineRecord>;
  /** Only with `every`. */
  readonly states: Sequence<S>;
  /** Only without: ascending, the last one for the whole of `along`. */
  readonly snapshots: readonly Snapshot<S>[];
}

/** Keeps the newest, and of the older ones one for about each doubling of the distance to it. */
const thin = <S>(snapshots: readonly Snapshot<S>[]): Snapshot<S>[] => {
  const newest = snapshots.at(-1);
  if (newest === undefined) return [];
  const kept = [newest];
  let distance = 1;
  for (let index = snapshots.length - 2; index >= 0; index -= 1) {
    const snapshot = snapshots[index];
    const next = snapshots[index - 1];
    if (snapshot === undefined) continue;
    const fits = newest.count - snapshot.count >= distance;
    if (!fits && next !== undefined) continue;
    kept.push(snapshot);
    distance = Math.max(distance * 2, newest.count - snapshot.count + 1);
  }
  return kept.toReversed();
};

const extendMemo = <S>(
  timeline: Timeline,
  fold: Fold<S>,
  memo: Memo<S> | undefined,
  along: Sequence<TimelineRecord>,
  common: number,
): Memo<S> => {
  const base = memo?.snapshots.filter((snapshot) => snapshot.count <= common) ?? [];
  const nearest = base.at(-1);
  const from = fold.every === true ? common : (nearest?.count ?? 0);
  let state = fold.initial;
  if (from > 0) state = fold.every === true ? (memo?.states.at(from - 1) as S) : (nearest?.state as S); // from > 0 means that it is there
  const fresh: S[] = [];
  const snapshots = [...base];
  for (let at = from; at < along.length; at += 1) {
    state = fold.step(state, along.at(at) as TimelineRecord, at, timeline); // inside the length
    if (fold.every === true) fresh.push(state);
    else if ((at + 1) % SNAPSHOT_RECORDS === 0) snapshots.push({ count: at + 1, state });
  }
  if (fold.every === true) {
    const states = (memo?.states.take(common) ?? Sequence.empty<S>()).extend(fresh);
    return { along, states, snapshots: [] };
  }
  if (snapshots.at(-1)?.count !== along.length) snapshots.push({ count: along.length, state });
  return { along, states: Sequence.empty(), snapshots: thin(snapshots) };
};

const stateAlong = <S>(
  timeline: Timeline,
  fold: Fold<S>,
  along: Sequence<TimelineRecord>,
  count: number,
): S => {
  if (count <= 0) return fold.initial;
  const part = along.take(count);
  let memo = recall<Memo<S>>(timeline, fold);
  const target = fold.every === true ? along : part;
  const common = memo?.along.commonLength(target) ?? 0;
  const exact = memo?.snapshots.find((snapshot) => snapshot.count === count && count <= common);
  if (exact !== undefined) return exact.state;
  if (memo === undefined || fold.every !== true || common < count) {
    memo = extendMemo(timeline, fold, memo, target, common);
    // A question about an earlier place must not forget the newest.
    if (target.length === along.length) remember(timeline, fold, memo);
  }
  return fold.every === true
    ? (memo.states.at(count - 1) as S) // count is at least 1 and at most the length
    : (memo.snapshots.at(-1)?.state ?? fold.initial);
};

/** The state after the first `count` records of the path (all by default). A fold is used along one thing only. */
export const pathState = <S>(timeline: Timeline, fold: Fold<S>, count: number = timeline.path.length): S =>
  stateAlong(timeline, fold, timeline.path, count);

/** The state after the first `count` records of the file (all by default). */
export const fileState = <S>(timeline: Timeline, fold: Fold<S>, count: number = timeline.length): S =>
  stateAlong(timeline, fold, timeline.records, count);
