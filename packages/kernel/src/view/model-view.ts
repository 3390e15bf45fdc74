/**
 * The model view, kept up: an append costs the new records, a mark nothing, an epoch, an undo or a rewind the part
 * behind the first place that changed.
 *
 *     remembered  path, edits in force, items ──┐
 *     asked for   path', edits in force'        ├─ keep items before the first change, project the rest
 */
import { inForce, type InForce } from '../edit/in-force.ts';
import { placeOf } from '../timeline/path.ts';
import { recall, remember } from '../timeline/arena.ts';
import type { TimelineRecord } from '../timeline/record.ts';
import { Sequence } from '../timeline/sequence.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { ViewItem } from './item.ts';
import { countBefore } from './place.ts';
import { projectFrom, wholeFrom } from './project.ts';

interface Memo {
  readonly path: Sequence<TimelineRecord>;
  readonly force: InForce;
  readonly items: Sequence<ViewItem>;
}

const NOTHING_IN_FORCE: InForce = { tombstoned: new Set(), applications: [], cuts: [] };
const KEY = { name: 'model view' };

/** What the model sees, in order. The value never changes: a later view is another one. */
export const modelView = (timeline: Timeline): Sequence<ViewItem> => {
  const memo = recall<Memo>(timeline, KEY);
  const force = inForce(timeline);
  const from = memo === undefined ? 0 : firstChange(timeline, memo, force);
  if (memo !== undefined && from >= timeline.path.length && memo.path.length === timeline.path.length)
    return memo.items;
  const items = (memo?.items.take(countBefore(memo.items, from)) ?? Sequence.empty<ViewItem>()).extend(
    // Nothing that was in force can cover what came after it: what only grew under it is projected without rules.
    projectFrom(
      timeline,
      memo?.force === force && from === memo.path.length ? NOTHING_IN_FORCE : force,
      from,
    ),
  );
  remember<Memo>(timeline, KEY, { path: timeline.path, force, items });
  return items;
};

const firstChange = (timeline: Timeline, memo: Memo, force: InForce): number => {
  let from = memo.path.commonLength(timeline.path);
  const old = memo.force;
  if (old === force) return wholeFrom(from, from < memo.path.length ? force.applications : []);
  for (const application of differing(old.applications, force.applications))
    from = Math.min(from, application.first);
  if (old.cuts !== force.cuts) {
    for (const cut of differing(old.cuts, force.cuts)) from = Math.min(from, cut.from);
  }
  if (old.tombstoned !== force.tombstoned) {
    for (const uuid of differing([...old.tombstoned], [...force.tombstoned])) {
      from = Math.min(from, placeOf(timeline, uuid) ?? from);
    }
  }
  return wholeFrom(wholeFrom(from, force.applications), old.applications);
};

/** What one list has and the other lacks, by identity. */
const differing = <T>(a: readonly T[], b: readonly T[]): T[] => {
  if (a.length === 0) return [...b];
  const inA = new Set(a);
  const inB = new Set(b);
  return [...a.filter((item) => !inB.has(item)), ...b.filter((item) => !inA.has(item))];
};
