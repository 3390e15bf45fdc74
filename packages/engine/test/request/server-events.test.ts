import { describe, expect, it } from 'vitest';
import { AnswerCollector, type Collected } from '../../src/request/server-events.ts';
import type { ServerEvent } from '../../src/provider/provider.ts';

const start = (usage: object = { input_tokens: 10, output_tokens: 1 }): ServerEvent => ({
  type: 'message_start',
  message: { id: 'msg_1', model: 'm', usage },
});
const open = (index: number, block: object): ServerEvent => ({
  type: 'content_block_start',
  index,
  content_block: block,
});
const delta = (index: number, piece: object): ServerEvent => ({
  type: 'content_block_delta',
  index,
  delta: piece,
});
const stop = (index: number): ServerEvent => ({ type: 'content_block_stop', index });
const json = (index: number, partial_json: string): ServerEvent =>
  delta(index, { type: 'input_json_delta', partial_json });

const collect = (...events: readonly ServerEvent[]) => {
  const collector = new AnswerCollector();
  const collected = events.map((event) => collector.push(event));
  return { collector, collected, blocks: collected.flatMap((item) => (item.kind === 'block' ? [item] : [])) };
};
const kinds = (collected: readonly Collected[]) => collected.map(({ kind }) => kind);

const call = (...pieces: readonly string[]) =>
  collect(
    start(),
    open(0, { type: 'tool_use', id: 't1', name: 'Read', input: {} }),
    ...pieces.map((piece) => json(0, piece)),
    stop(0),
  ).blocks[0];

describe('blocks', () => {
  it('gives a text block when it is whole, and deltas before', () => {
    const { collected, blocks } = collect(
      start(),
      open(0, { type: 'text', text: '' }),
      delta(0, { type: 'text_delta', text: 'he' }),
      delta(0, { type: 'text_delta', text: 'y' }),
      stop(0),
    );
    expect(kinds(collected)).toEqual(['started', 'progress', 'text', 'text', 'block']);
    expect(blocks[0]?.block).toEqual({ type: 'text', text: 'hey' });
  });
  it('keeps a thinking signature, and thinking without words', () => {
    const { blocks } = collect(
      start(),
      open(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'signature_delta', signature: 'sig' }),
      stop(0),
    );
    expect(blocks[0]?.block).toEqual({ type: 'thinking', thinking: '', signature: 'sig' });
  });
  it('carries a block of an unknown type as it came', () => {
    const { blocks } = collect(start(), open(0, { type: 'novel', data: [1] }), stop(0));
    expect(blocks[0]?.block).toEqual({ type: 'novel', data: [1] });
  });
  it('replaces lone surrogates in what it gives', () => {
    const { blocks } = collect(
      start(),
      open(0, { type: 'text', text: '' }),
      delta(0, { type: 'text_delta', text: 'a\ud83d' }),
      stop(0),
    );
    expect(blocks[0]?.block).toEqual({ type: 'text', text: 'a\uFFFD' });
  });
});

describe('tool input', () => {
  it('is parsed at its block stop, from any pieces', () => {
    expect(call('', '{"pa', 'th":"a"}')).toMatchObject({
      block: { type: 'tool_use', id: 't1', name: 'Read', input: { path: 'a' } },
      invalidInput: null,
    });
  });
  it('is an empty object when nothing was streamed', () => {
    expect(call('')).toMatchObject({ block: { input: {} }, invalidInput: null });
  });
  it.each([['{"command":"rm -rf /tmp/a'], ['{"a":1}}'], ['nope']])('is never salvaged from %s', (text) => {
    expect(call(text)).toMatchObject({ block: { input: {} }, invalidInput: expect.stringContaining('JSON') });
  });
  it('that is no object does not run', () => {
    expect(call('[1]')).toMatchObject({
      block: { input: { value: [1] } },
      invalidInput: 'the input is no JSON object',
    });
  });
  it('keeps its text only where a number does not come back the same', () => {
    expect(call('{"n":12345678901234567890}')?.block).toHaveProperty('inputText');
    expect(call('{"n":1.0}')?.block).toHaveProperty('inputText');
    expect(call('{"n":1.5,"s":"1.0 \\" 1e999"}')?.block).not.toHaveProperty('inputText');
  });
});

describe('the answer', () => {
  it('is complete at message_stop alone, and usage overwrites', () => {
    const { collector } = collect(
      start({ input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 1 }),
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn' },
        usage: { output_tokens: 7, input_tokens: null },
      },
      { type: 'message_delta', delta: {}, usage: { output_tokens: 9 } },
    );
    expect(collector.facts).toMatchObject({
      complete: false,
      stopReason: 'end_turn',
      usage: { input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 9 },
    });
    expect(collector.push({ type: 'message_stop' }).kind).toBe('completed');
    expect(collector.facts.complete).toBe(true);
  });
  it('lets unknown events, duplicates and strays pass', () => {
    const { collected } = collect(
      { type: 'ping' },
      start(),
      start(),
      { type: 'novel_event' },
      delta(4, { type: 'text_delta', text: 'x' }),
      open(0, { type: 'text', text: '' }),
      open(0, { type: 'text', text: '' }),
      delta(0, { type: 'novel_delta' }),
      stop(0),
      stop(0),
    );
    expect(kinds(collected)).toEqual([
      'ping',
      'started',
      'ignored',
      'ignored',
      'ignored',
      'progress',
      'ignored',
      'ignored',
      'block',
      'ignored',
    ]);
  });
  it('ends at an error event, typed by its body, and nothing counts behind it', () => {
    const { collected, collector } = collect(
      start(),
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
      { type: 'message_stop' },
    );
    expect(collected[1]).toEqual({
      kind: 'error',
      error: { type: 'overloaded_error', message: 'Overloaded', code: null },
    });
    expect(collector.facts.complete).toBe(false);
  });
  it('knows what the person saw of a block that was cut', () => {
    const { collector } = collect(
      start(),
      open(0, { type: 'text', text: '' }),
      delta(0, { type: 'text_delta', text: 'half' }),
    );
    expect(collector.partialText).toBe('half');
  });
});
