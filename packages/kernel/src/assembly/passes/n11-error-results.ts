/**
 * N11 error results hold text only (API-CONTRACT B20, C26): other blocks move behind the results of the message, after a
 * note that names the result.
 */
import type { ContentBlock } from '../../timeline/block.ts';
import { isText, isToolResult } from '../../timeline/block.ts';
import { movedFromResult } from '../fixed-texts.ts';
import { innerBlocks } from '../block-text.ts';
import { type Draft, type DraftBlock, draftBlock, mapEntries } from '../draft.ts';

export function errorResults(draft: Draft): Draft {
  return mapEntries(draft, (entry) => {
    if (entry.role !== 'user' || !entry.blocks.some(isMixedError)) return entry;
    const moved: DraftBlock[] = [];
    const results: DraftBlock[] = [];
    const rest: DraftBlock[] = [];
    for (const part of entry.blocks) {
      if (!isToolResult(part.block)) rest.push(part);
      else if (!isMixedError(part)) results.push(part);
      else {
        const inner = innerBlocks(part.block.content);
        results.push({ ...part, block: { ...part.block, content: inner.filter(isText) } });
        moved.push(draftBlock(note(part.block.tool_use_id), 'error-results', part.record));
        for (const block of inner) if (!isText(block)) moved.push({ ...part, block, by: 'error-results' });
      }
    }
    return { ...entry, blocks: [...results, ...moved, ...rest] };
  });
}

const isMixedError = ({ block }: DraftBlock): boolean =>
  isToolResult(block) &&
  block.is_error === true &&
  innerBlocks(block.content).some((inner) => !isText(inner));

const note = (toolUseId: string): ContentBlock => ({ type: 'text', text: movedFromResult(toolUseId) });
