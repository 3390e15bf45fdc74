/**
 * Where every mark of the file stands on this path.
 *
 *     open ──epoch──→ applied ──epoch undoes──→ undone        an epoch off the path counts as never written
 *       ├──epoch────→ dropped (judged illegal, with the reason)
 *       └──withdraw─→ withdrawn                                a withdrawal counts wherever it stands
 *     elsewhere: a target isn't on the path
 */
import { fileState, type Fold } from '../timeline/fold.ts';
import type { Uuid } from '../timeline/id.ts';
import { recall, remember } from '../timeline/arena.ts';
import { placesBefore } from '../timeline/path.ts';
import type { EditRecord, TimelineRecord } from '../timeline/record.ts';
import { Sequence } from '../timeline/sequence.ts';
import { recordOf, seqOf, type Timeline } from '../timeline/timeline.ts';
import { appliedState, type AppliedState } from './application.ts';
import { targetPlaces } from './cover.ts';
import { inForce } from './in-force.ts';
import { sessionState, type SessionState } from './session-scope.ts';

/** Where a mark stands on this path. */
export type EditStatus =
  | { readonly status: 'open' }
  /** `epoch` null: it applied at once. */
  | { readonly status: 'applied'; readonly epoch: Uuid | null }
  | { readonly status: 'undone' | 'dropped'; readonly epoch: Uuid; readonly why: string }
  | { readonly status: 'withdrawn' }
  | { readonly status: 'elsewhere' };

/** A mark with its status. */
export interface EditEntry {
  readonly edit: EditRecord;
  readonly state: EditStatus;
}

interface MarkState {
  readonly marks: Sequence<EditRecord>;
  readonly withdrawals: number;
}

const markFold: Fold<MarkState> = {
  initial: { marks: Sequence.empty(), withdrawals: 0 },
  every: true,
  step: (state, record) => {
    if (record.type !== 'edit') return state;
    return record.op.kind === 'withdraw'
      ? { ...state, withdrawals: state.withdrawals + 1 }
      : { ...state, marks: state.marks.append(record) };
  },
};

interface Facts {
  readonly timeline: Timeline;
  readonly path: AppliedState;
  readonly session: SessionState;
}

const factsOf = (timeline: Timeline): Facts => ({
  timeline,
  path: appliedState(timeline),
  session: sessionState(timeline),
});

const statusOf = ({ timeline, path, session }: Facts, edit: EditRecord): EditStatus => {
  const scope = edit.scope === 'session' ? session.inForce.get(edit.uuid) : path.applied.get(edit.uuid);
  if (scope !== undefined) return { status: 'applied', epoch: scope.epoch };
  const ended = edit.scope === 'session' ? session.ended.get(edit.uuid) : path.ended.get(edit.uuid);
  if (ended !== undefined) return ended;
  const withdrawn = timeline.arena.withdrawals.get(edit.uuid);
  if (withdrawn !== undefined && withdrawn < timeline.length) return { status: 'withdrawn' };
  // A target that came after its mark is none: so what is open changes only with what this path has of edits.
  const places = targetPlaces(timeline, edit.op, placesBefore(timeline, seqOf(timeline, edit.uuid) ?? 0));
  return places === null || places.length === 0 ? { status: 'elsewhere' } : { status: 'open' };
};

/** Every mark of the file in order, with its status on this path. Costs the number of marks. */
export const editState = (timeline: Timeline): readonly EditEntry[] => {
  const facts = factsOf(timeline);
  return [...fileState(timeline, markFold).marks].map((edit) => ({ edit, state: statusOf(facts, edit) }));
};

/** The status of one edit; undefined when it is no mark of this timeline. */
export const editStatus = (timeline: Timeline, uuid: Uuid): EditStatus | undefined => {
  const edit = recordOf(timeline, uuid);
  return edit?.type === 'edit' && edit.op.kind !== 'withdraw' ? statusOf(factsOf(timeline), edit) : undefined;
};

interface Memo extends Omit<Facts, 'timeline'>, MarkState {
  readonly along: Sequence<TimelineRecord>;
  readonly open: readonly EditRecord[];
}

const KEY = { name: 'open marks' };

/** Marks that wait for an epoch on this path, in the order of the file. Costs the new marks while nothing else changed. */
export const openMarks = (timeline: Timeline): readonly EditRecord[] => {
  const facts = factsOf(timeline);
  const { marks, withdrawals } = fileState(timeline, markFold);
  const memo = recall<Memo>(timeline, KEY);
  const same =
    memo !== undefined &&
    memo.withdrawals === withdrawals &&
    memo.path.applied === facts.path.applied &&
    memo.path.ended === facts.path.ended &&
    memo.session === facts.session &&
    memo.along.commonLength(timeline.path) === memo.along.length &&
    memo.marks.commonLength(marks) === memo.marks.length;
  const fresh = marks
    .slice(same ? memo.marks.length : 0)
    .filter((edit) => statusOf(facts, edit).status === 'open');
  const open = !same ? fresh : fresh.length === 0 ? memo.open : [...memo.open, ...fresh];
  const { path, session } = facts;
  remember<Memo>(timeline, KEY, { path, session, marks, withdrawals, along: timeline.path, open });
  return open;
};

/** Messages that the person protected from every edit. */
export const keptOf = (timeline: Timeline): ReadonlySet<Uuid> => appliedState(timeline).kept;

/** Edits in force on this path, with what they cover. */
export const applicationsOf = (timeline: Timeline) => inForce(timeline).applications;
