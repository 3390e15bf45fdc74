/** Words of any block, for the places where the block itself can't be sent. Never throws, whatever stands in it. */
import type { ContentBlock, ToolResultBlock } from '../timeline/block.ts';
import { isMedia } from '../timeline/block.ts';
import { NESTING_MAX } from '../limits.ts';

/** Characters that a flattened block may have; the rest is cut with an ellipsis. */
const WORDS_CHARS_MAX = 20_000;

/** Inner blocks of a result that are objects with a type; anything else is left out. */
export function innerBlocks(content: unknown): readonly ContentBlock[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isBlock) : [];
}

/** Whether a value can be a block at all. */
const isBlock = (value: unknown): value is ContentBlock =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'; // asked here

/** The text of a result, its media left out. */
export function textOf(result: ToolResultBlock): string {
  const texts = innerBlocks(result.content).flatMap((block) => (isMedia(block) ? [] : [wordsOf(block)]));
  const text = texts.join('\n').trim();
  return text === '' ? 'no text' : text;
}

/** The images and documents inside a result. */
export const mediaOf = (result: ToolResultBlock): readonly ContentBlock[] =>
  innerBlocks(result.content).filter(isMedia);

/** Readable words of any block: its texts, titles and addresses in order. */
export function wordsOf(block: ContentBlock): string {
  const words: string[] = [];
  collect(block, words, 0);
  const text = words.join('\n');
  return text.length > WORDS_CHARS_MAX ? `${text.slice(0, WORDS_CHARS_MAX)} …` : text;
}

const readable = new Set([
  'text',
  'title',
  'url',
  'content',
  'tool_name',
  'name',
  'query',
  'error_code',
  'tool_references',
]);

function collect(value: unknown, words: string[], depth: number): void {
  if (depth > NESTING_MAX) return;
  if (typeof value === 'string') words.push(value);
  else if (Array.isArray(value)) for (const item of value) collect(item, words, depth + 1);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) if (readable.has(key)) collect(inner, words, depth + 1);
  }
}
