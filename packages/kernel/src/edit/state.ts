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
import type { EditRecord } from '../timeline/record.ts';
import { Sequence } from '../timeline/sequence.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { appliedState } from './application.ts';
import { targetPlaces } from './cover.ts';
import { inForce } from './in-force.ts';
import { sessionState } from './session-scope.ts';

export type EditStatus =
  | { readonly status: 'open' }
  /** `epoch` null: it applied at once. */
  | { readonly status: 'applied'; readonly epoch: Uuid | null }
  | { readonly status: 'undone' | 'dropped'; readonly epoch: Uuid; readonly why: string }
  | { readonly status: 'withdrawn' }
  | { readonly status: 'elsewhere' };

export interface EditEntry {
  readonly edit: EditRecord;
  readonly state: EditStatus;
}

const marksFold: Fold<Sequence<EditRecord>> = {
  initial: Sequence.empty(),
  every: true,
  step: (marks, record) =>
    record.type === 'edit' && record.op.kind !== 'withdraw' ? marks.append(record) : marks,
};

const statusOf = (timeline: Timeline, edit: EditRecord): EditStatus => {
  const path = appliedState(timeline);
  const session = sessionState(timeline);
  const scope = edit.scope === 'session' ? session.inForce.get(edit.uuid) : path.applied.get(edit.uuid);
  if (scope !== undefined) return { status: 'applied', epoch: scope.epoch };
  const ended = edit.scope === 'session' ? session.ended.get(edit.uuid) : path.ended.get(edit.uuid);
  if (ended !== undefined) return ended;
  const withdrawn = timeline.arena.withdrawals.get(edit.uuid);
  if (withdrawn !== undefined && withdrawn < timeline.length) return { status: 'withdrawn' };
  const places = targetPlaces(timeline, edit.op, timeline.path.length);
  return places === null || places.length === 0 ? { status: 'elsewhere' } : { status: 'open' };
};

/** Every mark of the file in order, with its status on this path. Costs the number of marks. */
export const editState = (timeline: Timeline): readonly EditEntry[] =>
  [...fileState(timeline, marksFold)].map((edit) => ({ edit, state: statusOf(timeline, edit) }));

/** The status of one edit; undefined when it is no mark of this timeline. */
export const editStatus = (timeline: Timeline, uuid: Uuid): EditStatus | undefined => {
  for (const edit of fileState(timeline, marksFold)) if (edit.uuid === uuid) return statusOf(timeline, edit);
  return undefined;
};

/** Marks that wait for an epoch on this path, in the order of the file. */
export const openMarks = (timeline: Timeline): readonly EditRecord[] =>
  editState(timeline).flatMap(({ edit, state }) => (state.status === 'open' ? [edit] : []));

/** Messages that the person protected from every edit. */
export const keptOf = (timeline: Timeline): ReadonlySet<Uuid> => appliedState(timeline).kept;

/** Edits in force on this path, with what they cover. */
export const applicationsOf = (timeline: Timeline) => inForce(timeline).applications;
