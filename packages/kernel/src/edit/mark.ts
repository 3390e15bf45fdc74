/** Making edits: each function returns the record to append and touches nothing. */
import { closeOverRounds } from '../timeline/round.ts';
import type { Uuid } from '../timeline/id.ts';
import { placeOf } from '../timeline/path.ts';
import type { ControlRecord, EditRecord, EpochRecord, New } from '../timeline/record.ts';
import { openFrom } from '../timeline/segment.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { appliedState } from './application.ts';
import { targetPlaces, targetsOf } from './cover.ts';
import type { MarkOp } from './edit.ts';
import { planEpoch, type EpochPlan } from './epoch.ts';
import { clearIllegality, DROP_WORDS, type DropReason } from './legality.ts';
import { editStatus } from './state.ts';

/** What to mark, who asks and why. */
export interface MarkRequest {
  readonly op: MarkOp;
  readonly by: EditRecord['by'];
  /** In words, for `/context`. */
  readonly why: string;
  /** `path` by default. */
  readonly scope?: EditRecord['scope'];
  /** Ask to apply at once; granted when every target stands in the open segment and no request is on its way. */
  readonly atOnce?: boolean;
}

/** The record to append, or why there is none. */
export type Marked =
  | { readonly ok: true; readonly record: New<EditRecord> }
  | { readonly ok: false; readonly reason: DropReason; readonly words: string };

const refused = (reason: DropReason): Marked => ({ ok: false, reason, words: DROP_WORDS[reason] });

/** The records closed over their API rounds, in path order; what is not on the path is passed over. */
export const closure = (timeline: Timeline, uuids: readonly Uuid[]): readonly Uuid[] =>
  closeOverRounds(
    timeline,
    uuids.flatMap((uuid) => placeOf(timeline, uuid) ?? []),
  ).flatMap((place) => timeline.path.at(place)?.uuid ?? []);

/** A mark: without effect until an epoch applies it. A remove is closed over its rounds; kept messages are refused. */
export const mark = (timeline: Timeline, request: MarkRequest): Marked => {
  const places = targetPlaces(timeline, request.op, timeline.path.length);
  if (places === null || places.length === 0) return refused('not_there');
  const op: MarkOp =
    request.op.kind === 'remove'
      ? { kind: 'remove', targets: closure(timeline, request.op.targets) }
      : request.op;
  const { kept, seals } = appliedState(timeline);
  if (op.kind !== 'fold' && targetsOf(op).some((uuid) => kept.has(uuid))) return refused('kept');
  if (op.kind === 'clear') {
    const reason = clearIllegality({ scope: request.scope ?? 'path' }, op, { timeline, kept });
    if (reason !== null) return refused(reason);
  }
  if (op.kind === 'fold') {
    const [first = 0, last = -1] = places;
    if (first > last) return refused('bad_span');
  }
  const covered = op.kind === 'remove' ? (targetPlaces(timeline, op, timeline.path.length) ?? []) : places;
  const open = openFrom(seals, true);
  const atOnce = request.atOnce === true && covered.every((place) => place >= open);
  return {
    ok: true,
    record: {
      type: 'edit',
      op,
      by: request.by,
      why: request.why,
      scope: request.scope ?? 'path',
      applies: atOnce ? 'at_once' : 'at_epoch',
    },
  };
};

/** Takes a mark back that no epoch has applied; null when it is not open on this path. */
export const withdraw = (
  timeline: Timeline,
  edit: Uuid,
  reason: { readonly by: EditRecord['by']; readonly why: string },
): New<EditRecord> | null =>
  editStatus(timeline, edit)?.status === 'open'
    ? { type: 'edit', op: { kind: 'withdraw', edit }, ...reason, scope: 'path', applies: 'at_epoch' }
    : null;

/**
 * Undoes edits in force: an epoch of its own (`reason: undo` unless the plan says otherwise). Null when none of them is
 * in force, or an epoch stands behind the last request already: then the undo waits for the next.
 */
export const undo = (
  timeline: Timeline,
  edits: readonly Uuid[],
  plan: Pick<EpochPlan, 'sentence' | 'price' | 'bound'>,
): New<EpochRecord> | null => planEpoch(timeline, { ...plan, undo: edits, reason: 'undo' });

/** Protects a message from every edit from here on; null when it is not on the path or kept already. */
export const keep = (timeline: Timeline, target: Uuid): New<ControlRecord> | null =>
  placeOf(timeline, target) === undefined || appliedState(timeline).kept.has(target)
    ? null
    : { type: 'control', control: { kind: 'keep', target } };

/** Takes the protection back; null when it is not kept. */
export const unkeep = (timeline: Timeline, target: Uuid): New<ControlRecord> | null =>
  appliedState(timeline).kept.has(target) ? { type: 'control', control: { kind: 'unkeep', target } } : null;
