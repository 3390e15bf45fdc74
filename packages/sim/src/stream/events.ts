/**
 * From a whole answer to the events of API-CONTRACT F.
 *
 *     message_start · ping · (content_block_start · content_block_delta* · content_block_stop)* · message_delta · message_stop
 */

import { DELTAS_PER_BLOCK_MAX } from '../server/limits.ts';
import type { Block, Json } from '../types.ts';
import type { Random } from '../clock/random.ts';

/** One server-sent event: `event:` is always the type of its data (F1). */
export interface ServerEvent {
  readonly event: string;
  readonly data: Json;
}

/** A message that is ready to be told: blocks in wire form, usage settled. */
export interface ReadyMessage {
  readonly id: string;
  readonly model: string;
  readonly content: readonly Block[];
  readonly stopReason: string;
  readonly stopSequence: string | null;
  readonly stopDetails: Json | null;
  readonly usage: Json;
  /** Usage as it is known at the start: input settled, output hardly begun. */
  readonly usageAtStart: Json;
  /** `null` where the request asked for none. */
  readonly diagnostics: Json | null;
}

/** The whole message as one object, for `stream: false`. */
export function messageJson(message: ReadyMessage): Json {
  return {
    id: message.id,
    type: 'message',
    role: 'assistant',
    model: message.model,
    content: message.content.map(wholeBlock),
    stop_reason: message.stopReason,
    stop_sequence: message.stopSequence,
    ...(message.stopDetails === null ? {} : { stop_details: message.stopDetails }),
    usage: message.usage,
    ...(message.diagnostics === null ? {} : { diagnostics: message.diagnostics }),
  };
}

/** The events of a message. `random` decides where texts are cut, so a seed repeats every delta. */
export function* eventsOf(message: ReadyMessage, random: Random): Generator<ServerEvent> {
  yield event('message_start', {
    message: {
      id: message.id,
      type: 'message',
      role: 'assistant',
      model: message.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: message.usageAtStart,
      ...(message.diagnostics === null ? {} : { diagnostics: message.diagnostics }),
    },
  });
  yield PING;
  for (const [index, block] of message.content.entries()) yield* blockEvents(block, index, random);
  yield event('message_delta', {
    delta: {
      stop_reason: message.stopReason,
      stop_sequence: message.stopSequence,
      ...(message.stopDetails === null ? {} : { stop_details: message.stopDetails }),
    },
    usage: message.usage,
  });
  yield event('message_stop', {});
}

/** The keep-alive that may stand anywhere. */
export const PING: ServerEvent = { event: 'ping', data: { type: 'ping' } };

/** The event that ends a stream in an error (C128): `details` is always there, and null. */
export function errorEvent(type: string, message: string, requestId: string): ServerEvent {
  return event('error', { error: { details: null, type, message }, request_id: requestId });
}

function* blockEvents(block: Block, index: number, random: Random): Generator<ServerEvent> {
  const delta = (type: string, fields: Json) =>
    event('content_block_delta', { index, delta: { type, ...fields } });
  yield event('content_block_start', { index, content_block: openingOf(block) });
  switch (block.type) {
    case 'text':
      for (const text of piecesOf(String(block['text']), random)) yield delta('text_delta', { text });
      break;
    case 'thinking':
      for (const thinking of piecesOf(String(block['thinking']), random)) {
        yield delta('thinking_delta', { thinking, estimated_tokens: null });
      }
      if (block['signature'] !== undefined) yield delta('signature_delta', { signature: block['signature'] });
      break;
    case 'tool_use':
    case 'server_tool_use':
      for (const partial of inputPieces(block, random))
        yield delta('input_json_delta', { partial_json: partial });
      break;
    default:
      break;
  }
  yield event('content_block_stop', { index });
}

/** Result blocks, redacted thinking and other kinds come whole with their start (F3). */
function openingOf(block: Block): Json {
  if (block.type === 'text') return { type: 'text', text: '' };
  if (block.type === 'thinking') return { type: 'thinking', thinking: '', signature: '' };
  if (block.type === 'tool_use' || block.type === 'server_tool_use') {
    return { type: block.type, id: block['id'], name: block['name'], input: {} };
  }
  return block;
}

/** Fragments of a call's input. The first is empty; an empty object is no more than that (F5). */
function* inputPieces(block: Block, random: Random): Generator<string> {
  yield '';
  const text = inputText(block);
  if (text !== '{}') yield* piecesOf(text, random);
}

const inputText = (block: Block): string =>
  typeof block['partial_json'] === 'string' ? block['partial_json'] : JSON.stringify(block['input'] ?? {});

/** A call that was cut by the output limit has no whole input; outside of a stream it shows an empty one. */
function wholeBlock(block: Block): Block {
  if (block['partial_json'] === undefined) return block;
  const { partial_json: _cut, ...rest } = block;
  return { ...rest, type: block.type, input: {} };
}

/** Cuts a text at random places, never inside a surrogate pair. */
function* piecesOf(text: string, random: Random): Generator<string> {
  const sizeMax = Math.max(24, Math.ceil((2 * text.length) / DELTAS_PER_BLOCK_MAX));
  let at = 0;
  while (at < text.length) {
    let end = Math.min(text.length, at + 1 + Math.floor(random() * sizeMax));
    const splitsPair = isHigh(text.charCodeAt(end - 1)) && end < text.length;
    if (splitsPair) end++;
    yield text.slice(at, end);
    at = end;
  }
}

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

const event = (type: string, fields: Json): ServerEvent => ({ event: type, data: { type, ...fields } });
