/**
 * Edits of scope `session` (redacted, refused by the server): once applied anywhere in the file they hold on every path
 * that has a target, until an epoch anywhere undoes them.
 */
import { fileState, type Fold } from '../timeline/fold.ts';
import type { Uuid } from '../timeline/id.ts';
import type { EditRecord, TimelineRecord } from '../timeline/record.ts';
import { openFrom, sealStep, UNSEALED, type SealState } from '../timeline/segment.ts';
import { prefixOf, recordOf, seqOf, type Timeline } from '../timeline/timeline.ts';
import { markBefore, targetPlaces, targetsOf } from './cover.ts';

export interface SessionState {
  /** Position of the epoch (or of the edit itself, at once) that put an edit in force. */
  readonly inForce: ReadonlyMap<Uuid, { readonly seq: number; readonly epoch: Uuid | null }>;
  readonly ended: ReadonlyMap<
    Uuid,
    { readonly status: 'undone' | 'dropped'; readonly why: string; readonly epoch: Uuid }
  >;
}

/** Whether all targets stood in the open segment of the edit's own path. */
const appliesAtOnce = (timeline: Timeline, edit: EditRecord, seq: number): boolean => {
  const then = prefixOf(timeline, seq + 1);
  const at = then.path.length - 1;
  const targets = targetPlaces(then, edit.op, at);
  if (targets === null || targets.length === 0) return false;
  let seals: SealState = UNSEALED;
  let place = 0;
  for (const record of then.path) seals = sealStep(seals, record, place++);
  const open = openFrom(seals, true);
  return targets.every((target) => target >= open);
};

const step = (state: SessionState, record: TimelineRecord, seq: number, timeline: Timeline): SessionState => {
  if (record.type === 'edit') {
    if (record.scope !== 'session' || record.applies !== 'at_once' || record.op.kind === 'withdraw')
      return state;
    if (!appliesAtOnce(timeline, record, seq)) return state;
    return { ...state, inForce: new Map(state.inForce).set(record.uuid, { seq, epoch: null }) };
  }
  if (record.type !== 'epoch') return state;
  const isSession = (uuid: Uuid): boolean => {
    const edit = recordOf(timeline, uuid);
    return edit?.type === 'edit' && edit.scope === 'session' && (seqOf(timeline, uuid) ?? seq) < seq;
  };
  const undo = record.undo.filter((uuid) => state.inForce.has(uuid));
  const dropped = record.dropped.filter(({ edit }) => isSession(edit));
  const apply = record.apply.filter(
    (uuid) =>
      isSession(uuid) && markBefore(timeline, uuid, seq) !== undefined && holdsAt(timeline, uuid, seq),
  );
  if (undo.length + dropped.length + apply.length === 0) return state;
  const inForce = new Map(state.inForce);
  const ended = new Map(state.ended);
  for (const uuid of undo) {
    inForce.delete(uuid);
    ended.set(uuid, { status: 'undone', why: record.sentence, epoch: record.uuid });
  }
  for (const { edit, why } of dropped) {
    if (!inForce.has(edit)) ended.set(edit, { status: 'dropped', why, epoch: record.uuid });
  }
  for (const uuid of apply) {
    if (!inForce.has(uuid)) inForce.set(uuid, { seq, epoch: record.uuid });
    ended.delete(uuid);
  }
  return { inForce, ended };
};

/** Whether something of an edit's targets was there before a position of the file. */
const holdsAt = (timeline: Timeline, uuid: Uuid, seq: number): boolean => {
  const edit = recordOf(timeline, uuid);
  if (edit?.type !== 'edit') return false;
  return targetsOf(edit.op).some((target) => (seqOf(timeline, target) ?? seq) < seq);
};

const sessionFold: Fold<SessionState> = {
  every: true,
  initial: { inForce: new Map(), ended: new Map() },
  step,
};

export const sessionState = (timeline: Timeline): SessionState => fileState(timeline, sessionFold);
