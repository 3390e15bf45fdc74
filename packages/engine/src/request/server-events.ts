/**
 * From a server's events to blocks (API-CONTRACT F): a pure state machine, no clock, no I/O. A block is given out when it
 * is whole, and only then; tool JSON is parsed at its block's stop; usage overwrites; unknown events and deltas are let
 * pass; only `message_stop` completes an answer.
 *
 *     message_start → (block_start → delta* → block_stop)* → message_delta+ → message_stop
 */
import type { ContentBlock } from '@leat/kernel';
import { parseErrorBody } from '../provider/error-body.ts';
import type { ProviderError, ServerEvent } from '../provider/provider.ts';
import { ANSWER_BLOCKS_MAX, BLOCK_CHARS_MAX, TOOL_INPUT_CHARS_MAX } from '../query/limits.ts';
import { wellFormed, wellFormedValue } from '../tool/well-formed.ts';
import { overwriteUsage, type RawUsage } from './usage.ts';

/** What one server event meant. */
export type Collected =
  | { readonly kind: 'started' }
  | { readonly kind: 'text'; readonly index: number; readonly text: string }
  | { readonly kind: 'thinking'; readonly index: number; readonly text: string }
  /** `invalidInput`: the streamed JSON of a tool call was no JSON; the call must not run. */
  | {
      readonly kind: 'block';
      readonly index: number;
      readonly block: ContentBlock;
      readonly invalidInput: string | null;
    }
  | { readonly kind: 'progress' }
  | { readonly kind: 'completed' }
  | { readonly kind: 'error'; readonly error: ProviderError }
  | { readonly kind: 'ping' }
  | { readonly kind: 'ignored' };

interface OpenBlock {
  readonly block: { readonly type: string; readonly [key: string]: unknown };
  text: string[];
  chars: number;
  json: string[];
  signature: string;
  extra: { [key: string]: unknown };
}

/** What is known of the answer so far. */
export interface AnswerFacts {
  readonly messageId: string | null;
  readonly model: string | null;
  readonly usage: RawUsage | null;
  readonly stopReason: string | null;
  readonly stopDetails: unknown;
  readonly appliedEdits: readonly unknown[] | null;
  readonly complete: boolean;
  /** Blocks given out. */
  readonly blocks: number;
}

const record = (value: unknown): { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [key: string]: unknown }) // an object by the check; its values stay unknown
    : {};
const words = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Collects one answer. `push` after `completed` or `error` ignores everything. */
export class AnswerCollector {
  #facts: AnswerFacts = {
    messageId: null,
    model: null,
    usage: null,
    stopReason: null,
    stopDetails: undefined,
    appliedEdits: null,
    complete: false,
    blocks: 0,
  };
  #open = new Map<number, OpenBlock>();
  #seen = new Set<number>();
  #failed = false;

  get facts(): AnswerFacts {
    return this.#facts;
  }

  /** Text of blocks that were begun and never finished, in order: what the person saw of a cut answer. */
  get partialText(): string {
    return [...this.#open.entries()]
      .toSorted(([a], [b]) => a - b)
      .filter(([, open]) => open.block.type === 'text')
      .map(([, open]) => open.text.join(''))
      .join('');
  }

  push(event: ServerEvent): Collected {
    if (event.type === 'ping') return { kind: 'ping' };
    if (this.#facts.complete || this.#failed) return { kind: 'ignored' };
    switch (event.type) {
      case 'message_start':
        return this.#messageStart(record(event['message']));
      case 'content_block_start':
        return this.#blockStart(event['index'], record(event['content_block']));
      case 'content_block_delta':
        return this.#delta(event['index'], record(event['delta']));
      case 'content_block_stop':
        return this.#blockStop(event['index']);
      case 'message_delta':
        return this.#messageDelta(event);
      case 'message_stop':
        this.#facts = { ...this.#facts, complete: true };
        return { kind: 'completed' };
      case 'error':
        return this.#fail(parseErrorBody(event, null), event);
      default:
        return { kind: 'ignored' };
    }
  }

  #messageStart(message: { readonly [key: string]: unknown }): Collected {
    // A repeated start (a duplicated event) must not begin a second answer.
    if (this.#facts.messageId !== null) return { kind: 'ignored' };
    this.#facts = {
      ...this.#facts,
      messageId: words(message['id']) || null,
      model: words(message['model']) || null,
      usage: overwriteUsage(null, message['usage']),
    };
    return { kind: 'started' };
  }

  #blockStart(index: unknown, block: { readonly [key: string]: unknown }): Collected {
    if (typeof index !== 'number' || this.#seen.has(index)) return { kind: 'ignored' };
    if (this.#seen.size >= ANSWER_BLOCKS_MAX) {
      return this.#fail({ type: 'api_error', message: 'the answer has too many blocks', code: null });
    }
    this.#seen.add(index);
    const initial = words(block['text']) || words(block['thinking']);
    this.#open.set(index, {
      block: { ...block, type: words(block['type']) },
      text: initial === '' ? [] : [initial],
      chars: initial.length,
      json: [],
      signature: words(block['signature']),
      extra: {},
    });
    return { kind: 'progress' };
  }

  #delta(index: unknown, delta: { readonly [key: string]: unknown }): Collected {
    const open = typeof index === 'number' ? this.#open.get(index) : undefined;
    if (open === undefined || typeof index !== 'number') return { kind: 'ignored' };
    switch (delta['type']) {
      case 'text_delta':
        return this.#append(open, open.text, words(delta['text']), BLOCK_CHARS_MAX, 'text', index);
      case 'thinking_delta':
        return this.#append(open, open.text, words(delta['thinking']), BLOCK_CHARS_MAX, 'thinking', index);
      case 'input_json_delta':
        return this.#append(open, open.json, words(delta['partial_json']), TOOL_INPUT_CHARS_MAX, null, index);
      case 'signature_delta':
        open.signature += words(delta['signature']);
        return { kind: 'progress' };
      case 'citations_delta': {
        const before = Array.isArray(open.extra['citations']) ? (open.extra['citations'] as unknown[]) : []; // an array by the check
        open.extra['citations'] = [...before, delta['citation']];
        return { kind: 'progress' };
      }
      case 'compaction_delta': {
        const { type: _type, ...fields } = delta;
        open.extra = { ...open.extra, ...fields };
        return { kind: 'progress' };
      }
      default:
        return { kind: 'ignored' };
    }
  }

  #append(
    open: OpenBlock,
    into: string[],
    piece: string,
    max: number,
    kind: 'text' | 'thinking' | null,
    index: number,
  ): Collected {
    open.chars += piece.length;
    if (open.chars > max) {
      return this.#fail({ type: 'api_error', message: 'a block of the answer is too long', code: null });
    }
    into.push(piece);
    return kind === null || piece === '' ? { kind: 'progress' } : { kind, index, text: piece };
  }

  #blockStop(index: unknown): Collected {
    const open = typeof index === 'number' ? this.#open.get(index) : undefined;
    if (open === undefined || typeof index !== 'number') return { kind: 'ignored' };
    this.#open.delete(index);
    this.#facts = { ...this.#facts, blocks: this.#facts.blocks + 1 };
    const { block, invalidInput } = finish(open);
    return { kind: 'block', index, block, invalidInput };
  }

  #messageDelta(event: ServerEvent): Collected {
    const delta = record(event['delta']);
    const applied = record(event['context_management'])['applied_edits'];
    this.#facts = {
      ...this.#facts,
      usage: overwriteUsage(this.#facts.usage, event['usage']),
      stopReason: words(delta['stop_reason']) || this.#facts.stopReason,
      stopDetails: delta['stop_details'] ?? this.#facts.stopDetails,
      appliedEdits: Array.isArray(applied) ? (applied as unknown[]) : this.#facts.appliedEdits, // an array by the check
    };
    return { kind: 'progress' };
  }

  #fail(error: ProviderError, event?: ServerEvent): Collected {
    this.#failed = true;
    // A stream's error has no status, so a bare one is the server's trouble, not the network's.
    const type = error.type === 'network_error' && event !== undefined ? 'api_error' : error.type;
    return { kind: 'error', error: { ...error, type } };
  }
}

/** A finished block as it is recorded; its strings are well-formed, its tool input is parsed here and nowhere earlier. */
const finish = (open: OpenBlock): { readonly block: ContentBlock; readonly invalidInput: string | null } => {
  const text = wellFormed(open.text.join(''));
  switch (open.block.type) {
    case 'text':
      return { block: { ...open.block, ...open.extra, type: 'text', text }, invalidInput: null };
    case 'thinking':
      return {
        block: {
          type: 'thinking',
          // Signed text must go back byte for byte, so it is not touched.
          thinking: open.text.join(''),
          ...(open.signature === '' ? {} : { signature: open.signature }),
        },
        invalidInput: null,
      };
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return finishCall(open);
    default:
      return { block: { ...open.block, ...open.extra }, invalidInput: null };
  }
};

const finishCall = (
  open: OpenBlock,
): { readonly block: ContentBlock; readonly invalidInput: string | null } => {
  const json = open.json.join('');
  if (json.trim() === '') {
    return { block: { ...open.block, input: record(open.block['input']) }, invalidInput: null };
  }
  try {
    const parsed = JSON.parse(json) as unknown;
    const input = wellFormedValue(parsed);
    if (typeof input !== 'object' || input === null || Array.isArray(input)) {
      return {
        block: { ...open.block, input: { value: input } },
        invalidInput: 'the input is no JSON object',
      };
    }
    // A number that JSON.parse rounds would change the bytes of the call when it is sent back.
    const inputText = losesNumbers(json) ? { inputText: json } : {};
    return { block: { ...open.block, input, ...inputText }, invalidInput: null };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { block: { ...open.block, input: {} }, invalidInput: `the input is no valid JSON (${why})` };
  }
};

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Whether a number outside strings is written otherwise after a round trip (`1e400`, `12345678901234567890`, `1.0`). */
const losesNumbers = (json: string): boolean => {
  let at = 0;
  while (at < json.length) {
    const char = json.charCodeAt(at);
    if (char === 34) {
      at = endOfString(json, at);
    } else if (char === 45 || (char >= 48 && char <= 57)) {
      NUMBER.lastIndex = at;
      const match = NUMBER.exec(json);
      if (match === null) return false;
      if (JSON.stringify(Number(match[0])) !== match[0]) return true;
      at += match[0].length;
    } else {
      at++;
    }
  }
  return false;
};

/** Index behind the closing quote of the string that begins at `at`. */
const endOfString = (json: string, at: number): number => {
  for (let i = at + 1; i < json.length; i++) {
    const char = json.charCodeAt(i);
    if (char === 92) i++;
    else if (char === 34) return i + 1;
  }
  return json.length;
};
