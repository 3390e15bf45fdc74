/**
 * The simulator's one way to count tokens. It is an estimate that everyone can follow: bytes of UTF-8 by a rate per
 * tokenizer, images by area, PDF by page. Counts add up block by block, so what a prefix costs never depends on
 * what follows it: read(n+1) = read(n) + written(n) holds to the token.
 */

import type { Block, Json } from '../types.ts';
import { dimensionsOf, pdfPagesOf } from './media.ts';
import { readSignature } from './signature.ts';

/** Which vocabulary a model reads with. `new` counts about 30 % more for the same text (API-CONTRACT I2). */
export type Tokenizer = 'old' | 'new';

/** UTF-8 bytes per token; ordinary code and prose. */
const BYTES_PER_TOKEN: Readonly<Record<Tokenizer, number>> = { old: 3.6, new: 2.8 };

/** Tokens that open and close a turn, a tool definition, a call and a result. */
export const TURN_TOKENS = 4;
const TOOL_DEFINITION_TOKENS = 8;
const CALL_TOKENS = 12;
const RESULT_TOKENS = 8;

/** Tokens behind the last block: the opening of the answer. They are never cached. */
export const ANSWER_OPENING_TOKENS = 3;

/** Images are read in squares of 28 pixels after being reduced to a long edge, up to a cap (API-CONTRACT I5). */
const PATCH_PIXELS = 28;
const LONG_EDGE_PIXELS: Readonly<Record<Tokenizer, number>> = { old: 1568, new: 2576 };
const IMAGE_TOKENS_MAX: Readonly<Record<Tokenizer, number>> = { old: 1568, new: 4784 };

/** A page of a PDF is read as text and as a picture. */
const PDF_PAGE_TOKENS = 2000;

/** Bytes of `data` per token of a redacted thinking block. */
const REDACTED_BYTES_PER_TOKEN = 6;

/** Tokens of a text. */
export function tokensOfText(text: string, tokenizer: Tokenizer): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN[tokenizer]);
}

/** The longest beginning of `text` that fits into `tokens`, never ending inside a surrogate pair. */
export function textWithin(text: string, tokens: number, tokenizer: Tokenizer): string {
  if (tokens <= 0) return '';
  if (tokensOfText(text, tokenizer) <= tokens) return text;
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (tokensOfText(text.slice(0, middle), tokenizer) <= tokens) low = middle;
    else high = middle - 1;
  }
  const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(low - 1));
  return text.slice(0, splitsPair ? low - 1 : low);
}

/** Tokens of one content block, wherever it stands. */
export function tokensOfBlock(block: Block, tokenizer: Tokenizer): number {
  switch (block.type) {
    case 'text':
      return tokensOfText(str(block['text']), tokenizer);
    case 'thinking':
      return tokensOfThinking(block, tokenizer);
    case 'redacted_thinking':
      return Math.ceil(str(block['data']).length / REDACTED_BYTES_PER_TOKEN);
    case 'tool_use':
    case 'server_tool_use':
      return CALL_TOKENS + tokensOfText(str(block['name']) + json(block['input']), tokenizer);
    case 'tool_result':
      return RESULT_TOKENS + tokensOfContent(block['content'], tokenizer);
    case 'image':
      return tokensOfImage(block, tokenizer);
    case 'document':
      return tokensOfDocument(block, tokenizer);
    default:
      return tokensOfText(json(block), tokenizer);
  }
}

/** Tokens of a tool definition. */
export function tokensOfTool(tool: Json, tokenizer: Tokenizer): number {
  const { cache_control: _marker, defer_loading: _defer, ...definition } = tool;
  return TOOL_DEFINITION_TOKENS + tokensOfText(json(definition), tokenizer);
}

function tokensOfContent(content: unknown, tokenizer: Tokenizer): number {
  if (typeof content === 'string') return tokensOfText(content, tokenizer);
  if (!Array.isArray(content)) return 0;
  let tokens = 0;
  for (const block of content as readonly Block[] /* judged by the contract */) {
    tokens += tokensOfBlock(block, tokenizer);
  }
  return tokens;
}

/** A signature of ours says what the thought cost; it is billed in full however much of it was shown. */
function tokensOfThinking(block: Block, tokenizer: Tokenizer): number {
  const issued = readSignature(str(block['signature']));
  return issued?.tokens ?? tokensOfText(str(block['thinking']), tokenizer);
}

function tokensOfImage(block: Block, tokenizer: Tokenizer): number {
  const source = block['source'];
  const cap = IMAGE_TOKENS_MAX[tokenizer];
  const size = isJson(source) && typeof source['data'] === 'string' ? dimensionsOf(source['data']) : null;
  if (size === null) return cap;
  const scale = Math.min(1, LONG_EDGE_PIXELS[tokenizer] / Math.max(size.width, size.height, 1));
  const patches = (side: number) => Math.max(1, Math.ceil((side * scale) / PATCH_PIXELS));
  return Math.min(cap, patches(size.width) * patches(size.height));
}

function tokensOfDocument(block: Block, tokenizer: Tokenizer): number {
  const source = block['source'];
  if (!isJson(source)) return 0;
  const title = tokensOfText(str(block['title']) + str(block['context']), tokenizer);
  if (source['type'] === 'base64') return title + PDF_PAGE_TOKENS * pdfPagesOf(str(source['data']));
  if (source['type'] === 'text') return title + tokensOfText(str(source['data']), tokenizer);
  if (source['type'] === 'content') return title + tokensOfContent(source['content'], tokenizer);
  return title + PDF_PAGE_TOKENS;
}

const str = (value: unknown): string => (typeof value === 'string' ? value : '');
const json = (value: unknown): string => JSON.stringify(value) ?? '';
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;
