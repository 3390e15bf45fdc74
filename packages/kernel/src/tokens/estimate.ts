/**
 * The offline estimator (SPEC 8.0, API-CONTRACT I): tokens by kind of content, an upper estimate rather than a mean.
 * Counts add up block by block, so a prefix costs the same whatever follows it.
 */
import type { ContentBlock, MediaSource } from '../timeline/block.ts';
import { isMedia, isThinking, isToolResult, isToolUse } from '../timeline/block.ts';
import type { ToolDefinition } from '../assembly/types.ts';
import type { TokenizerFamily } from '../model/profile.ts';
import {
  BLOCK_OVERHEAD_TOKENS,
  CALL_OVERHEAD_TOKENS,
  DEFINITION_OVERHEAD_TOKENS,
  RESULT_OVERHEAD_TOKENS,
  SEALED_CHARS_PER_TOKEN,
} from '../limits.ts';
import { CONTENT_KINDS, type ContentKind, shapeOf } from './kind.ts';
import { imageSourceTokens, pdfTokens } from './media.ts';

/** Tokens by kind of content. */
export type Estimate = { readonly [kind in ContentKind]?: number };

/** ASCII characters per token (I4), by tokenizer family and kind; the lower end of each range. */
const charsPerToken: Record<TokenizerFamily, Record<'prose' | 'code' | 'json' | 'dense', number>> = {
  new: { prose: 3.3, code: 2.7, json: 2.3, dense: 1.5 },
  old: { prose: 4.0, code: 3.3, json: 2.8, dense: 2.0 },
};
/** UTF-16 units per token beyond ASCII: CJK is about 0.9 characters a token in both families (I3, I4). */
const wideUnitsPerToken = 0.9;
const alphabeticUnitsPerToken = 1.6;

/** Tokens of a text. */
export function estimateText(text: string, family: TokenizerFamily): Estimate {
  const shape = shapeOf(text);
  const rate = charsPerToken[family][shape.kind];
  const plain = shape.ascii / rate + shape.alphabetic / alphabeticUnitsPerToken;
  return shape.wide > 0
    ? { [shape.kind]: plain, wide: shape.wide / wideUnitsPerToken }
    : { [shape.kind]: plain };
}

/** Tokens of one content block as it is sent, whatever holds it. */
export function estimateBlock(block: ContentBlock, family: TokenizerFamily): Estimate {
  if (isToolUse(block)) {
    const call = block.name + (block.inputText ?? jsonOf(block.input));
    return addEstimates(estimateText(call, family), { json: CALL_OVERHEAD_TOKENS });
  }
  if (isToolResult(block)) {
    return addEstimates(estimateContent(block.content, family), { prose: RESULT_OVERHEAD_TOKENS });
  }
  if (isMedia(block)) return estimateMedia(block.type, block.source, family);
  if (isThinking(block)) {
    const hidden = (block.signature?.length ?? 0) / SEALED_CHARS_PER_TOKEN;
    const shown = totalTokens(estimateText(block.thinking, family));
    return { prose: Math.max(hidden, shown) + BLOCK_OVERHEAD_TOKENS };
  }
  if (block.type === 'redacted_thinking') {
    return { prose: jsonOf(block).length / SEALED_CHARS_PER_TOKEN + BLOCK_OVERHEAD_TOKENS };
  }
  const text = 'text' in block && typeof block.text === 'string' ? block.text : jsonOf(block);
  return addEstimates(estimateText(text, family), { prose: BLOCK_OVERHEAD_TOKENS });
}

/** Tokens of a tool definition. */
export function estimateTool(tool: ToolDefinition, family: TokenizerFamily): Estimate {
  return addEstimates(estimateText(jsonOf(tool), family), { json: DEFINITION_OVERHEAD_TOKENS });
}

/** The sum of two estimates. */
export function addEstimates(a: Estimate, b: Estimate): Estimate {
  const sum: { [kind in ContentKind]?: number } = { ...a };
  for (const kind of CONTENT_KINDS) {
    const more = b[kind];
    if (more !== undefined) sum[kind] = (sum[kind] ?? 0) + more;
  }
  return sum;
}

/** What `whole` holds beyond `part`; never below zero. */
export function subtractEstimates(whole: Estimate, part: Estimate): Estimate {
  const rest: { [kind in ContentKind]?: number } = {};
  for (const kind of CONTENT_KINDS) rest[kind] = Math.max(0, (whole[kind] ?? 0) - (part[kind] ?? 0));
  return rest;
}

/** Tokens in all, rounded up, before calibration. */
export function totalTokens(estimate: Estimate): number {
  let total = 0;
  for (const kind of CONTENT_KINDS) total += estimate[kind] ?? 0;
  return Math.ceil(total);
}

function estimateContent(content: unknown, family: TokenizerFamily): Estimate {
  if (typeof content === 'string') return estimateText(content, family);
  if (!Array.isArray(content)) return {};
  let sum: Estimate = {};
  for (const block of content) sum = addEstimates(sum, estimateInner(block, family));
  return sum;
}

function estimateInner(block: unknown, family: TokenizerFamily): Estimate {
  if (typeof block !== 'object' || block === null) return {};
  const inner = block as ContentBlock; // an object: estimateBlock asks for the rest itself
  return isToolResult(inner) ? estimateText(jsonOf(inner), family) : estimateBlock(inner, family);
}

function estimateMedia(type: string, source: MediaSource, family: TokenizerFamily): Estimate {
  if (type === 'image') return { image: imageSourceTokens(source, family) };
  if (source.type === 'text') return estimateText(source.data, family);
  return { pdf: pdfTokens(source) };
}

const jsonOf = (value: unknown): string => JSON.stringify(value) ?? '';
