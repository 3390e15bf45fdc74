/**
 * Legality of marks, judged at the epoch (SPEC 8.6): spans are nested or disjoint, at round boundaries, without open
 * calls; a remove is closed over its round; kept messages are left alone; in a reset kept messages and the latest human
 * message stand behind the fold; nothing makes the view longer (I13).
 */
import { isText, isToolResult, isToolUse } from '../timeline/block.ts';
import type { Uuid } from '../timeline/id.ts';
import { placeOf } from '../timeline/path.ts';
import type { EditRecord } from '../timeline/record.ts';
import { closeOverRounds, openCallsAt } from '../timeline/round.ts';
import type { Sequence } from '../timeline/sequence.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { isBlankText } from '../timeline/white-space.ts';
import { blocksOf, isForModel } from '../view/audience.ts';
import { clearedBlock } from '../view/clear.ts';
import type { ViewItem } from '../view/item.ts';
import { countBefore } from '../view/place.ts';
import type { Cover } from './cover.ts';
import type { BlockTarget, EditOp } from './edit.ts';
import { itemSize, sizeOf } from './size.ts';

/** Why a mark was dropped, as it is written into the epoch. */
export const DROP_WORDS = {
  not_there: 'what it names is not on this path',
  bad_span: 'its span ends before it begins',
  cuts_round: 'its span cuts an API round',
  open_call: 'it covers a call that has no result yet',
  kept: 'it covers a message that is kept',
  overlap: 'its span crosses that of an earlier fold',
  not_at_start: 'a reset begins at the first record',
  no_such_block: 'there is no such block',
  nothing_left: 'nothing of its span is left',
  blank: 'its text is blank',
  not_smaller: 'it is not smaller than what it replaces',
} as const;
/** Names of the reasons. */
export type DropReason = keyof typeof DROP_WORDS;

export interface LegalityFacts {
  readonly timeline: Timeline;
  readonly kept: ReadonlySet<Uuid>;
  /** The view that the epoch starts from, its undos carried out. */
  readonly view: Sequence<ViewItem>;
  /** Folds that show: what lies inside one changes nothing that shows. */
  readonly hiding: readonly Cover[];
  /** Folds in force, and those accepted for this epoch before this mark. */
  readonly folds: readonly Cover[];
}

/** Null when the mark may be applied as covered. */
export const illegality = (cover: Cover, facts: LegalityFacts): DropReason | null => {
  switch (cover.edit.op.kind) {
    case 'remove':
      return removeIllegality(cover, facts);
    case 'clear':
      return clearIllegality(cover.edit, cover.edit.op, facts);
    case 'fold':
      return foldIllegality(cover, cover.edit.op, facts);
    case 'withdraw':
      return 'not_there';
  }
};

const removeIllegality = (cover: Cover, { timeline, kept }: LegalityFacts): DropReason | null => {
  const places = [...cover.removed].flatMap((uuid) => placeOf(timeline, uuid) ?? []);
  if ([...cover.removed].some((uuid) => kept.has(uuid))) return 'kept';
  return openCallsAt(timeline, places).length > 0 ? 'open_call' : null;
};

/** The block of a record that a target means, undefined when there is none. */
const targetedBlock = (timeline: Timeline, target: BlockTarget) => {
  const place = placeOf(timeline, target.uuid);
  const record = place === undefined ? undefined : timeline.path.at(place);
  if (record === undefined || !isForModel(record)) return undefined;
  if ('blockIndex' in target) return blocksOf(record)[target.blockIndex];
  return blocksOf(record).find((block) =>
    isToolResult(block)
      ? block.tool_use_id === target.toolUseId
      : isToolUse(block) && block.id === target.toolUseId,
  );
};

/** Asked when a clear is marked, too: one block that would grow drops the whole mark. */
export const clearIllegality = (
  edit: Pick<EditRecord, 'scope'>,
  op: Extract<EditOp, { readonly kind: 'clear' }>,
  { timeline, kept }: Pick<LegalityFacts, 'timeline' | 'kept'>,
): DropReason | null => {
  for (const { target, words } of op.targets) {
    if (kept.has(target.uuid)) return 'kept';
    const block = targetedBlock(timeline, target);
    if (block === undefined) return 'no_such_block';
    const place = placeOf(timeline, target.uuid) ?? -1;
    if (isToolUse(block) && openCallsAt(timeline, [place]).includes(block.id)) return 'open_call';
    const replaced = clearedBlock(block, words);
    // Each block on its own: which of several clears of it is in force may change later.
    const size = replaced === null ? 0 : sizeOf([replaced]);
    if (size > sizeOf([block]) && !mayGrow(edit)) return 'not_smaller';
  }
  return null;
};

/** What the server refused, or what was redacted, must go even where the words are longer. */
const mayGrow = (edit: Pick<EditRecord, 'scope'>): boolean => edit.scope === 'session';

const foldIllegality = (
  cover: Cover,
  op: Extract<EditOp, { readonly kind: 'fold' }>,
  facts: LegalityFacts,
): DropReason | null => {
  const { timeline, kept, folds } = facts;
  const span = Array.from({ length: cover.last - cover.first + 1 }, (_, index) => cover.first + index);
  if (op.content.length > 0 && op.content.every((block) => isText(block) && isBlankText(block.text)))
    return 'blank';
  if (op.reset && hasModelRecordBefore(timeline, cover.first)) return 'not_at_start';
  if (closeOverRounds(timeline, span).length !== span.length) return 'cuts_round';
  if (openCallsAt(timeline, span).length > 0) return 'open_call';
  if (!op.reset && span.some((place) => kept.has(timeline.path.at(place)?.uuid ?? cover.edit.uuid)))
    return 'kept';
  if (folds.some((fold) => crosses(fold, cover))) return 'overlap';
  return growth(cover, op, facts);
};

const hasModelRecordBefore = (timeline: Timeline, place: number): boolean => {
  for (let at = 0; at < place; at += 1) {
    const record = timeline.path.at(at);
    if (record !== undefined && isForModel(record)) return true;
  }
  return false;
};

const crosses = (a: Cover, b: Cover): boolean => {
  const disjoint = a.last < b.first || b.last < a.first;
  const nested = (a.first <= b.first && b.last <= a.last) || (b.first <= a.first && a.last <= b.last);
  return !disjoint && !nested;
};

/** Compares the fold and what stands behind it with what the view shows of its span now. */
const growth = (
  cover: Cover,
  op: Extract<EditOp, { readonly kind: 'fold' }>,
  { timeline, view, hiding }: LegalityFacts,
): DropReason | null => {
  if (hiding.some((fold) => hides(fold, cover))) return null;
  const items = view.slice(countBefore(view, cover.first), countBefore(view, cover.last + 1));
  if (items.length === 0) return 'nothing_left';
  const standing = [...cover.standing].flatMap((uuid) => {
    const record = timeline.path.at(placeOf(timeline, uuid) ?? -1);
    return record !== undefined && isForModel(record) ? [record] : [];
  });
  const shown = op.content.length === 0 ? 0 : 1;
  const size = sizeOf(op.content) + standing.reduce((sum, record) => sum + sizeOf(blocksOf(record)), 0);
  const before = items.reduce((sum, item) => sum + itemSize(item), 0);
  return size > before || shown + standing.length > items.length ? 'not_smaller' : null;
};

/** Whether a fold shows instead of another: it is wider; of two over one span the later mark is the outer one. */
const hides = (fold: Cover, cover: Cover): boolean =>
  fold.first <= cover.first &&
  cover.last <= fold.last &&
  (fold.first < cover.first || cover.last < fold.last);
