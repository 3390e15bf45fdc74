/** How cleared blocks are replaced by words. A result keeps its call and a call its id, so that pairs stay whole. */
import { isToolResult, isToolUse, type ContentBlock } from '../timeline/block.ts';
import { isBlankText } from '../timeline/white-space.ts';
import type { BlockTarget } from '../edit/edit.ts';

/** Words for one block. */
export interface BlockClear {
  readonly target: BlockTarget;
  readonly words: string;
  /** Position of the edit in the file. */
  readonly seq: number;
}

const hits = (target: BlockTarget, block: ContentBlock, index: number): boolean => {
  if ('blockIndex' in target) return target.blockIndex === index;
  if (isToolResult(block)) return block.tool_use_id === target.toolUseId;
  return isToolUse(block) && block.id === target.toolUseId;
};

/** Of several clears of one block the shortest words stand, then the earliest: whatever order they came in force. */
const better = (a: BlockClear, b: BlockClear): boolean =>
  a.words.length !== b.words.length ? a.words.length < b.words.length : a.seq < b.seq;

/** A block with words in its place; blank words leave nothing where a block may go. */
export const clearedBlock = (block: ContentBlock, words: string): ContentBlock | null => {
  if (isToolResult(block)) return { ...block, content: words };
  if (isToolUse(block))
    return { type: 'tool_use', id: block.id, name: block.name, ...wireId(block), input: { cleared: words } };
  return isBlankText(words) ? null : { type: 'text', text: words };
};

const wireId = (block: { readonly wireId?: string }): { readonly wireId?: string } =>
  block.wireId === undefined ? {} : { wireId: block.wireId };

/** The blocks with the clears that hit carried out; `cleared` lists the indexes hit. */
export const clearBlocks = (
  blocks: readonly ContentBlock[],
  clears: readonly BlockClear[],
): { readonly content: readonly ContentBlock[]; readonly cleared: readonly number[] } => {
  const content: ContentBlock[] = [];
  const cleared: number[] = [];
  for (const [index, block] of blocks.entries()) {
    let best: BlockClear | null = null;
    for (const clear of clears) {
      if (hits(clear.target, block, index) && (best === null || better(clear, best))) best = clear;
    }
    const shown = best === null ? block : clearedBlock(block, best.words);
    if (best !== null) cleared.push(index);
    if (shown !== null) content.push(shown);
  }
  return { content, cleared };
};
