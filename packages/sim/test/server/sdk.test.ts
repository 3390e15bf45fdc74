/** The official SDK, unchanged, against the simulator. */

import Anthropic, {
  APIUserAbortError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  RateLimitError,
} from '@anthropic-ai/sdk';
import { expect, test } from 'vitest';
import type { Simulator } from '../../src/index.ts';
import { logged, OPUS, started } from './harness.ts';

const clientOf = (simulator: Simulator, options: object = {}) =>
  new Anthropic({ baseURL: simulator.url, apiKey: 'sk-test', maxRetries: 0, ...options });

const hello = {
  model: OPUS,
  max_tokens: 1000,
  messages: [{ role: 'user' as const, content: 'Hello' }],
};
const call = {
  type: 'tool_use',
  name: 'Read',
  input: { path: 'ä🙂'.repeat(200), deep: { list: [1, null] } },
};

test('a message comes whole', async () => {
  const simulator = await started({ script: [{ text: 'Good day.' }] });
  const message = await clientOf(simulator).messages.create(hello);
  expect(message).toMatchObject({
    type: 'message',
    role: 'assistant',
    model: OPUS,
    content: [{ type: 'text', text: 'Good day.' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
  });
  expect(message._request_id).toBe(simulator.log()[0]?.id);
});

test('a stream adds up to the message that comes whole', async () => {
  const turn = { text: 'Good day. '.repeat(50), content: [{ type: 'thinking', thinking: 'Hm.' }, call] };
  const simulator = await started({ script: [turn, turn] });
  const client = clientOf(simulator);
  const whole = await client.messages.create({
    ...hello,
    thinking: { type: 'adaptive', display: 'summarized' },
  });
  const told = await client.messages
    .stream({ ...hello, thinking: { type: 'adaptive', display: 'summarized' } })
    .finalMessage();
  const withoutIds = (message: Anthropic.Message) => ({
    ...message,
    id: '',
    content: message.content.map((block) => (block.type === 'tool_use' ? { ...block, id: '' } : block)),
  });
  expect(withoutIds(told)).toMatchObject(withoutIds(whole));
  expect(told.content.at(-1)).toMatchObject(call);
  expect(told.stop_reason).toBe('tool_use');
});

test('an abort in the middle of a stream is noticed and logged, and the turn is given again', async () => {
  const simulator = await started({
    script: [{ text: 'word '.repeat(300), pace_ms: 1000 }, { text: 'second' }],
  });
  const client = clientOf(simulator);
  const stream = client.messages.stream(hello);
  stream.on('error', () => {});
  stream.on('abort', () => {});
  stream.on('streamEvent', (event) => {
    if (event.type === 'message_start') stream.abort();
  });
  await expect(stream.finalMessage()).rejects.toBeInstanceOf(APIUserAbortError);
  await logged(simulator, 1);
  expect(simulator.log()[0]).toMatchObject({ outcome: 'aborted', status: 200 });
  simulator.setScript([{ text: 'after' }]);
  expect((await client.messages.create(hello)).content).toEqual([{ type: 'text', text: 'after' }]);
});

test.each([
  ['C19', 400, BadRequestError],
  ['C120', 401, AuthenticationError],
  ['C70', 404, NotFoundError],
  ['C124b', 429, RateLimitError],
  ['C127', 500, InternalServerError],
  ['C126', 529, InternalServerError],
])('%s arrives as the error class of status %i', async (rule, status, type) => {
  const simulator = await started({ faults: { faults: [{ kind: 'error', rule }] } });
  const failed = await clientOf(simulator)
    .messages.create(hello)
    .catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(type);
  expect(failed).toMatchObject({ status, error: { type: 'error', error: { type: expect.any(String) } } });
});

test('a request that the contract refuses arrives with the words of its rule', async () => {
  const simulator = await started();
  const failed = clientOf(simulator).messages.create({ ...hello, model: 'claude-opus-4' });
  await expect(failed).rejects.toThrow('model: claude-opus-4');
  expect(simulator.log()[0]).toMatchObject({ outcome: 'refused', rule: 'C70', status: 404 });
});

test('the SDK retries what may be retried', async () => {
  const overloaded = {
    kind: 'error',
    rule: 'C126',
    headers: { 'retry-after-ms': '1' },
    when: { request: 1 },
  } as const;
  const simulator = await started({ script: [{ text: 'at last' }], faults: { faults: [overloaded] } });
  const message = await clientOf(simulator, { maxRetries: 1 }).messages.create(hello);
  expect(message.content).toEqual([{ type: 'text', text: 'at last' }]);
  expect(simulator.log().map((entry) => entry.status)).toEqual([529, 200]);
});

test('an error in the middle of a stream is thrown', async () => {
  const simulator = await started({
    script: [{ text: 'never whole' }],
    faults: { faults: [{ kind: 'stream-error', at: { event: 3 } }] },
  });
  const failed = clientOf(simulator).messages.stream(hello).finalMessage();
  await expect(failed).rejects.toThrow(/Overloaded/);
});

test('count_tokens counts what messages bills', async () => {
  const simulator = await started({ script: [{ text: 'ok' }] });
  const client = clientOf(simulator);
  const { max_tokens: _max, ...countable } = hello;
  const counted = await client.messages.countTokens(countable);
  const message = await client.messages.create(hello);
  expect(counted.input_tokens).toBe(message.usage.input_tokens);
});

test('models are listed in pages and found by id and alias', async () => {
  const simulator = await started();
  const client = clientOf(simulator);
  const ids: string[] = [];
  for await (const model of client.models.list({ limit: 5 })) ids.push(model.id);
  expect(ids).toContain(OPUS);
  expect(new Set(ids).size).toBe(ids.length);
  expect((await client.models.retrieve('claude-haiku-4-5-20251001')).id).toBe('claude-haiku-4-5');
  await expect(client.models.retrieve('nobody')).rejects.toBeInstanceOf(NotFoundError);
});

test.each(['2023-06-01', '2026-10-21'])('API version %s is served', async (version) => {
  const simulator = await started({ script: [{ text: 'ok' }] });
  const client = clientOf(simulator, { defaultHeaders: { 'anthropic-version': version } });
  await client.messages.create(hello);
  expect(simulator.log()[0]?.headers['anthropic-version']).toBe(version);
});

test('both credential headers are taken, and neither is logged', async () => {
  const simulator = await started({ script: [{ times: 'always', text: 'ok' }] });
  await clientOf(simulator, { apiKey: 'sk-secret-1' }).messages.create(hello);
  await clientOf(simulator, { apiKey: null, defaultHeaders: { 'x-api-key': 'sk-secret-1' } }).messages.create(
    hello,
  );
  const [bearer, key] = simulator.log();
  expect(bearer?.credential.header).toBe('authorization');
  expect(key?.credential.header).toBe('x-api-key');
  expect(bearer?.credential.hash).toBe(key?.credential.hash);
  expect(JSON.stringify(simulator.log())).not.toContain('sk-secret');
});

test('only the keys that are named are known, where some are', async () => {
  const simulator = await started({ keys: ['sk-good'], script: [{ text: 'ok' }] });
  await expect(clientOf(simulator).messages.create(hello)).rejects.toThrow('invalid x-api-key');
  await clientOf(simulator, { apiKey: 'sk-good' }).messages.create(hello);
});

test('a conversation with thinking and tools can be sent back as it came', async () => {
  const simulator = await started({
    script: [
      {
        content: [
          { type: 'thinking', thinking: 'I must look.' },
          { type: 'tool_use', name: 'Read', input: {} },
        ],
      },
      { text: 'Seen.' },
    ],
  });
  const client = clientOf(simulator);
  const tools = [{ name: 'Read', input_schema: { type: 'object' as const } }];
  const first = await client.messages.create({ ...hello, tools });
  const use = first.content.find((block) => block.type === 'tool_use');
  const second = await client.messages.create({
    ...hello,
    tools,
    messages: [
      ...hello.messages,
      { role: 'assistant', content: first.content },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: use?.id ?? '', content: 'a file' }] },
    ],
  });
  expect(second.content).toEqual([{ type: 'text', text: 'Seen.' }]);
});
