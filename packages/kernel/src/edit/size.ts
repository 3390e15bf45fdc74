/**
 * How long blocks are, for the one question whether an edit makes a view longer (I13). Characters, so that no token
 * estimate is needed to judge legality; media count as what a model is billed for them, not as their base64 text.
 */
import {
  isMedia,
  isText,
  isThinking,
  isToolResult,
  isToolUse,
  type ContentBlock,
} from '../timeline/block.ts';
import { MEDIA_CHARACTERS } from '../limits.ts';
import type { ViewItem } from '../view/item.ts';
import { blocksOf } from '../view/audience.ts';

const blockSize = (block: ContentBlock): number => {
  if (isText(block)) return block.text.length;
  if (isMedia(block)) return MEDIA_CHARACTERS;
  if (isThinking(block)) return block.thinking.length;
  if (isToolUse(block)) return block.name.length + (JSON.stringify(block.input) ?? '').length;
  if (!isToolResult(block)) return JSON.stringify(block).length;
  return typeof block.content === 'string' ? block.content.length : sizeOf(block.content ?? []);
};

/** Characters of blocks. */
export const sizeOf = (blocks: readonly ContentBlock[]): number =>
  blocks.reduce((sum, block) => sum + blockSize(block), 0);

/** Characters of what an item shows. */
export const itemSize = (item: ViewItem): number => {
  if (item.form !== 'itself') return sizeOf(item.content);
  if (item.record.type !== 'system') return sizeOf(blocksOf(item.record));
  return item.record.text.length + JSON.stringify(item.record.data ?? {}).length;
};
