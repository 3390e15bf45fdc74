/**
 * The cache of API-CONTRACT D, rule by rule. A case is a list of requests and what each of them reads and writes.
 * A request is written as its parts: `u` and `a` are texts of 1,000 tokens and more, a `*` behind a part is a
 * breakpoint of five minutes, `**` one of an hour.
 */

import { expect, test } from 'vitest';
import type { Simulator } from '../../src/index.ts';
import { bodyOf, eventsIn, OPUS, post, started } from '../server/harness.ts';

const long = (name: string) => `${name} `.padEnd(6_000, `${name} words of some length `);
const mark = (stars: string) =>
  stars === ''
    ? {}
    : { cache_control: stars === '**' ? { type: 'ephemeral', ttl: '1h' } : { type: 'ephemeral' } };

/** `sys* | u1 a1 u2*` → a body. A part `u` opens a user message; neighbours of one role share a message. */
function bodyFrom(line: string, fields: object = {}): Record<string, unknown> {
  const [head = '', tail = ''] = line.split('|').map((part) => part.trim());
  const messages: { role: string; content: object[] }[] = [];
  for (const part of tail.split(/\s+/)) {
    const [, name = '', stars = ''] = /^([^*]+)(\**)$/.exec(part) ?? [];
    const role = name.startsWith('a') ? 'assistant' : 'user';
    const text = name.endsWith('!') ? name : long(name);
    const block = { type: 'text', text, ...mark(stars) };
    if (messages.at(-1)?.role === role) messages.at(-1)?.content.push(block);
    else messages.push({ role, content: [block] });
  }
  const system = head
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => ({
      type: 'text',
      text: long(part.replaceAll('*', '')),
      ...mark(part.replace(/[^*]/g, '')),
    }));
  return bodyOf({ ...(system.length > 0 ? { system } : {}), messages, ...fields });
}

interface Counts {
  readonly input_tokens: number;
  readonly cache_read_input_tokens: number;
  readonly cache_creation_input_tokens: number;
  readonly cache_creation: {
    readonly ephemeral_5m_input_tokens: number;
    readonly ephemeral_1h_input_tokens: number;
  };
}

async function usageOf(
  simulator: Simulator,
  body: object,
  headers: Record<string, string> = {},
): Promise<Counts> {
  const reply = await post(simulator, body, { headers });
  expect(reply.status, reply.text).toBe(200);
  return JSON.parse(reply.text).usage;
}

const always = { script: [{ times: 'always' as const, text: 'ok' }] };
const writes = (usage: Counts) => usage.cache_creation_input_tokens;
const reads = (usage: Counts) => usage.cache_read_input_tokens;

test('D5, D11: what was written is read, and only what is behind the last breakpoint is uncached', async () => {
  const simulator = await started(always);
  const first = await usageOf(simulator, bodyFrom('sys* | u1*'));
  const second = await usageOf(simulator, bodyFrom('sys* | u1* a1 u2*'));
  expect(reads(first)).toBe(0);
  expect(writes(first)).toBeGreaterThan(2_000);
  expect(first.input_tokens).toBeLessThan(10);
  expect(reads(second)).toBe(writes(first));
  expect(writes(second)).toBeGreaterThan(2_000);
  const third = await usageOf(simulator, bodyFrom('sys* | u1 a1 u2* a2 u3*'));
  expect(reads(third)).toBe(reads(second) + writes(second));
});

test('nothing is cached without a breakpoint', async () => {
  const simulator = await started(always);
  await usageOf(simulator, bodyFrom('sys | u1'));
  const usage = await usageOf(simulator, bodyFrom('sys | u1'));
  expect([reads(usage), writes(usage)]).toEqual([0, 0]);
});

test('D11: the parts add up to what count_tokens says', async () => {
  const simulator = await started(always);
  await usageOf(simulator, bodyFrom('sys* | u1*'));
  const body = bodyFrom('sys* | u1* a1 u2');
  const usage = await usageOf(simulator, body);
  const { max_tokens: _max, ...countable } = body;
  const counted = JSON.parse((await post(simulator, countable, { path: '/v1/messages/count_tokens' })).text);
  expect(usage.input_tokens + reads(usage) + writes(usage)).toBe(counted.input_tokens);
});

test('D8: a prefix below the minimum of its model is not cached', async () => {
  const simulator = await started(always);
  const short = (model: string) =>
    bodyOf({ model, system: [{ type: 'text', text: 'x'.repeat(1_700), ...mark('*') }] });
  const small = await usageOf(simulator, short(OPUS));
  expect(writes(small)).toBeGreaterThan(512);
  const large = await usageOf(simulator, short('claude-opus-4-6'));
  expect([reads(large), writes(large)]).toEqual([0, 0]);
});

test.each([
  ['19 positions on', 19, true],
  ['20 positions on', 20, false],
])('D5: a write is found from a breakpoint %s', async (_name, added, isFound) => {
  const simulator = await started(always);
  const first = await usageOf(simulator, bodyFrom('| u0*'));
  const parts = Array.from({ length: added - 1 }, (_, index) => `u${index + 1}!`);
  const second = await usageOf(simulator, bodyFrom(`| u0 ${parts.join(' ')} u${added}*`));
  expect(reads(second)).toBe(isFound ? writes(first) : 0);
});

test('D5: a run of calls and a run of results count as one position each', async () => {
  const simulator = await started(always);
  const tools = [{ name: 'Read', input_schema: { type: 'object' } }];
  const first = await usageOf(simulator, bodyFrom('| u0*', { tools }));
  const ids = Array.from({ length: 30 }, (_, index) => `toolu_${index}`);
  const body = bodyFrom('| u0', { tools });
  const messages = [
    ...(body['messages'] as object[]),
    { role: 'assistant', content: ids.map((id) => ({ type: 'tool_use', id, name: 'Read', input: {} })) },
    {
      role: 'user',
      content: ids.map((id, index) => ({
        type: 'tool_result',
        tool_use_id: id,
        content: 'x',
        ...(index === ids.length - 1 ? mark('*') : {}),
      })),
    },
  ];
  const second = await usageOf(simulator, { ...body, messages });
  expect(reads(second)).toBe(writes(first));
});

test.each([
  ['5m, before it ends', '*', 299_999, true],
  ['5m, at its end', '*', 300_000, false],
  ['1h, before it ends', '**', 3_599_999, true],
  ['1h, at its end', '**', 3_600_000, false],
])('D6: an entry of %s', async (_name, stars, ms, isAlive) => {
  const simulator = await started(always);
  const first = await usageOf(simulator, bodyFrom(`| u1${stars}`));
  simulator.clock.advance(ms);
  const second = await usageOf(simulator, bodyFrom(`| u1${stars}`));
  expect(reads(second)).toBe(isAlive ? writes(first) : 0);
});

test('D6: a hit refreshes an entry, and a breakpoint before the hit keeps its own alive', async () => {
  const simulator = await started(always);
  const first = await usageOf(simulator, bodyFrom('sys* | u1*'));
  for (let round = 0; round < 3; round++) {
    simulator.clock.advance(200_000);
    expect(reads(await usageOf(simulator, bodyFrom('sys* | u1*')))).toBe(writes(first));
  }
  simulator.clock.advance(200_000);
  const other = await usageOf(simulator, bodyFrom('sys* | v1*'));
  expect(reads(other)).toBeGreaterThan(1_000);
});

test('D4: the shares of one hour and five minutes are told apart', async () => {
  const simulator = await started(always);
  const usage = await usageOf(simulator, bodyFrom('sys** | u1*'));
  const { ephemeral_1h_input_tokens: hour, ephemeral_5m_input_tokens: minutes } = usage.cache_creation;
  expect(hour).toBeGreaterThan(1_000);
  expect(minutes).toBeGreaterThan(1_000);
  expect(hour + minutes).toBe(writes(usage));
});

test('D9: an hour over a prefix that is held for five minutes reads it and writes nothing', async () => {
  const simulator = await started(always);
  const first = await usageOf(simulator, bodyFrom('| u1*'));
  const second = await usageOf(simulator, bodyFrom('| u1**'));
  expect([reads(second), writes(second)]).toEqual([writes(first), 0]);
  simulator.clock.advance(300_000);
  expect(reads(await usageOf(simulator, bodyFrom('| u1**')))).toBe(0);
});

test('D2: an automatic breakpoint marks the last block', async () => {
  const simulator = await started(always);
  const first = await usageOf(simulator, bodyFrom('| u1', mark('*')));
  const second = await usageOf(simulator, bodyFrom('| u1 a1 u2', mark('*')));
  expect(writes(first)).toBeGreaterThan(1_000);
  expect(reads(second)).toBe(writes(first));
});

test('D7: requests that came before the first answer began all pay the write', async () => {
  const simulator = await started({ script: [{ times: 'always', text: 'ok', delay_ms: 50 }] });
  const twins = [1, 2, 3].map(() => usageOf(simulator, bodyFrom('| u1*')));
  for (let turn = 0; turn < 200; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    simulator.clock.advance(1);
  }
  const usages = await Promise.all(twins);
  expect(usages.map(reads)).toEqual([0, 0, 0]);
  simulator.setScript([{ text: 'ok' }]);
  expect(reads(await usageOf(simulator, bodyFrom('| u1*')))).toBe(writes(usages[0] as Counts));
});

test('a clock that jumps with a request ages the cache for it', async () => {
  const simulator = await started({
    ...always,
    faults: { faults: [{ kind: 'clock', ms: 300_000, when: { request: 2 } }] },
  });
  await usageOf(simulator, bodyFrom('| u1*'));
  expect(reads(await usageOf(simulator, bodyFrom('| u1*')))).toBe(0);
});

test('D7: an answer that stalls before its first byte has not begun', async () => {
  const simulator = await started({
    ...always,
    faults: { faults: [{ kind: 'stall', ms: 1_000, at: { event: 0 }, when: { request: 1 } }] },
  });
  const first = usageOf(simulator, { ...bodyFrom('| u1*'), stream: true }).catch(() => null);
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  const second = await usageOf(simulator, bodyFrom('| u1*'));
  expect(reads(second)).toBe(0);
  simulator.clock.advance(1_000);
  await first;
});

test('a refused or failed request writes nothing', async () => {
  const simulator = await started({
    ...always,
    faults: { faults: [{ kind: 'error', rule: 'C126', times: 1 }] },
  });
  expect((await post(simulator, bodyFrom('| u1*'))).status).toBe(529);
  expect(reads(await usageOf(simulator, bodyFrom('| u1*')))).toBe(0);
});

test('max_tokens 0 warms the cache and says nothing', async () => {
  const simulator = await started(always);
  const first = await usageOf(simulator, bodyFrom('| u1*', { max_tokens: 0 }));
  expect(first).toMatchObject({ output_tokens: 0 });
  expect(reads(await usageOf(simulator, bodyFrom('| u1*')))).toBe(writes(first));
});

const SCHEMA = { type: 'object', properties: {} };
const REORDERED = { properties: {}, type: 'object' };
const tool = (description: string, schema: object = SCHEMA) => ({
  name: 'Read',
  description: long(description),
  input_schema: schema,
});
const image = {
  type: 'image',
  source: {
    type: 'base64',
    media_type: 'image/png',
    data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  },
};

/** What is left of [tools, system, messages] after a change: the invalidation table of D. */
type Change = (body: Record<string, unknown>) => object;
const CHANGES: readonly [string, 'all' | 'tools' | 'system' | 'none', Change][] = [
  ['nothing', 'all', () => ({})],
  ['a tool definition', 'none', () => ({ tools: [{ ...tool('other'), ...mark('*') }] })],
  ['the order of keys in a schema', 'none', () => ({ tools: [{ ...tool('t', REORDERED), ...mark('*') }] })],
  ['the system text', 'tools', () => ({ system: [{ type: 'text', text: long('other'), ...mark('*') }] })],
  ['tool_choice', 'system', () => ({ tool_choice: { type: 'none' } })],
  ['parallel tool use', 'system', () => ({ tool_choice: { type: 'auto', disable_parallel_tool_use: true } })],
  ['tool_choice auto, which is the default', 'all', () => ({ tool_choice: { type: 'auto' } })],
  ['the effort', 'system', () => ({ output_config: { effort: 'low' } })],
  ['the effort to its default', 'all', () => ({ output_config: { effort: 'medium' } })],
  ['thinking to its default', 'all', () => ({ thinking: { type: 'adaptive' } })],
  ['how thinking is shown', 'all', () => ({ thinking: { type: 'adaptive', display: 'summarized' } })],
  ['the output limit and the metadata', 'all', () => ({ max_tokens: 77, metadata: { user_id: 'x' } })],
  ['stop sequences', 'all', () => ({ stop_sequences: ['END'] })],
  [
    'the markers',
    'all',
    (body) => ({
      system: (body['system'] as object[]).map((each) => ({ ...each, cache_control: undefined })),
    }),
  ],
  ['an image more', 'system', (body) => ({ messages: withBlock(body, image) })],
  ['a text more', 'all', (body) => ({ messages: withBlock(body, { type: 'text', text: 'more' }) })],
];

function withBlock(body: Record<string, unknown>, block: object): object[] {
  const [message] = body['messages'] as { role: string; content: object[] }[];
  return [{ role: 'user', content: [...(message?.content ?? []), block] }];
}

test.each(CHANGES)('D, invalidation: a change of %s leaves %s', async (_name, left, change) => {
  const simulator = await started(always);
  const body = bodyFrom('sys* | u1*', { tools: [{ ...tool('t'), ...mark('*') }] });
  await usageOf(simulator, body);
  const [toolTokens, systemTokens, all] = await Promise.all(
    [
      bodyFrom('| v!', { tools: [{ ...tool('t'), ...mark('*') }] }),
      bodyFrom('sys* | v!', { tools: [{ ...tool('t') }] }),
      body,
    ].map(async (each) => reads(await usageOf(simulator, each))),
  );
  const changed = await usageOf(simulator, { ...body, ...change(body) });
  expect(reads(changed)).toBe({ all, system: systemTokens, tools: toolTokens, none: 0 }[left]);
});

test.each([
  ['key', {}, { 'x-api-key': 'sk-other' }],
  ['model', { model: 'claude-opus-5' }, {}],
  ['speed', { speed: 'fast' }, { 'anthropic-beta': 'fast-mode-2026-02-01' }],
])('D10: nothing is shared between one %s and another', async (_name, fields, headers) => {
  const simulator = await started(always);
  await usageOf(simulator, bodyFrom('| u1*'));
  const other = await usageOf(simulator, bodyFrom('| u1*', fields), headers);
  expect(reads(other)).toBe(0);
  expect(writes(other)).toBeGreaterThan(1_000);
});

test('older models strip the thinking of earlier turns, so a new human turn re-reads from there', async () => {
  const model = 'claude-haiku-4-5';
  const thinking = { type: 'enabled', budget_tokens: 1024 };
  const simulator = await started({
    script: [
      {
        content: [
          { type: 'thinking', thinking: long('t') },
          { type: 'text', text: long('a') },
        ],
      },
      { times: 'always', text: 'ok' },
    ],
  });
  const opening = { role: 'user', content: [{ type: 'text', text: long('u').repeat(4), ...mark('*') }] };
  const fields = { model, thinking, max_tokens: 20_000 };
  const reply = JSON.parse((await post(simulator, bodyOf({ ...fields, messages: [opening] }))).text);
  const history = [opening, { role: 'assistant', content: reply.content }];
  const before = bodyOf({ ...fields, messages: [...history, { role: 'user', content: 'go on' }] });
  const usage = await usageOf(simulator, before);
  const thought = JSON.stringify(reply.content).length;
  expect(reads(usage)).toBeGreaterThan(4_096);
  expect(usage.input_tokens).toBeLessThan(thought / 3);
});

test('usage at the start of a stream already says what was read and written', async () => {
  const simulator = await started(always);
  const body = { ...bodyFrom('| u1*'), stream: true };
  await post(simulator, body);
  const events = eventsIn((await post(simulator, body)).text);
  const start = events.find((event) => event.type === 'message_start') as never as {
    message: { usage: Counts };
  };
  const delta = events.find((event) => event.type === 'message_delta') as never as { usage: Counts };
  expect(reads(start.message.usage)).toBeGreaterThan(1_000);
  expect(reads(delta.usage)).toBe(reads(start.message.usage));
});

test('the log prices a request by class, and the same without a cache', async () => {
  const simulator = await started(always);
  await usageOf(simulator, bodyFrom('| u1*'));
  await usageOf(simulator, bodyFrom('| u1*'));
  const [cold, warm] = simulator.log();
  expect(cold?.price?.written).toBeCloseTo(((cold?.tokens?.write5m ?? 0) * 5) / 1e6, 10);
  expect(warm?.price?.read).toBeCloseTo(((warm?.tokens?.read ?? 0) * 0.2) / 1e6, 10);
  expect(warm?.price?.withoutCache).toBeGreaterThan((warm?.price?.total ?? 0) * 5);
  expect(simulator.totals().price.total).toBeCloseTo(
    (cold?.price?.total ?? 0) + (warm?.price?.total ?? 0),
    12,
  );
});

const DIAGNOSES: readonly [string, string | null, Change][] = [
  ['nothing', null, (body) => ({ messages: withBlock(body, { type: 'text', text: 'more' }) })],
  ['the model', 'model_changed', () => ({ model: 'claude-opus-5' })],
  ['the tools', 'tools_changed', () => ({ tools: [tool('other')] })],
  ['the system prompt', 'system_changed', () => ({ system: 'other' })],
  ['the messages', 'messages_changed', () => ({ messages: [{ role: 'user', content: 'other' }] })],
];

test.each(DIAGNOSES)('D15: after a change of %s the diagnosis is %s', async (_name, reason, change) => {
  const simulator = await started(always);
  const body = bodyFrom('sys* | u1*', { tools: [{ ...tool('t'), ...mark('*') }] });
  const { id } = JSON.parse((await post(simulator, body)).text);
  const asked = { ...body, ...change(body), diagnostics: { previous_message_id: id } };
  const { diagnostics } = JSON.parse((await post(simulator, asked)).text);
  expect(diagnostics?.cache_miss_reason.type ?? null).toBe(reason);
  if (reason !== null) expect(diagnostics.cache_miss_reason.cache_missed_input_tokens).toBeGreaterThan(1_000);
});

test('D15: a message that nobody sent cannot be compared with', async () => {
  const simulator = await started(always);
  const asked = { ...bodyFrom('| u1*'), diagnostics: { previous_message_id: 'msg_none' } };
  const { diagnostics } = JSON.parse((await post(simulator, asked)).text);
  expect(diagnostics).toEqual({ cache_miss_reason: { type: 'previous_message_not_found' } });
});
