/**
 * Which edits are applied on a path (SPEC 8.6), as a fold: at an epoch the marks it names come in force and the ones it
 * undoes go out. What an application covers (a closed remove, what stands behind a reset) is fixed by the path up to
 * its epoch, so nothing that comes later changes a byte.
 *
 * A tombstone takes back a message of the open round; it counts on its path, as epochs do. Nothing stops one that names
 * a sealed message (I11 comes first), but then no epoch explains the bytes that change: only the open round's are made.
 *
 * Session scope is kept apart (session-scope.ts): it follows the file, not the path.
 */
import { pathState, type Fold } from '../timeline/fold.ts';
import type { Uuid } from '../timeline/id.ts';
import { placeOf } from '../timeline/path.ts';
import type { EditRecord, EpochRecord, TimelineRecord } from '../timeline/record.ts';
import { openFrom, sealStep, UNSEALED, type SealState } from '../timeline/segment.ts';
import { seqOf, type Timeline } from '../timeline/timeline.ts';
import { isTakenBack } from '../view/audience.ts';
import { coverOf, markBefore, type Application } from './cover.ts';

/** Thinking of the places `from` (inclusive) to `to` (exclusive, the epoch) is gone for good. */
export interface Cut {
  readonly from: number;
  readonly to: number;
}

/** Why an edit is no longer open without being in force. */
interface Ended {
  readonly status: 'undone' | 'dropped';
  readonly why: string;
  readonly epoch: Uuid;
}

/** What the edits, epochs, tombstones and keeps of a path come to. */
export interface AppliedState {
  readonly seals: SealState;
  readonly kept: ReadonlySet<Uuid>;
  readonly tombstoned: ReadonlySet<Uuid>;
  /** Edits of path scope in force, by their uuid. */
  readonly applied: ReadonlyMap<Uuid, Application>;
  readonly ended: ReadonlyMap<Uuid, Ended>;
  readonly cuts: readonly Cut[];
  /** Place of the last epoch, and of the last request; -1 for none. */
  readonly lastEpoch: number;
  readonly lastRequest: number;
}

const initial: AppliedState = {
  seals: UNSEALED,
  kept: new Set(),
  tombstoned: new Set(),
  applied: new Map(),
  ended: new Map(),
  cuts: [],
  lastEpoch: -1,
  lastRequest: -1,
};

const applyAtOnce = (state: AppliedState, edit: EditRecord, at: number, timeline: Timeline): AppliedState => {
  const cover = coverOf(timeline, edit, { limit: at, kept: state.kept, tombstoned: state.tombstoned });
  // What touches sealed bytes stays a mark until an epoch.
  if (cover === null || cover.first < openFrom(state.seals, true)) return state;
  return { ...state, applied: new Map(state.applied).set(edit.uuid, { ...cover, epoch: null }) };
};

const applyEpoch = (
  state: AppliedState,
  epoch: EpochRecord,
  at: number,
  timeline: Timeline,
): AppliedState => {
  const seq = seqOf(timeline, epoch.uuid) ?? timeline.length;
  const applied = new Map(state.applied);
  const ended = new Map(state.ended);
  for (const uuid of epoch.undo) {
    if (applied.delete(uuid)) ended.set(uuid, { status: 'undone', why: epoch.sentence, epoch: epoch.uuid });
  }
  for (const { edit, why } of epoch.dropped) {
    if (!applied.has(edit)) ended.set(edit, { status: 'dropped', why, epoch: epoch.uuid });
  }
  const edits = epoch.apply
    .flatMap((uuid) => markBefore(timeline, uuid, seq) ?? [])
    .filter((edit) => edit.scope === 'path');
  for (const edit of edits) {
    if (applied.has(edit.uuid)) continue;
    const cover = coverOf(timeline, edit, { limit: at, kept: state.kept, tombstoned: state.tombstoned });
    if (cover === null) continue;
    applied.set(edit.uuid, { ...cover, epoch: epoch.uuid });
    ended.delete(edit.uuid);
  }
  const cut = epoch.cut === null ? undefined : placeOf(timeline, epoch.cut);
  const cuts = cut !== undefined && cut < at ? [...state.cuts, { from: cut, to: at }] : state.cuts;
  return { ...state, applied, ended, cuts, lastEpoch: at };
};

const withUuid = (set: ReadonlySet<Uuid>, uuid: Uuid, present: boolean): ReadonlySet<Uuid> => {
  const next = new Set(set);
  if (present) next.add(uuid);
  else next.delete(uuid);
  return next;
};

const step = (before: AppliedState, record: TimelineRecord, at: number, timeline: Timeline): AppliedState => {
  const seals = sealStep(before.seals, record, at);
  const state = seals === before.seals ? before : { ...before, seals };
  switch (record.type) {
    case 'request':
      return { ...state, lastRequest: at };
    case 'tombstone': {
      const target = placeOf(timeline, record.target);
      if (target === undefined || target >= at || !isTakenBack(timeline.path.at(target))) return state;
      return { ...state, tombstoned: withUuid(state.tombstoned, record.target, true) };
    }
    case 'control':
      if (record.control.kind === 'keep')
        return { ...state, kept: withUuid(state.kept, record.control.target, true) };
      if (record.control.kind === 'unkeep')
        return { ...state, kept: withUuid(state.kept, record.control.target, false) };
      return state;
    case 'edit':
      return record.applies === 'at_once' && record.scope === 'path' && record.op.kind !== 'withdraw'
        ? applyAtOnce(state, record, at, timeline)
        : state;
    case 'epoch':
      return applyEpoch(state, record, at, timeline);
    default:
      return state;
  }
};

const appliedFold: Fold<AppliedState> = { initial, step };

/** What is applied after the first `count` records of the path (all by default). */
export const appliedState = (timeline: Timeline, count: number = timeline.path.length): AppliedState =>
  pathState(timeline, appliedFold, count);
