/**
 * The result budget (SPEC 8.1): a result that is too large goes to a blob, and the model gets its head, its tail, its size
 * and how to read more. Decided once, before a result is first sent. Images and other binary blocks are never cut.
 */
import { EMPTY_RESULT, isText, type ContentBlock } from '@leat/kernel';
import type { BlobStore } from '../host/host.ts';
import { RESULT_HEAD_CHARS, RESULT_TAIL_CHARS, ROUND_RESULT_CHARS_MAX } from '../query/limits.ts';
import type { ToolOutcome } from './tool.ts';
import { wellFormed, wellFormedValue } from './well-formed.ts';

/** A result's content as recorded: text or blocks, well-formed and never empty. */
export type ResultContent = string | readonly ContentBlock[];

const textsOf = (content: ResultContent): string =>
  typeof content === 'string'
    ? content
    : content
        .filter(isText)
        .map((block) => block.text)
        .join('\n');

/** Characters of text in a result. */
const resultChars = (content: ResultContent): number =>
  typeof content === 'string'
    ? content.length
    : content.reduce((chars, block) => chars + (isText(block) ? block.text.length : 0), 0);

/** Head, tail, size, and where the whole stands. */
const excerpt = (text: string, place: string): string => {
  const lines = text.split('\n').length;
  const head = wellFormed(text.slice(0, RESULT_HEAD_CHARS));
  const tail = wellFormed(text.slice(-RESULT_TAIL_CHARS));
  const left = text.length - RESULT_HEAD_CHARS - RESULT_TAIL_CHARS;
  return `This result is too large to show whole: ${text.length} characters in ${lines} lines. ${place}\n\nIts beginning:\n${head}\n\n[${left} characters left out]\n\nIts end:\n${tail}`;
};

/** How to read more of a blob: its path where it has one. */
const placeOf = async (text: string, blobs: BlobStore): Promise<string> => {
  const hash = await blobs.put(text);
  const path = (await blobs.path?.(hash)) ?? null;
  return path === null
    ? 'The whole was kept with the session; repeat the call with a narrower question to see another part.'
    : `The whole stands in ${path}: read parts of it with a line range, or search it.`;
};

const isBlank = (content: ResultContent): boolean =>
  typeof content === 'string'
    ? content.trim() === ''
    : content.every((block) => isText(block) && block.text.trim() === '');

/** An outcome's content made fit to record: well-formed, never empty, within the tool's own size. */
export const fitResult = async (
  outcome: ToolOutcome,
  maxChars: number | null,
  blobs: BlobStore,
): Promise<ResultContent> => {
  // JSON values stay JSON values: strings are replaced one by one.
  const content = wellFormedValue(outcome.content) as ResultContent;
  if (isBlank(content)) return EMPTY_RESULT;
  const limit = maxChars ?? Number.POSITIVE_INFINITY;
  if (resultChars(content) <= limit) return content;
  const text = textsOf(content);
  const short = excerpt(text, await placeOf(text, blobs));
  if (typeof content === 'string') return short;
  return [{ type: 'text', text: short }, ...content.filter((block) => !isText(block))];
};

/** A result of a round, for the round's own budget. */
export interface RoundResult {
  readonly toolUseId: string;
  readonly content: ResultContent;
}

/**
 * Results of a round that must shrink so that the round fits: the largest first, each only once, none below what an
 * excerpt takes. Gives the words that replace each.
 */
export const fitRound = async (
  results: readonly RoundResult[],
  blobs: BlobStore,
  roundMax: number = ROUND_RESULT_CHARS_MAX,
): Promise<readonly { readonly toolUseId: string; readonly words: string }[]> => {
  const excerptChars = RESULT_HEAD_CHARS + RESULT_TAIL_CHARS + 500;
  let total = results.reduce((chars, result) => chars + resultChars(result.content), 0);
  // A result with an image or another block beside its text is never cut.
  const cuttable = results.filter(({ content }) => typeof content === 'string' || content.every(isText));
  const bySize = cuttable.toSorted((a, b) => resultChars(b.content) - resultChars(a.content));
  const replaced: { readonly toolUseId: string; readonly words: string }[] = [];
  for (const result of bySize) {
    const chars = resultChars(result.content);
    if (total <= roundMax || chars <= excerptChars) break;
    const text = textsOf(result.content);
    const words = excerpt(text, await placeOf(text, blobs));
    replaced.push({ toolUseId: result.toolUseId, words });
    total += words.length - chars;
  }
  return replaced;
};
