/**
 * N6 thinking (API-CONTRACT B24–B34):
 * - outside an answer it goes (B25);
 * - at the end of any assistant message it goes (C57), so a message of nothing but thinking goes;
 * - unsigned (where the endpoint checks) or another vendor's goes;
 * - on a binding model a block whose recorded prefix is not the one that stands here goes, with a notice (C51b);
 * - on models with manual thinking a message that holds any must begin with one (C56).
 * All else stays, byte for byte: also signed thinking of other models of the family, which the server drops unbilled.
 */
import type { ContentBlock } from '../../timeline/block.ts';
import { isAnyThinking, isThinking } from '../../timeline/block.ts';
import type { Issue } from '../types.ts';
import { type Draft, type DraftBlock, type Entry, type Setting, withEntries } from '../draft.ts';
import { isBlank } from './n07-blank.ts';

export function thinking(draft: Draft, setting: Setting): Draft {
  const issues: Issue[] = [];
  const entries: Entry[] = [];
  for (const entry of draft.entries) {
    if (!entry.blocks.some(({ block }) => isAnyThinking(block))) {
      entries.push(entry);
      continue;
    }
    if (entry.role !== 'assistant') {
      const words = entry.blocks.filter(({ block }) => !isAnyThinking(block));
      if (words.length > 0) entries.push({ ...entry, blocks: words });
      continue;
    }
    const kept = entry.blocks.filter(({ block }) => !isAnyThinking(block) || isValid(block, entry, setting));
    const bound = withoutStrayed(entry, kept, setting);
    if (bound.length < kept.length) issues.push(strayed(entry));
    const blocks = endedByWords(startedRight(bound, setting));
    if (blocks.length > 0) entries.push({ ...entry, blocks });
  }
  return withEntries(draft, entries, issues);
}

/** Well-formed, and of a vendor whose signatures this endpoint can check. */
function isValid(block: ContentBlock, entry: Entry, { profile }: Setting): boolean {
  if (!isThinking(block))
    return isFilled((block as { data?: unknown }).data) && isFamily(entry, profile.model); // redacted: asked as data
  if (typeof block.thinking !== 'string') return false;
  return profile.thinking.signed ? isFilled(block.signature) && isFamily(entry, profile.model) : true;
}

const isFilled = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Blocks come from records that say which model wrote them; one without a record is our own rendering. */
function isFamily(entry: Entry, model: string): boolean {
  const { source } = entry;
  return source?.type !== 'assistant' || source.model === model || /(^|[/.])claude/.test(source.model);
}

/** Thinking that was signed over another prefix than the one that stands before it here. */
function withoutStrayed(
  entry: Entry,
  blocks: readonly DraftBlock[],
  { profile, carry }: Setting,
): readonly DraftBlock[] {
  const { source } = entry;
  if (!profile.thinking.bound || source?.type !== 'assistant' || entry.prefixHash === null) return blocks;
  if (source.model !== profile.model || entry.prefixHash === carry.bound) return blocks;
  return blocks.filter(({ block }) => !isAnyThinking(block));
}

const strayed = (entry: Entry): Issue => ({
  pass: 'thinking',
  record: entry.source?.uuid ?? null,
  what: 'Thinking was left out: what stands before it is no longer what it was signed over.',
});

function startedRight(blocks: readonly DraftBlock[], { profile }: Setting): readonly DraftBlock[] {
  const first = blocks.find(({ block }) => !isBlank(block));
  const isManual = profile.thinking.kinds.includes('enabled');
  if (!isManual || first === undefined || isAnyThinking(first.block)) return blocks;
  return blocks.filter(({ block }) => !isAnyThinking(block));
}

/** The blocks up to the last one that is no thinking, blank text not counted. */
export function endedByWords(blocks: readonly DraftBlock[]): readonly DraftBlock[] {
  const end = blocks.findLastIndex(({ block }) => !isAnyThinking(block) && !isBlank(block)) + 1;
  return end === blocks.length ? blocks : blocks.slice(0, end);
}
