/**
 * Everything that shapes the model view of a path: what is tombstoned, which edits are in force (of path and session
 * scope), which thinking is cut.
 */
import { placeOf, placesBefore } from '../timeline/path.ts';
import type { Uuid } from '../timeline/id.ts';
import { recall, remember } from '../timeline/arena.ts';
import type { TimelineRecord } from '../timeline/record.ts';
import type { Sequence } from '../timeline/sequence.ts';
import { recordOf, type Timeline } from '../timeline/timeline.ts';
import { appliedState, type AppliedState, type Cut } from './application.ts';
import { coverAt, targetsOf, type Application } from './cover.ts';
import { sessionState, type SessionState } from './session-scope.ts';

export interface InForce {
  readonly tombstoned: ReadonlySet<Uuid>;
  readonly applications: readonly Application[];
  readonly cuts: readonly Cut[];
}

interface Memo {
  readonly path: Sequence<TimelineRecord>;
  readonly applied: AppliedState['applied'];
  readonly session: SessionState;
  readonly ofSession: readonly Application[];
  readonly force: InForce;
}

const KEY = { name: 'in force' };

/** The same object as long as nothing changed on a path that only grew. */
export const inForce = (timeline: Timeline): InForce => {
  const { tombstoned, applied, cuts } = appliedState(timeline);
  const session = sessionState(timeline);
  const memo = recall<Memo>(timeline, KEY);
  const grown = memo !== undefined && memo.path.commonLength(timeline.path) === memo.path.length;
  const ofSession =
    memo !== undefined && memo.session === session && (grown || session.inForce.size === 0)
      ? memo.ofSession
      : sessionApplications(timeline, session);
  const same =
    memo !== undefined &&
    memo.applied === applied &&
    memo.ofSession === ofSession &&
    memo.force.cuts === cuts &&
    memo.force.tombstoned === tombstoned;
  const force = same ? memo.force : { tombstoned, applications: [...applied.values(), ...ofSession], cuts };
  remember<Memo>(timeline, KEY, { path: timeline.path, applied, session, ofSession, force });
  return force;
};

/** Session edits in force on this path, with what they cover here. */
const sessionApplications = (timeline: Timeline, session: SessionState): readonly Application[] =>
  [...session.inForce].flatMap(([uuid, { seq, epoch }]) => {
    const edit = recordOf(timeline, uuid);
    if (edit?.type !== 'edit') return [];
    const limit = placesBefore(timeline, seq);
    const here = targetsOf(edit.op)
      .flatMap((target) => placeOf(timeline, target) ?? [])
      .filter((at) => at < limit);
    if (here.length === 0 || (edit.op.kind === 'fold' && here.length < 2)) return [];
    const { kept, tombstoned } = appliedState(timeline, limit);
    const cover = coverAt(timeline, edit, here, { limit, kept, tombstoned });
    return cover === null ? [] : [{ ...cover, epoch }];
  });
