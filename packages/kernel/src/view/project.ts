/**
 * The visible form of each record of a path (SPEC 8.6), by the first rule that fits:
 *
 *     tombstoned or not for the model → nothing
 *     in an applied remove            → nothing
 *     in an applied fold              → the outermost fold, once, at its first record's place, if anything is left
 *     in an applied clear             → itself with that block replaced
 *     else                            → itself
 *
 * A function of the set of edits in force, so their order never matters. Projecting from a place on costs what stands
 * from there to the end.
 */
import type { Application } from '../edit/cover.ts';
import type { InForce } from '../edit/in-force.ts';
import type { Uuid } from '../timeline/id.ts';
import { seqOf, type Timeline } from '../timeline/timeline.ts';
import { blocksOf, isForModel, type ModelRecord } from './audience.ts';
import { clearBlocks, type BlockClear } from './clear.ts';
import type { FoldItem, ViewItem } from './item.ts';

interface Rules {
  readonly gone: ReadonlySet<Uuid>;
  readonly clears: ReadonlyMap<Uuid, readonly BlockClear[]>;
  /** The outermost, by place. */
  readonly folds: readonly Application[];
}

const rulesFrom = (timeline: Timeline, force: InForce, from: number): Rules => {
  const gone = new Set<Uuid>(force.tombstoned);
  const clears = new Map<Uuid, BlockClear[]>();
  const folds: Application[] = [];
  for (const application of force.applications) {
    if (application.last < from) continue;
    for (const uuid of application.removed) gone.add(uuid);
    const { op } = application.edit;
    if (op.kind === 'fold') folds.push(application);
    if (op.kind !== 'clear') continue;
    const seq = seqOf(timeline, application.edit.uuid) ?? timeline.length;
    for (const { target, words } of op.targets) {
      const list = clears.get(target.uuid) ?? [];
      list.push({ target, words, seq });
      clears.set(target.uuid, list);
    }
  }
  return { gone, clears, folds: shownFolds(timeline, folds) };
};

/**
 * The folds that show: the outermost. An outer one begins earlier, or is longer; of two over one span the later mark is
 * it. Folds that cross (no epoch of ours makes them) are told apart the same way: the one that begins earlier shows.
 */
export const shownFolds = (timeline: Timeline, applications: readonly Application[]): Application[] => {
  const order = ({ edit }: Application): number => seqOf(timeline, edit.uuid) ?? timeline.length;
  const shown: Application[] = [];
  const folds = applications
    .filter(({ edit }) => edit.op.kind === 'fold')
    .toSorted((a, b) => a.first - b.first || b.last - a.last || order(b) - order(a));
  for (const fold of folds) if (fold.first > (shown.at(-1)?.last ?? -1)) shown.push(fold);
  return shown;
};

/**
 * The place from which a view must be projected anew so that nothing before it can differ: a fold in force that spans
 * the place begins it.
 */
export const wholeFrom = (from: number, applications: readonly Application[]): number => {
  let start = from;
  for (let moved = true; moved;) {
    moved = false;
    for (const { edit, first, last } of applications) {
      if (edit.op.kind !== 'fold' || first >= start || last < start) continue;
      start = first;
      moved = true;
    }
  }
  return start;
};

/** Items from a place (one that `wholeFrom` gave) to the end of the path. */
export const projectFrom = (timeline: Timeline, force: InForce, from: number): ViewItem[] => {
  const rules = rulesFrom(timeline, force, from);
  const items: ViewItem[] = [];
  let nextFold = 0;
  for (let at = from; at < timeline.path.length;) {
    const fold = rules.folds[nextFold];
    if (fold !== undefined && fold.first === at) {
      items.push(...foldItems(timeline, rules, force, fold));
      at = fold.last + 1;
      nextFold += 1;
      continue;
    }
    const item = messageItem(timeline, rules, force, at, at, false);
    if (item !== null) items.push(item);
    at += 1;
  }
  return items;
};

const leftAt = (timeline: Timeline, rules: Rules, at: number): ModelRecord | null => {
  const record = timeline.path.at(at);
  return record !== undefined && isForModel(record) && !rules.gone.has(record.uuid) ? record : null;
};

const foldItems = (timeline: Timeline, rules: Rules, force: InForce, fold: Application): ViewItem[] => {
  const { op } = fold.edit;
  if (op.kind !== 'fold') return [];
  let covered = 0;
  const standing: ViewItem[] = [];
  for (let at = fold.first; at <= fold.last; at += 1) {
    const record = leftAt(timeline, rules, at);
    if (record === null) continue;
    covered += 1;
    if (!fold.standing.has(record.uuid)) continue;
    const item = messageItem(timeline, rules, force, at, fold.first, true);
    if (item !== null) standing.push(item);
  }
  if (covered === 0 || op.content.length === 0) return standing;
  const shown: FoldItem = {
    form: 'fold',
    record: fold.edit,
    place: fold.first,
    content: op.content,
    reset: op.reset,
    covered,
    last: fold.last,
  };
  return [shown, ...standing];
};

const messageItem = (
  timeline: Timeline,
  rules: Rules,
  force: InForce,
  at: number,
  place: number,
  standing: boolean,
): ViewItem | null => {
  const record = leftAt(timeline, rules, at);
  if (record === null) return null;
  const thinkingDropped =
    record.type === 'assistant' && force.cuts.some((cut) => cut.from <= at && at < cut.to);
  const clears = rules.clears.get(record.uuid);
  if (clears !== undefined) {
    const { content, cleared } = clearBlocks(blocksOf(record), clears);
    if (cleared.length > 0)
      return { form: 'cleared', record, place, at, standing, thinkingDropped, content, cleared };
  }
  return { form: 'itself', record, place, at, standing, thinkingDropped };
};
