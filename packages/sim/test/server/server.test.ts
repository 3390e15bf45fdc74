/** Endpoints, limits, signatures and order of the server, as a raw client sees them. */

import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Block, ScriptTurn } from '../../src/index.ts';
import { bodyOf, eventsIn, HEADERS, jsonOf, OPUS, post, started } from './harness.ts';

const ok = { script: [{ times: 'always' as const, text: 'ok' }] };

test('HEAD /api/hello is there, other paths and methods are not', async () => {
  const simulator = await started(ok);
  const status = async (method: string, path: string) =>
    (await fetch(simulator.url + path, { method })).status;
  expect(await status('HEAD', '/api/hello')).toBe(200);
  expect(await status('GET', '/v1/nothing')).toBe(404);
  expect(await status('GET', '/v1/messages')).toBe(405);
  expect(simulator.log().map((entry) => entry.rule)).toEqual([null, 'C130', 'A1']);
});

test('the query is ignored', async () => {
  const simulator = await started(ok);
  expect((await post(simulator, bodyOf(), { path: '/v1/messages?beta=true' })).status).toBe(200);
});

test('a body beyond 32 MB is refused by the edge', async () => {
  const simulator = await started(ok);
  const reply = await post(simulator, `"${'x'.repeat(33 * 1024 * 1024)}"`);
  expect(reply.status).toBe(413);
  expect(jsonOf(reply)).toEqual({
    error: { type: 'request_too_large', message: 'Request exceeds the maximum size' },
  });
  expect(simulator.log()[0]?.rule).toBe('C60');
}, 30_000);

test('compressed bodies are read; broken and unknown ones are refused by code', async () => {
  const simulator = await started(ok);
  const send = async (body: Buffer, encoding: string) => {
    const headers = { ...HEADERS, 'content-encoding': encoding };
    const response = await fetch(`${simulator.url}/v1/messages`, {
      method: 'POST',
      headers,
      body: new Uint8Array(body),
    });
    return {
      status: response.status,
      json: (await response.json()) as { error?: { details?: { error_code: string } } },
    };
  };
  expect((await send(gzipSync(JSON.stringify(bodyOf())), 'gzip')).status).toBe(200);
  expect((await send(Buffer.from('x'), 'gzip')).json.error?.details?.error_code).toBe(
    'request_body_encoding_invalid',
  );
  expect((await send(Buffer.from('x'), 'zstd')).json.error?.details?.error_code).toBe(
    'request_body_encoding_unsupported',
  );
});

test('errors carry the id that the header names', async () => {
  const simulator = await started(ok);
  const reply = await post(simulator, bodyOf({ model: 'nobody' }));
  expect(jsonOf(reply)).toEqual({
    type: 'error',
    error: { type: 'not_found_error', message: 'model: nobody' },
    request_id: reply.headers.get('request-id'),
  });
  expect(reply.headers.get('x-should-retry')).toBe('false');
});

test('a profile serves its model and no other', async () => {
  const simulator = await started({ ...ok, profile: 'claude-haiku-4-5' });
  expect((await post(simulator, bodyOf({ model: 'claude-haiku-4-5' }))).status).toBe(200);
  expect((await post(simulator, bodyOf())).status).toBe(404);
  await expect(started({ profile: 'nobody' })).rejects.toThrow(/Known profiles: first-party, claude-/);
});

test('a behaviour that fails is a 500 to the client and a report to the owner', async () => {
  const errors: string[] = [];
  const simulator = await started({
    script: () => {
      throw new Error('no idea');
    },
    onError: (error) => errors.push(error.message),
  });
  const reply = await post(simulator, bodyOf());
  expect(reply.status).toBe(500);
  expect(reply.text).toContain('no idea');
  expect(errors).toEqual(['no idea']);
});

test('the output limit cuts text, and says so', async () => {
  const simulator = await started({ script: [{ text: 'word '.repeat(2_000) }] });
  const message = jsonOf(await post(simulator, bodyOf({ max_tokens: 50 }))) as never as Answered;
  expect(message.stop_reason).toBe('max_tokens');
  expect(message.usage.output_tokens).toBeLessThanOrEqual(51);
});

interface Answered {
  readonly content: readonly Block[];
  readonly stop_reason: string;
  readonly stop_sequence: string | null;
  readonly usage: Record<string, number>;
}

test('the output limit cuts the JSON of a call in a stream', async () => {
  const simulator = await started({
    script: [{ content: [{ type: 'tool_use', name: 'Write', input: { text: 'x'.repeat(4_000) } }] }],
  });
  const events = eventsIn((await post(simulator, bodyOf({ max_tokens: 100, stream: true }))).text);
  const json = events
    .flatMap((event) => (event['delta'] as { partial_json?: string })?.partial_json ?? [])
    .join('');
  expect(() => JSON.parse(json)).toThrow();
  expect(events.at(-2)).toMatchObject({ delta: { stop_reason: 'max_tokens' } });
});

test('the window cuts an answer, and refuses a prompt that does not fit', async () => {
  const simulator = await started({
    script: [{ times: 'always', text: 'word '.repeat(2_000) }],
    windowTokens: 2_000,
  });
  const prompt = (bytes: number) =>
    bodyOf({ messages: [{ role: 'user', content: 'x'.repeat(bytes) }], max_tokens: 100_000 });
  const cut = jsonOf(await post(simulator, prompt(2_000))) as never as Answered;
  expect(cut.stop_reason).toBe('model_context_window_exceeded');
  const long = await post(simulator, prompt(20_000));
  expect(long.status).toBe(400);
  expect(long.text).toMatch(/prompt is too long: \d+ tokens > 2000 maximum/);
});

test('a stop sequence ends the text before it', async () => {
  const simulator = await started({ script: [{ text: 'one END two STOP' }] });
  const message = jsonOf(
    await post(simulator, bodyOf({ stop_sequences: ['STOP', 'END'] })),
  ) as never as Answered;
  expect(message).toMatchObject({
    content: [{ text: 'one ' }],
    stop_reason: 'stop_sequence',
    stop_sequence: 'END',
  });
});

const thought: ScriptTurn = {
  content: [
    { type: 'thinking', thinking: 'I should look.' },
    { type: 'tool_use', name: 'Read', input: {} },
  ],
};

test.each([
  ['claude-opus-5-5', undefined, ''],
  ['claude-opus-5-5', { type: 'adaptive', display: 'summarized' }, 'I should look.'],
  ['claude-opus-4-6', { type: 'adaptive' }, 'I should look.'],
  ['claude-opus-4-8', undefined, null],
])('%s with thinking %j shows %j', async (model, thinking, shown) => {
  const simulator = await started({ script: [thought, thought] });
  const body = bodyOf({ model, ...(thinking === undefined ? {} : { thinking }) });
  const message = jsonOf(await post(simulator, body)) as never as Answered;
  expect(message.content[0]?.type).toBe(shown === null ? 'tool_use' : 'thinking');
  if (shown === null) return;
  expect(message.content[0]).toMatchObject({
    thinking: shown,
    signature: expect.stringMatching(/^[A-Za-z0-9+/=]{40,}$/),
  });
  const events = eventsIn((await post(simulator, { ...body, stream: true })).text);
  const kinds = events.flatMap((event) =>
    event['index'] === 0 ? ((event['delta'] as Block)?.type ?? event.type) : [],
  );
  const deltas = kinds.filter((kind) => kind === 'thinking_delta');
  expect(deltas.length > 0).toBe(shown !== '');
  expect(kinds.slice(-2)).toEqual(['signature_delta', 'content_block_stop']);
});

/** A conversation of one call, ready to go on. */
async function conversation(model: string, turn: ScriptTurn = thought) {
  const simulator = await started({ script: [turn, { times: 'always', text: 'ok' }] });
  const tools = [{ name: 'Read', input_schema: { type: 'object' } }];
  const base = bodyOf({
    model,
    tools,
    system: 'Be brief.',
    thinking: { type: 'adaptive', display: 'summarized' },
  });
  const first = jsonOf(await post(simulator, base)) as never as Answered;
  const use = first.content.find((block) => block.type === 'tool_use');
  const result = {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: use?.['id'], content: 'text' }],
  };
  const messages = [...(base['messages'] as object[]), { role: 'assistant', content: first.content }, result];
  return { simulator, next: { ...base, messages }, first };
}

test('a signature passes over its own prefix', async () => {
  const { simulator, next } = await conversation(OPUS);
  expect((await post(simulator, next)).status).toBe(200);
});

test('on a binding model a changed prefix is refused (C51b), on others it passes', async () => {
  const bound = await conversation(OPUS);
  const refused = await post(bound.simulator, { ...bound.next, system: 'Be long.' });
  expect(refused.text).toContain('The block is bound to a different conversation');
  const free = await conversation('claude-opus-5');
  expect((await post(free.simulator, { ...free.next, system: 'Be long.' })).status).toBe(200);
});

test('a signature that the script called corrupt is refused when it comes back (C51)', async () => {
  const turn = {
    content: [
      { type: 'thinking', thinking: 'I should look.', corrupt: true },
      ...(thought.content ?? []).slice(1),
    ],
  };
  const { simulator, next } = await conversation('claude-opus-5', turn);
  const reply = await post(simulator, next);
  expect(reply.text).toContain('Invalid `signature` in `thinking` block');
  expect(simulator.log().at(-1)?.rule).toBe('C51');
});

test('a foreign signature passes, and a changed one of ours does not', async () => {
  const { simulator, next, first } = await conversation(OPUS);
  const withSignature = (signature: string) => ({
    ...next,
    messages: (next.messages as { role: string; content: unknown }[]).map((message) =>
      message.role === 'assistant'
        ? {
            role: 'assistant',
            content: first.content.map((block) =>
              block.type === 'thinking' ? { ...block, signature } : block,
            ),
          }
        : message,
    ),
  });
  expect((await post(simulator, withSignature('EqQBCkYIBxgCKkBZ'))).status).toBe(200);
  const own = String(first.content[0]?.['signature']);
  expect((await post(simulator, withSignature(`${own.slice(0, 60)}AAAA${own.slice(64)}`))).status).toBe(400);
});

test('the same requests give the same bytes with the same seed, and others with another', async () => {
  const told = async (seed: number) => {
    const simulator = await started({ seed, script: [thought, { text: 'word '.repeat(200) }] });
    const texts = [];
    for (let n = 0; n < 2; n++) texts.push((await post(simulator, bodyOf({ stream: true }))).text);
    return texts.join('');
  };
  const first = await told(3);
  expect(await told(3)).toBe(first);
  expect(await told(4)).not.toBe(first);
});

test('ids never come twice, not even for the same request', async () => {
  const simulator = await started({ script: [{ ...thought, times: 'always' }] });
  const ids = new Set<unknown>();
  for (let n = 0; n < 20; n++) {
    const message = jsonOf(await post(simulator, bodyOf())) as never as Answered & { id: string };
    ids.add(message.id).add(message.content.at(-1)?.['id']);
  }
  expect(ids.size).toBe(40);
});

test('forty requests at once are all answered, each with its own turn', async () => {
  const simulator = await started({
    script: Array.from({ length: 40 }, (_, n) => ({ text: `turn ${n} ${'word '.repeat(500)}` })),
  });
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      post(simulator, bodyOf({ stream: n % 2 === 0, messages: [{ role: 'user', content: `${n}` }] })),
    ),
  );
  expect(replies.every((reply) => reply.status === 200)).toBe(true);
  expect(simulator.log()).toHaveLength(40);
  expect(new Set(simulator.log().map((entry) => entry.id)).size).toBe(40);
});

test('whole bodies are in the log when asked for, else their hash alone', async () => {
  const quiet = await started(ok);
  await post(quiet, bodyOf());
  expect(quiet.log()[0]).not.toHaveProperty('body');
  expect(quiet.log()[0]?.bodySha256).toMatch(/^[0-9a-f]{64}$/);
  const keeping = await started({ ...ok, keepBodies: true });
  await post(keeping, bodyOf());
  expect(keeping.log()[0]?.body).toEqual(bodyOf());
});

test('the administrator sees state and log, moves the clock, sets script and faults, and resets', async () => {
  const simulator = await started(ok);
  await post(simulator, bodyOf());
  const door = async (path: string, body?: unknown) =>
    (
      await fetch(
        `${simulator.url}/__sim/${path}`,
        body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) },
      )
    ).json() as Promise<Record<string, never>>;
  expect(await door('state')).toMatchObject({ behaviour: 'script', counts: { requests: 1, messages: 1 } });
  expect((await door('log?from=1'))['entries']).toHaveLength(1);
  const before = simulator.clock.now();
  await door('clock', { advance_ms: 1234 });
  expect(simulator.clock.now()).toBe(before + 1234);
  await door('script', [{ text: 'new words' }]);
  expect((await post(simulator, bodyOf())).text).toContain('new words');
  await door('faults', { faults: [{ kind: 'overloaded' }] });
  expect((await post(simulator, bodyOf())).status).toBe(529);
  expect(await door('faults', { faults: [{ kind: 'nothing' }] })).toMatchObject({
    error: expect.stringContaining('kind'),
  });
  expect(await door('reset', {})).toMatchObject({ counts: { requests: 0 }, cache_entries: 0 });
  expect(simulator.log()).toEqual([]);
});

test('the administrator is on this machine, and is no page', async () => {
  const simulator = await started(ok);
  const response = await fetch(`${simulator.url}/__sim/state`, {
    headers: { origin: 'https://example.com' },
  });
  expect(response.status).toBe(403);
});

test('a usage that the script states replaces the counted one', async () => {
  const simulator = await started({
    script: [{ text: 'ok', usage: { output_tokens: 4321, input_tokens: 9 } }],
  });
  const message = jsonOf(await post(simulator, bodyOf())) as never as Answered;
  expect(message.usage).toMatchObject({ output_tokens: 4321, input_tokens: 9 });
});

test('closing ends open streams', async () => {
  const simulator = await started({ script: [{ text: 'word '.repeat(500), pace_ms: 1_000 }] });
  const reply = await fetch(`${simulator.url}/v1/messages`, {
    method: 'POST',
    headers: HEADERS,
    body: JSON.stringify(bodyOf({ stream: true })),
  });
  const broken = expect(reply.text()).rejects.toThrow();
  await simulator.close();
  await broken;
  expect(simulator.log()[0]?.outcome).toBe('aborted');
});
