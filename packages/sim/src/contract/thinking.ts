/** Thinking blocks in the history (B.4): where they stand and whether they are what the model said. */

import type { Rejection } from '../types.ts';
import { BETA } from './betas.ts';
import { boundPrefixes } from './bound-prefix.ts';
import type { SignatureVerdict } from './context.ts';
import { isJson, listOf, stringOf } from './json.ts';
import { refuse } from './rejection.ts';
import { rule } from './rule.ts';
import type { BlockView, Subject } from './subject.ts';

const isThinking = (block: BlockView | undefined) =>
  block?.type === 'thinking' || block?.type === 'redacted_thinking';

const assistantTurns = (s: Subject) => s.turns.filter((turn) => turn.role === 'assistant');

/** C57: thinking leads to something. */
function thinkingIsNotLast(s: Subject): Rejection | null {
  const last = assistantTurns(s)
    .map((turn) => turn.blocks.at(-1))
    .find(isThinking);
  if (last === undefined) return null;
  return refuse(
    'C57',
    `messages.${last.message}: The final block in an assistant message cannot be \`${last.type}\`.`,
  );
}

/** C56: with manual thinking, a message that holds thinking begins with it. */
function thinkingIsFirst(s: Subject): Rejection | null {
  if (s.thinkingType !== 'enabled') return null;
  for (const { blocks } of assistantTurns(s)) {
    const first = blocks[0];
    if (first === undefined || isThinking(first) || !blocks.some(isThinking)) continue;
    return refuse(
      'C56',
      `${first.path}: If an assistant message contains any thinking blocks, the first block must be \`thinking\` or \`redacted_thinking\`. Found \`${first.type}\`.`,
    );
  }
  return null;
}

/** C59: with manual thinking, the last message of a tool loop begins with thinking. */
function loopBeginsWithThinking(s: Subject): Rejection | null {
  if (s.thinkingType !== 'enabled') return null;
  const end = s.turns.at(-1);
  const last =
    end?.role === 'user' && end.blocks.some((block) => block.type === 'tool_result') ? s.turns.at(-2) : end;
  const first = last?.role === 'assistant' ? last.blocks[0] : undefined;
  if (first === undefined || isThinking(first)) return null;
  return refuse(
    'C59',
    `${first.path}.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first.type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking`,
  );
}

/** C59b: without thinking, a message to be continued holds none. */
function prefillIsThoughtless(s: Subject): Rejection | null {
  const last = s.turns.at(-1);
  if (s.thinks || s.thinkingType === 'between_tools' || last?.role !== 'assistant') return null;
  const found = last.blocks.find(isThinking);
  if (found === undefined) return null;
  return refuse(
    'C59b',
    `${found.path}: When thinking is disabled, an \`assistant\` message in the final position cannot contain \`${found.type}\`. To use thinking blocks, enable \`thinking\` in your request.`,
  );
}

/** The message after which the latest turn of the assistant begins: the last of the user's that brings no result. */
function latestTurnBegins(s: Subject): number {
  return s.messages.findLastIndex(
    (message) => message.role === 'user' && !message.blocks.some((block) => block.type === 'tool_result'),
  );
}

interface Judged {
  readonly block: BlockView;
  readonly verdict: SignatureVerdict;
}

const judgements = new WeakMap<Subject, readonly Judged[]>();

/** Every thinking block of the assistant's, with what the signature check says of it. Found once per request. */
function judged(s: Subject): readonly Judged[] {
  const known = judgements.get(s) ?? judge(s);
  judgements.set(s, known);
  return known;
}

function judge(s: Subject): Judged[] {
  const blocks = assistantTurns(s)
    .flatMap((turn) => turn.blocks)
    .filter((block) => block.type === 'thinking');
  if (blocks.length === 0) return [];
  const prefixes = boundPrefixes(s.body);
  const earlier: string[] = [];
  return blocks.map((block) => {
    const signature = stringOf(block.json['signature']);
    if (signature.trim() === '') return { block, verdict: 'corrupt' };
    const hash = prefixes.at(block.message, block.index);
    const verdict = s.context.checkSignature?.(signature, hash, { ...block.json, type: 'thinking' }, earlier);
    earlier.push(signature);
    return { block, verdict: verdict ?? 'foreign' };
  });
}

/** The signatures of all thinking blocks of a request, in their order. Takes any JSON and never throws. */
export function thinkingSignatures(request: unknown): string[] {
  const messages = listOf(isJson(request) ? request['messages'] : undefined).filter(isJson);
  return messages
    .flatMap((message) => listOf(message['content']).filter(isJson))
    .flatMap((block) => (block['type'] === 'thinking' ? [stringOf(block['signature'])] : []));
}

/** C51: a signature is one. */
function signaturesAreWhole(s: Subject): Rejection | null {
  const corrupt = judged(s).find(({ verdict }) => verdict === 'corrupt');
  if (corrupt === undefined) return null;
  return refuse('C51', `${corrupt.block.path}: Invalid \`signature\` in \`thinking\` block`);
}

/** C51b: on models that bind, everything before a thinking block is what it was (B32). */
function prefixesAreKept(s: Subject): Rejection | null {
  if (s.model?.boundThinking !== true || dropsMismatches(s)) return null;
  const moved = judged(s).find(({ verdict }) => verdict === 'mismatch' || verdict === 'gap');
  if (moved === undefined) return null;
  const hint = BETA.blockBinding.some((beta) => s.betas.has(beta))
    ? ''
    : ' That setting requires the `thinking-binding-controls-2026-08-01` value in the `anthropic-beta` header.';
  return refuse(
    'C51b',
    `${moved.block.path}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block".${hint}`,
  );
}

function dropsMismatches(s: Subject): boolean {
  const { thinking } = s.body;
  const binding = isJson(thinking) ? thinking['block_binding'] : undefined;
  return isJson(binding) && binding['prefix_mismatch_behavior'] === 'drop_block';
}

/**
 * C58: in the latest turn thinking stands as it was returned. A gap counts if both its sides are in that turn; all
 * of it may go, as a client does that recovers (B32).
 */
function latestThinkingIsUntouched(s: Subject): Rejection | null {
  const begin = latestTurnBegins(s);
  const latest = judged(s).filter(({ block }) => block.message > begin);
  const changed = latest.find(({ verdict }, at) => verdict === 'modified' || (verdict === 'gap' && at > 0));
  if (changed === undefined) return null;
  return refuse(
    'C58',
    `${changed.block.path}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`,
  );
}

export const thinkingRules = [
  rule('C57 B26', thinkingIsNotLast),
  rule('C56 B25', thinkingIsFirst),
  rule('C59 B28', loopBeginsWithThinking),
  rule('C59b B29', prefillIsThoughtless),
  rule('C51 B30 B34', signaturesAreWhole),
  rule('C51b B32', prefixesAreKept),
  rule('C58 B27', latestThinkingIsUntouched),
];
