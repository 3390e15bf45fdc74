/**
 * N4 (and again N8) merge neighbouring user messages; results of the answer before them stand first, the rest behind, each
 * in its order. The API takes one user turn between two answers, and wants its results at the beginning (API-CONTRACT B2,
 * B15, B16). A result of another answer keeps its own place: N9 turns it into text there.
 */
import { isToolResult, isToolUse } from '../../timeline/block.ts';
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
    merged.map((entry, index) => {
      const before = merged[index - 1];
      if (entry.role !== 'user' || before?.role !== 'assistant') return entry;
      return { ...entry, blocks: resultsFirst(entry.blocks, before.blocks) };
    }),
  );
}

function resultsFirst(blocks: readonly DraftBlock[], answer: readonly DraftBlock[]): readonly DraftBlock[] {
  const calls = new Set(
    answer.flatMap(({ block }) => (isToolUse(block) ? [block.id, block.wireId ?? block.id] : [])),
  );
  const isOwn = ({ block }: DraftBlock) => isToolResult(block) && calls.has(block.tool_use_id);
  const results = blocks.filter(isOwn);
  return blocks.slice(0, results.length).every(isOwn)
    ? blocks
    : [...results, ...blocks.filter((part) => !isOwn(part))];
}
