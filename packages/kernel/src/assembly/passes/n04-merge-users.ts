/**
 * N4 (and again N8) merge neighbouring user messages; tool results stand first, in the order in which they came. The
 * API takes one user turn between two answers, and wants its results at the beginning (API-CONTRACT B2, B15, B16).
 */
import { isToolResult } from '../../timeline/block.ts';
import { type Draft, type DraftBlock, type Entry, withEntries } from '../draft.ts';

export function mergeUsers(draft: Draft): Draft {
  const merged: Entry[] = [];
  for (const entry of draft.entries) {
    const last = merged.at(-1);
    if (entry.role === 'user' && last?.role === 'user') {
      merged[merged.length - 1] = { ...last, blocks: [...last.blocks, ...entry.blocks] };
    } else merged.push(entry);
  }
  return withEntries(
    draft,
    merged.map((entry) => (entry.role === 'user' ? { ...entry, blocks: resultsFirst(entry.blocks) } : entry)),
  );
}

/** Results first, the rest behind, each in its order. */
export function resultsFirst(blocks: readonly DraftBlock[]): readonly DraftBlock[] {
  const results = blocks.filter(({ block }) => isToolResult(block));
  if (results.length === 0 || blocks.slice(0, results.length).every(({ block }) => isToolResult(block)))
    return blocks;
  return [...results, ...blocks.filter(({ block }) => !isToolResult(block))];
}
