/**
 * From what a behaviour says to what the API would send: within the limits of the request, with ids and signatures.
 *
 *     answer → thinking as asked for → stop sequences → output limit, window → ids → signatures → ReadyMessage
 */

import { boundPrefixesOfAnswer, thinkingSignatures } from '../contract/index.ts';
import { idOf } from '../clock/random.ts';
import type { Model } from '../models/index.ts';
import type { ScriptedAnswer } from '../script/index.ts';
import type { ReadyMessage } from '../stream/index.ts';
import type { Answer, Block, Json, MessagesRequest } from '../types.ts';
import { textWithin, tokensOfBlock, tokensOfText } from '../usage/estimate.ts';
import { issueSignature, lastIssued, signatureName, thoughtHash } from '../usage/signature.ts';
import type { Usage } from '../usage/usage.ts';
import { usageJson } from '../usage/usage.ts';

/** What an answer is made for. */
export interface AnswerContext {
  readonly request: MessagesRequest;
  readonly model: Model;
  /** Input tokens by class; output is counted here. */
  readonly input: Usage;
  readonly inputTokens: number;
  readonly fast: boolean;
  readonly diagnostics: Json | null;
  /** Makes ids: the same name for the same answer to the same request. */
  readonly identity: readonly (string | number)[];
}

/** A message to send, and what it used. */
export interface ReadyAnswer {
  readonly message: ReadyMessage;
  readonly usage: Usage;
}

/** See the file header. */
export function readyAnswer(answer: Answer, context: AnswerContext): ReadyAnswer {
  const { request, model, identity } = context;
  const spoken = atStopSequence(
    { ...answer, content: answer.content.filter((block) => isWanted(block, request, model)) },
    request['stop_sequences'],
  );
  const fitted = within(spoken, context);
  const named = fitted.content.map((block, index) => withId(block, request, [...identity, index]));
  const content = signed(named, fitted.tokens, context);
  const output = fitted.tokens.reduce((sum, tokens) => sum + tokens, content.length > 0 ? 1 : 0);
  const usage: Usage = { ...context.input, output };
  const override = usageOf(answer);
  const thinking = fitted.tokens.reduce(
    (sum, tokens, index) => sum + (fitted.content[index]?.type === 'thinking' ? tokens : 0),
    0,
  );
  const extra = {
    ...(thinking === 0 ? {} : { output_tokens_details: { thinking_tokens: thinking } }),
    ...(context.fast ? { speed: 'fast' } : {}),
  };
  return {
    usage,
    message: {
      id: idOf('msg_01', 22, ...identity),
      model: request.model,
      content,
      stopReason: fitted.stopReason,
      stopSequence: fitted.stopSequence ?? null,
      stopDetails: fitted.stopDetails ?? null,
      diagnostics: context.diagnostics,
      usage: { ...usageJson(usage, extra), ...override },
      usageAtStart: {
        ...usageJson({ ...usage, output: Math.min(output, 1) }, extra),
        ...inputOnly(override),
      },
    },
  };
}

/** Whether the request would let the model think aloud. */
function thinks(request: MessagesRequest, model: Model): boolean {
  const type = request.thinking?.['type'];
  return type === undefined ? model.thinksByDefault : type !== 'disabled';
}

function isWanted(block: Block, request: MessagesRequest, model: Model): boolean {
  const isThought = block.type === 'thinking' || block.type === 'redacted_thinking';
  return !isThought || thinks(request, model);
}

/** Ends the answer where a stop sequence occurs in its text. */
function atStopSequence(answer: Answer, sequences: unknown): Answer {
  if (!Array.isArray(sequences) || sequences.length === 0) return answer;
  for (const [index, block] of answer.content.entries()) {
    if (block.type !== 'text') continue;
    const text = String(block['text']);
    const found = sequences
      .filter((each): each is string => typeof each === 'string' && each !== '' && text.includes(each))
      .toSorted((a, b) => text.indexOf(a) - text.indexOf(b))[0];
    if (found === undefined) continue;
    const head = text.slice(0, text.indexOf(found));
    const content = [...answer.content.slice(0, index), ...(head === '' ? [] : [{ ...block, text: head }])];
    return { ...answer, content, stopReason: 'stop_sequence', stopSequence: found };
  }
  return answer;
}

interface Fitted extends Answer {
  /** Output tokens of each block. */
  readonly tokens: readonly number[];
}

/** Ends the answer where `max_tokens` or the window does. */
function within(answer: Answer, context: AnswerContext): Fitted {
  const { request, model, inputTokens } = context;
  const room = Math.max(0, model.contextTokens - inputTokens);
  let left = Math.min(request.max_tokens, room);
  const content: Block[] = [];
  const tokens: number[] = [];
  for (const block of answer.content) {
    const wanted = tokensOfBlock(unsigned(block), model.tokenizer);
    if (wanted <= left) {
      content.push(block);
      tokens.push(wanted);
      left -= wanted;
      continue;
    }
    const head = cutBlock(block, left, model);
    if (head !== null) content.push(head);
    if (head !== null) tokens.push(left);
    const stopReason = room < request.max_tokens ? 'model_context_window_exceeded' : 'max_tokens';
    return { content, tokens, stopReason };
  }
  return { ...answer, content, tokens };
}

/** The beginning of a block, as far as the limit lets it come; `null` for kinds that come whole or not at all. */
function cutBlock(block: Block, tokens: number, model: Model): Block | null {
  if (tokens <= 0) return null;
  if (block.type === 'text')
    return { ...block, text: textWithin(String(block['text']), tokens, model.tokenizer) };
  if (block.type === 'thinking') {
    const thinking = textWithin(String(block['thinking']), tokens, model.tokenizer);
    return { type: 'thinking', thinking, cut: true };
  }
  if (block.type !== 'tool_use') return null;
  const json = JSON.stringify(block['input'] ?? {});
  return { ...block, partial_json: textWithin(json, tokens, model.tokenizer) };
}

const unsigned = (block: Block): Block => {
  const { signature: _signature, ...rest } = block;
  return { ...rest, type: block.type };
};

/** Calls get an id; one that a script or a recording names is kept unless the conversation has it already. */
function withId(block: Block, request: MessagesRequest, identity: readonly (string | number)[]): Block {
  if (block.type !== 'tool_use' && block.type !== 'server_tool_use') return block;
  const { id, name, input, ...rest } = block;
  const isFree = typeof id === 'string' && /^[a-zA-Z0-9_-]+$/.test(id) && !holdsId(request, id);
  const prefix = block.type === 'tool_use' ? 'toolu_01' : 'srvtoolu_01';
  return {
    ...rest,
    type: block.type,
    id: isFree ? id : idOf(prefix, 22, ...identity),
    name,
    input: input ?? {},
  };
}

function holdsId(request: MessagesRequest, id: string): boolean {
  return request.messages.some(
    ({ content }) => typeof content !== 'string' && content.some((block) => block['id'] === id),
  );
}

/** Signs each thought over everything before it, and shows it as the request wants it shown (A27). */
function signed(
  blocks: readonly Block[],
  tokens: readonly number[],
  context: AnswerContext,
): readonly Block[] {
  if (!blocks.some((block) => block.type === 'thinking')) return blocks;
  const { request, model } = context;
  const prefixes = boundPrefixesOfAnswer(request, blocks);
  const display = request.thinking?.['display'] ?? model.thinkingDisplay;
  let before = lastIssued(thinkingSignatures(request), model.id);
  return blocks.map((block, index) => {
    if (block.type !== 'thinking') return block;
    const thinking = display === 'omitted' ? '' : String(block['thinking']);
    if (block['cut'] === true) return { type: 'thinking', thinking };
    const signature = issueSignature({
      prefix: prefixes[index] ?? '',
      after: before === null ? '' : signatureName(before),
      thought: thoughtHash(thinking),
      tokens: tokens[index] ?? tokensOfText(thinking, model.tokenizer),
      model: model.id,
      corrupt: block['corrupt'] === true,
    });
    before = signature;
    return { type: 'thinking', thinking, signature };
  });
}

/** Usage that a script states in place of the counted one. */
function usageOf(answer: Answer): Json {
  return (answer as ScriptedAnswer).usage ?? {}; // scripted answers carry more than the contract of behaviours
}

function inputOnly(usage: Json): Json {
  const { output_tokens: _output, ...rest } = usage;
  return rest;
}
