/**
 * Planning an epoch: which of the marks named may be applied, what is dropped and why, where bound thinking is cut.
 *
 *     open marks ─ legality, earlier seq first ─→ apply ┐
 *     edits in force ───────────────────────────→ undo  ├─ view before │ view after ─→ first change ─→ cut
 */
import type { Uuid } from '../timeline/id.ts';
import type { EditRecord, EpochRecord, New } from '../timeline/record.ts';
import { Sequence } from '../timeline/sequence.ts';
import { seqOf, type Timeline } from '../timeline/timeline.ts';
import type { ViewItem } from '../view/item.ts';
import { modelView } from '../view/model-view.ts';
import { countBefore } from '../view/place.ts';
import { projectFrom, shownFolds, wholeFrom } from '../view/project.ts';
import { appliedState } from './application.ts';
import { coverOf, type Application, type Cover } from './cover.ts';
import { cutOf } from './cut.ts';
import type { EpochReason } from './edit.ts';
import { inForce, type InForce } from './in-force.ts';
import { DROP_WORDS, illegality, type DropReason } from './legality.ts';
import { openMarks } from './state.ts';

/** What an epoch shall do. */
export interface EpochPlan {
  /** Marks to apply; what is not an open mark of this path is passed over. */
  readonly apply?: readonly Uuid[];
  /** Edits in force to undo; others are passed over. */
  readonly undo?: readonly Uuid[];
  readonly reason: EpochReason;
  /** The decision in one sentence. */
  readonly sentence: string;
  /** US dollars of acting now against not acting; null where no price is known. */
  readonly price: number | null;
  /** Whether the model's thinking is bound to its prefix; unknown = true. */
  readonly bound: boolean;
}

/** True when no epoch stands behind the last request: there is at most one per request. */
export const mayPlanEpoch = (timeline: Timeline): boolean => {
  const { lastEpoch, lastRequest } = appliedState(timeline);
  return lastEpoch < 0 || lastEpoch < lastRequest;
};

/** The epoch record to append; null when there is nothing to do, or one stands behind the last request already. */
export const planEpoch = (timeline: Timeline, plan: EpochPlan): New<EpochRecord> | null => {
  if (!mayPlanEpoch(timeline)) return null;
  const force = inForce(timeline);
  const undo = new Set(
    (plan.undo ?? []).filter((uuid) => force.applications.some(({ edit }) => edit.uuid === uuid)),
  );
  const base: InForce = {
    ...force,
    applications: force.applications.filter(({ edit }) => !undo.has(edit.uuid)),
  };
  const wanted = new Set(plan.apply ?? []);
  const marks = openMarks(timeline).filter(({ uuid }) => wanted.has(uuid));
  const { accepted, dropped } = judge(timeline, marks, base, viewUnder(timeline, force, base));
  if (undo.size + accepted.length + dropped.length === 0) return null;
  const after: InForce = { ...base, applications: [...base.applications, ...accepted] };
  return {
    type: 'epoch',
    apply: bySeq(
      timeline,
      accepted.map(({ edit }) => edit.uuid),
    ),
    undo: [...undo],
    dropped: dropped.map(({ edit, why }) => ({ edit, why: DROP_WORDS[why] })),
    reason: plan.reason,
    sentence: plan.sentence,
    price: plan.price,
    cut: plan.bound ? cutOf(timeline, force, after) : null,
  };
};

const bySeq = (timeline: Timeline, uuids: readonly Uuid[]): Uuid[] =>
  uuids.toSorted((a, b) => (seqOf(timeline, a) ?? 0) - (seqOf(timeline, b) ?? 0));

/** The view with other edits in force than now. */
const viewUnder = (timeline: Timeline, now: InForce, then: InForce): Sequence<ViewItem> => {
  const view = modelView(timeline);
  const changed = now.applications.filter((application) => !then.applications.includes(application));
  if (changed.length === 0) return view;
  const from = wholeFrom(Math.min(...changed.map(({ first }) => first)), now.applications);
  return view.take(countBefore(view, from)).extend(projectFrom(timeline, then, from));
};

interface Verdict {
  readonly accepted: readonly Application[];
  readonly dropped: readonly { readonly edit: Uuid; readonly why: DropReason }[];
}

const isFold = ({ edit }: Cover): boolean => edit.op.kind === 'fold';

/** Marks in the order of the file: of two that overlap wrongly the earlier stays. */
const judge = (
  timeline: Timeline,
  marks: readonly EditRecord[],
  base: InForce,
  view: Sequence<ViewItem>,
): Verdict => {
  const { kept, tombstoned } = appliedState(timeline);
  const limit = timeline.path.length;
  const accepted: Application[] = [];
  const dropped: { edit: Uuid; why: DropReason }[] = [];
  const hiding = shownFolds(timeline, base.applications);
  const folds: Cover[] = base.applications.filter(isFold);
  for (const edit of marks) {
    const cover = coverOf(timeline, edit, { limit, kept, tombstoned });
    const why =
      cover === null ? absence(timeline, edit) : illegality(cover, { timeline, kept, view, hiding, folds });
    if (cover === null || why !== null) {
      dropped.push({ edit: edit.uuid, why: why ?? 'not_there' });
      continue;
    }
    accepted.push({ ...cover, epoch: edit.uuid }); // the epoch has no uuid yet, and nothing here asks for it
    if (isFold(cover)) folds.push(cover);
  }
  return { accepted, dropped };
};

const absence = (timeline: Timeline, { op }: EditRecord): DropReason => {
  if (op.kind !== 'fold') return 'not_there';
  return seqOf(timeline, op.first) === undefined || seqOf(timeline, op.last) === undefined
    ? 'not_there'
    : 'bad_span';
};
