/** Every kind of fault, as a client sees it on the wire. */

import { expect, test } from 'vitest';
import { ERROR_WORDS, FAULT_KINDS, parseFaults } from '../../src/index.ts';
import type { FaultPlan, Simulator } from '../../src/index.ts';
import { bodyOf, eventsIn, jsonOf, logged, post, rawPost, started } from '../server/harness.ts';

const turn = {
  times: 'always' as const,
  text: 'Some words, ä and 🙂, to be cut. '.repeat(4),
  content: [{ type: 'tool_use', name: 'Edit', input: { path: 'a.js', text: 'x'.repeat(300) } }],
};
const streamed = bodyOf({ stream: true });

const faulty = (plan: FaultPlan['faults'] | FaultPlan): Promise<Simulator> =>
  started({ script: [turn], faults: 'faults' in plan ? plan : { faults: plan } });
const typesIn = (text: string) => eventsIn(text).map((event) => event.type);
/** The body of a raw reply, with HTTP's own chunking taken off. */
const bodyIn = (text: string) => text.slice(text.indexOf('\r\n\r\n') + 4);

test.each(Object.keys(ERROR_WORDS))('%s can be had by its id', async (rule) => {
  const simulator = await faulty([{ kind: 'error', rule }]);
  const words = ERROR_WORDS[rule];
  const reply = await post(simulator, bodyOf());
  expect(reply.status).toBe(words?.status);
  const message: unknown =
    rule === 'C61' ? expect.stringMatching(/^prompt is too long: \d+ tokens > \d+ maximum$/) : words?.message;
  expect(jsonOf(reply)).toMatchObject({ error: { type: words?.type, message } });
  expect(reply.headers.get('request-id')).toMatch(/^req_/);
});

test('a prompt that is called too long is told its own tokens and its model’s window', async () => {
  const { faults } = parseFaults('[{"kind":"prompt-too-long","when":{"request":1}}]');
  const simulator = await faulty([
    ...faults,
    { kind: 'error', rule: 'C61', message: 'mine', when: { request: 2 } },
  ]);
  const { model, messages } = bodyOf();
  const counted = await post(simulator, { model, messages }, { path: '/v1/messages/count_tokens' });
  const tokens = /"input_tokens":(\d+)/u.exec(counted.text)?.[1] ?? 'none';
  const said = (await post(simulator, bodyOf())).text;
  expect(said).toMatch(new RegExp(`prompt is too long: ${tokens} tokens > (200000|1000000) maximum`, 'u'));
  expect((await post(simulator, bodyOf())).text).toContain('"mine"');
});

test('a 413 comes from the edge: no top-level type, no request_id', async () => {
  const simulator = await faulty([{ kind: 'error', rule: 'C60' }]);
  expect(jsonOf(await post(simulator, bodyOf()))).toEqual({
    error: { type: 'request_too_large', message: 'Request exceeds the maximum size' },
  });
});

test('a 429 says when to come back', async () => {
  const simulator = await faulty([{ kind: 'error', rule: 'C124b', retry_after: 16 }]);
  const { headers } = await post(simulator, bodyOf());
  expect(headers.get('retry-after')).toBe('16');
  expect(headers.get('x-should-retry')).toBe('true');
  expect(headers.get('anthropic-ratelimit-input-tokens-remaining')).toBe('0');
});

test('any status, type, words, headers and raw body can be set', async () => {
  const simulator = await faulty([
    { kind: 'error', status: 502, body: '<html>bad gateway</html>', when: { request: 1 } },
    {
      kind: 'error',
      status: 400,
      type: 'odd',
      message: 'odd words',
      error_code: 'odd_code',
      headers: { 'x-odd': 'yes' },
    },
  ]);
  const html = await post(simulator, bodyOf());
  expect([html.status, html.text]).toEqual([502, '<html>bad gateway</html>']);
  const odd = await post(simulator, bodyOf());
  expect(odd.headers.get('x-odd')).toBe('yes');
  expect(jsonOf(odd)).toMatchObject({
    error: { type: 'odd', message: 'odd words', details: { error_code: 'odd_code' } },
  });
});

test('an overload in the stream is an error event without message_stop, and details are null', async () => {
  const simulator = await faulty([{ kind: 'stream-error', at: { event: 4 } }]);
  const { text } = await post(simulator, streamed);
  expect(typesIn(text).at(-1)).toBe('error');
  expect(typesIn(text)).not.toContain('message_stop');
  expect(eventsIn(text).at(-1)).toMatchObject({
    error: { details: null, type: 'overloaded_error', message: 'Overloaded' },
  });
  await logged(simulator, 1);
  expect(simulator.log()[0]?.outcome).toBe('cut');
});

test('a reset before the first byte leaves nothing', async () => {
  const simulator = await faulty([{ kind: 'cut', how: 'reset', at: { byte: 0 } }]);
  expect(await rawPost(simulator, streamed)).toMatchObject({ text: '', ended: 'reset' });
});

test('a reset in the middle comes after what was sent', async () => {
  const simulator = await faulty([{ kind: 'cut', how: 'reset', at: { event: 3 } }]);
  const reply = await rawPost(simulator, streamed);
  expect(reply.ended).toBe('reset');
  expect(reply.text).toContain('content_block_start');
  expect(reply.text).not.toContain('content_block_delta');
});

test.each([1, 100, 333])('a cut at byte %i sends exactly so much of the body', async (byte) => {
  const simulator = await faulty([{ kind: 'cut', at: { byte }, how: 'end' }]);
  const { text } = await post(simulator, streamed);
  expect(Buffer.byteLength(text)).toBe(byte);
});

test('a cut that closes the socket leaves the last chunk out', async () => {
  const simulator = await faulty([{ kind: 'cut', at: { event: 3 } }]);
  const raw = await rawPost(simulator, streamed);
  expect(raw.text).toContain('content_block_start');
  expect(raw.text.endsWith('0\r\n\r\n')).toBe(false);
  await expect(post(simulator, streamed)).rejects.toThrow();
});

test('a cut inside of tool JSON ends in the middle of a fragment', async () => {
  const simulator = await faulty([{ kind: 'cut', at: { inside: 'tool_json' }, how: 'end' }]);
  const { text } = await post(simulator, streamed);
  expect(text).toContain('input_json_delta');
  expect(text.endsWith('\n\n')).toBe(false);
  expect(text).not.toContain('message_delta');
});

test('a stall is silent until the clock has moved on, and then the answer is whole', async () => {
  const simulator = await faulty([{ kind: 'stall', at: { event: 3 }, ms: 60_000 }]);
  const reply = post(simulator, streamed);
  await advanceUntil(simulator, 60_000);
  expect(typesIn((await reply).text).at(-1)).toBe('message_stop');
  expect(simulator.log()[0]?.outcome).toBe('answered');
});

test('a stall with pings sends nothing else meanwhile', async () => {
  const simulator = await faulty([{ kind: 'stall', at: { event: 3 }, ms: 20_000, pings: true }]);
  const reply = post(simulator, streamed);
  await advanceUntil(simulator, 20_000);
  const types = typesIn((await reply).text);
  expect(types.slice(3).filter((type) => type === 'ping')).toHaveLength(3);
});

test('a stall may end in a cut', async () => {
  const simulator = await faulty([{ kind: 'stall', at: { event: 3 }, ms: 5_000, after: 'cut' }]);
  const reply = rawPost(simulator, streamed);
  await advanceUntil(simulator, 5_000);
  expect((await reply).text).not.toContain('message_stop');
});

test('a client that leaves during a stall frees the request', async () => {
  const simulator = await faulty([{ kind: 'stall', ms: 600_000 }]);
  const leave = new AbortController();
  const reply = fetch(`${simulator.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': 'k', 'anthropic-version': '2023-06-01', 'content-type': 'application/json' },
    body: JSON.stringify(streamed),
    signal: leave.signal,
  });
  await (await reply).body?.getReader().read();
  leave.abort();
  await logged(simulator, 1);
  expect(simulator.log()[0]?.outcome).toBe('aborted');
});

test('a drip takes many chunks and loses nothing', async () => {
  const simulator = await faulty([{ kind: 'drip', bytes: 50, ms: 0 }]);
  const raw = await rawPost(simulator, streamed);
  expect(raw.text.match(/\r\n32\r\n/g)?.length).toBeGreaterThan(10);
  expect(raw.text).toContain('message_stop');
});

test('events can come twice', async () => {
  const simulator = await faulty([{ kind: 'duplicate', event: 'content_block_delta' }]);
  const events = eventsIn((await post(simulator, streamed)).text).filter(
    (event) => event.type === 'content_block_delta',
  );
  expect(events.length % 2).toBe(0);
  expect(events[0]).toEqual(events[1]);
});

/** A reader by the letter of the format: any line end, optional space, comments, several data lines. */
function readStream(text: string): string[] {
  const types: string[] = [];
  for (const frame of text.replace(/^\uFEFF/, '').split(/\r\n\r\n|\n\n|\r\r/)) {
    const data = frame
      .split(/\r\n|\n|\r/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice(5).replace(/^ /, ''))
      .join('\n');
    if (data !== '') types.push(JSON.parse(data).type);
  }
  return types;
}

test.each([
  ['crlf', /\r\n\r\n/],
  ['cr', /\r\r/],
  ['no-space', /^event:message_start/],
  ['comments', /^: keep alive/m],
  ['id-and-retry', /^retry: 1000/m],
  ['data-lines', /\ndata: {\ndata: /],
  ['event-last', /^data: .*\nevent: message_start/],
] as const)('framing %s is odd and legal', async (style, sign) => {
  const simulator = await faulty([{ kind: 'framing', style }]);
  const { text } = await post(simulator, streamed);
  expect(text).toMatch(sign);
  expect(readStream(text).at(-1)).toBe('message_stop');
});

test('framing bom puts one mark in front of the stream', async () => {
  const simulator = await faulty([{ kind: 'framing', style: 'bom' }]);
  expect((await rawPost(simulator, streamed)).text).toContain('\uFEFFevent: message_start');
});

test.each(['single-bytes', 'split-characters', 'random', 'joined'] as const)(
  'chunks %s change nothing but where chunks end',
  async (style) => {
    const simulator = await faulty([{ kind: 'chunks', style, when: { request: 1 } }]);
    const cut = await rawPost(simulator, streamed);
    expect(bodyIn(cut.text).match(/^[0-9a-f]+\r$/gm)?.length).toBeGreaterThan(0);
    if (style === 'single-bytes') expect(cut.text.match(/\r\n1\r\n/g)?.length).toBeGreaterThan(500);
    if (style === 'joined') expect(bodyIn(cut.text).match(/^[0-9a-f]{3,}\r$/gm)).toHaveLength(1);
    const again = await faulty([{ kind: 'chunks', style }]);
    const whole = await post(again, streamed);
    expect(eventsIn(whole.text).at(-1)?.type).toBe('message_stop');
    expect(whole.text).toContain('🙂');
  },
);

test('garbage stands between events', async () => {
  const simulator = await faulty([{ kind: 'garbage', at: { event: 3 }, text: 'data: {"type": \n\n' }]);
  expect((await post(simulator, streamed)).text).toContain('data: {"type": \n\nevent:');
});

test.each([50, -50])('a content-length that is off by %i', async (delta) => {
  const simulator = await faulty([{ kind: 'content-length', delta }]);
  const raw = await rawPost(simulator, bodyOf());
  const stated = Number(/content-length: (\d+)/i.exec(raw.text)?.[1]);
  expect(stated - Buffer.byteLength(bodyIn(raw.text))).toBe(delta);
});

test('the clock can jump when a request comes', async () => {
  const simulator = await faulty([{ kind: 'clock', ms: -3_600_000 }]);
  const before = simulator.clock.now();
  await post(simulator, bodyOf());
  expect(simulator.clock.now()).toBe(before - 3_600_000);
});

test('whole bodies can be cut, stalled and spoilt too', async () => {
  const simulator = await faulty([
    { kind: 'cut', how: 'end', at: { byte: 40 }, when: { request: 1 } },
    { kind: 'garbage', at: { byte: 0 }, text: '<!--', when: { request: 2 } },
  ]);
  const raw = await rawPost(simulator, bodyOf());
  expect(bodyIn(raw.text)).toHaveLength(40);
  expect((await rawPost(simulator, bodyOf())).text).toContain('\r\n\r\n<!--{"id"');
});

test('a turn that did not arrive whole is given again', async () => {
  const simulator = await started({
    script: [{ text: 'first' }, { text: 'second' }],
    faults: {
      faults: [
        { kind: 'cut', when: { request: 1 } },
        { kind: 'error', rule: 'C126', when: { request: 2 } },
      ],
    },
  });
  await rawPost(simulator, streamed);
  await logged(simulator, 1);
  expect((await post(simulator, bodyOf())).status).toBe(529);
  expect((await post(simulator, bodyOf())).text).toContain('first');
  expect((await post(simulator, bodyOf())).text).toContain('second');
});

test.each<[string, FaultPlan['faults'][number]['when'], readonly number[]]>([
  ['a number', { request: 2 }, [2]],
  ['numbers', { request: [1, 4] }, [1, 4]],
  ['a range', { request: { from: 3 } }, [3, 4, 5, 6]],
  ['every n-th', { every: 3 }, [3, 6]],
  ['words in the body', { contains: 'number 5' }, [5]],
  ['a pattern', { pattern: 'number [24]' }, [2, 4]],
  ['a model that is not asked', { model: 'claude-opus-5' }, []],
  ['another path', { path: 'count_tokens' }, []],
  ['streams alone', { stream: true }, []],
])('a fault strikes by %s', async (_name, when, struck) => {
  const simulator = await faulty([{ kind: 'error', rule: 'C127', ...(when === undefined ? {} : { when }) }]);
  const hit: number[] = [];
  for (let number = 1; number <= 6; number++) {
    const reply = await post(
      simulator,
      bodyOf({ messages: [{ role: 'user', content: `number ${number}` }] }),
    );
    if (reply.status === 500) hit.push(number);
  }
  expect(hit).toEqual(struck);
});

test('a fault strikes at most so often', async () => {
  const simulator = await faulty([{ kind: 'error', rule: 'C126', times: 2 }]);
  const statuses = [];
  for (let n = 0; n < 4; n++) statuses.push((await post(simulator, bodyOf())).status);
  expect(statuses).toEqual([529, 529, 200, 200]);
});

test('chance repeats with its seed and changes with another', async () => {
  const pattern = async (seed: number) => {
    const simulator = await faulty({ seed, faults: [{ kind: 'error', rule: 'C126', when: { rate: 0.5 } }] });
    let struck = '';
    for (let n = 0; n < 24; n++) struck += (await post(simulator, bodyOf())).status === 529 ? 'x' : '.';
    return struck;
  };
  const first = await pattern(7);
  expect(await pattern(7)).toBe(first);
  expect(await pattern(8)).not.toBe(first);
  expect(first).toMatch(/x/);
  expect(first).toMatch(/\./);
});

test('a limit per minute answers 429 with headers, and opens again when the minute is over', async () => {
  const simulator = await faulty({ faults: [], limits: { requests_per_minute: 2 } });
  expect((await post(simulator, bodyOf())).headers.get('anthropic-ratelimit-requests-remaining')).toBe('2');
  await post(simulator, bodyOf());
  simulator.clock.advance(20_000);
  const refused = await post(simulator, bodyOf());
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('40');
  simulator.clock.advance(40_000);
  expect((await post(simulator, bodyOf())).status).toBe(200);
});

test.each([
  ['{"faults": [}', 'line 1, column 13: not JSON'],
  ['{"faults": [\n {"kind": "cut"},\n {"kind": "cut",, }]}', 'line 3, column 17: not JSON'],
  ['{"fault": []}', "unknown key 'fault'"],
  ['{"faults": [{"kind": "explode"}]}', 'faults[0]: kind: expected one of'],
  ['[{"kind": "cut"}, {"kind": "stall"}]', 'faults[1]: stall needs "ms"'],
  ['[{"kind": "stall", "ms": -1}]', 'faults[0]: ms: expected a whole number from 0'],
  ['[{"kind": "cut", "at": {"line": 3}}]', 'faults[0]: at: expected {"byte": n}'],
  ['[{"kind": "error", "rule": "C999"}]', 'faults[0]: rule: expected one of C1,'],
  ['[{"kind": "error"}]', 'an error needs "rule" or "status"'],
  ['[{"kind": "cut", "when": {"pattern": "("}}]', 'when: pattern: expected a regular expression'],
  ['[{"kind": "cut", "when": {"rate": 2}}]', 'when: rate: expected a number from 0 to 1'],
  ['[{"kind": "cut", "when": {"after": 2}}]', "when: unknown key 'after'"],
  ['{"limits": {"requests": 3}}', "limits: unknown key 'requests'"],
  ['3', 'expected an object with "faults", or an array'],
])('a bad file is refused with its place: %s', (text, place) => {
  expect(() => parseFaults(text, 'f.json')).toThrow(`f.json: `);
  expect(() => parseFaults(text, 'f.json')).toThrow(place);
});

test('every kind that a file may name is known to the parser', () => {
  const fields: Record<string, object> = {
    error: { rule: 'C126' },
    stall: { ms: 1 },
    framing: { style: 'cr' },
    chunks: { style: 'random' },
    'content-length': { delta: 1 },
    clock: { ms: 1 },
  };
  for (const kind of FAULT_KINDS) {
    expect(parseFaults(JSON.stringify([{ kind, ...fields[kind] }])).faults).toHaveLength(1);
  }
});

/** Moves the clock in small steps, letting the server run between them. */
async function advanceUntil(simulator: Simulator, ms: number): Promise<void> {
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
  for (let passed = 0; passed < ms; passed += 500) {
    simulator.clock.advance(500);
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
}
