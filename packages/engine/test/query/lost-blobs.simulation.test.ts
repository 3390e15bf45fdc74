/**
 * Blobs that are lost while a session is closed, against a server that binds thinking to all that stands before it: the
 * session goes on, says what it lost, and nothing that it sends is refused (SPEC 9.1; C51b).
 */
import { stateOf, timelineOf, type RequestRecord, type TimelineRecord } from '@leat/kernel';
import { createSimulator, type Answer, type MessagesRequest, type Simulator } from '@leat/sim';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LeatError } from '../../src/errors.ts';
import type { BlobStore, Host } from '../../src/host/host.ts';
import { memoryHost } from '../../src/host/memory-host.ts';
import type { QueryEvent } from '../../src/query/events.ts';
import { previewRequest } from '../../src/request/preview.ts';
import { blobHash } from '../../src/store/blob-files.ts';
import { fsckSession } from '../../src/store/session.ts';
import { openOverHttp } from '../support/over-http.ts';

/** `go N`: N rounds with a read, and a last word; a thought in each answer. */
const answerOf = ({ messages }: MessagesRequest): Answer => {
  const texts = messages.map(({ content }) => JSON.stringify(content));
  const asked = texts.findLastIndex((text) => /go \d+/.test(text));
  const wanted = Number(/go (\d+)/.exec(texts[asked] ?? '')?.[1] ?? 0);
  const done = messages.slice(asked).filter(({ role }) => role === 'assistant').length;
  const thought = { type: 'thinking', thinking: `thought ${asked}.${done}` };
  if (done >= wanted) return { content: [thought, { type: 'text', text: 'end' }], stopReason: 'end_turn' };
  const call = { type: 'tool_use', name: 'Read', input: { say: 'result '.repeat(40) } };
  return { content: [thought, { type: 'text', text: 'look' }, call], stopReason: 'tool_use' };
};

/** A whole image of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let simulator: Simulator;
beforeEach(async () => {
  simulator = await createSimulator({ behaviour: { name: 'go', answer: answerOf }, keepBodies: true });
});
afterEach(() => simulator.close());

/** A host whose blobs can be lost; what is put again is there again. */
const fragileHost = (): { readonly host: Host; lose(hash: string): void } => {
  const host = memoryHost();
  const lost = new Set<string>();
  const fragile = (blobs: BlobStore): BlobStore => ({
    ...blobs,
    put: async (content, level) => {
      const hash = await blobs.put(content, level);
      lost.delete(hash);
      return hash;
    },
    get: async (hash) => {
      if (lost.has(hash)) throw new LeatError('LEAT_STORE_BLOB_MISSING', `the blob ${hash} is missing`);
      return blobs.get(hash);
    },
  });
  const sessions = {
    ...host.sessions,
    blobs: (session: Parameters<typeof host.sessions.blobs>[0]) => fragile(host.sessions.blobs(session)),
  };
  return { host: { ...host, sessions }, lose: (hash) => void lost.add(hash) };
};

type Opened = Awaited<ReturnType<typeof openOverHttp>>;

const run = async ({ engine }: Opened, prompt: string | null): Promise<readonly QueryEvent[]> => {
  const turn = prompt === null ? engine.continueTurn() : engine.submitMessage(prompt);
  const events: QueryEvent[] = [];
  for await (const event of turn.events) events.push(event);
  expect((await turn.done).reason).toBe('completed');
  return events;
};

const codes = (events: readonly QueryEvent[]): readonly string[] =>
  events.flatMap((event) => (event.type === 'notice' ? [event.code] : []));

/** A session of one turn, closed, its head lost. */
const withLostHead = async (keep: (records: readonly TimelineRecord[]) => readonly TimelineRecord[]) => {
  const { host, lose } = fragileHost();
  const first = await openOverHttp(simulator.url, { host });
  await run(first, 'go 2');
  const { records } = await host.sessions.read(first.session);
  const head = stateOf(timelineOf(records)).head;
  if (head === null) throw new Error('no head was recorded');
  for (const hash of [head.system, head.tools, head.context]) lose(hash);
  const reopen = (cwd: string) =>
    openOverHttp(simulator.url, { host, log: first.log, records: keep(records), cwd });
  return { host, session: first.session, records, head, reopen };
};

const whole = (records: readonly TimelineRecord[]): readonly TimelineRecord[] => records;

/** Cut behind the first result of a tool: the call's answer is on the wire with its thinking. */
const cutInLoop = (records: readonly TimelineRecord[]): readonly TimelineRecord[] =>
  records.slice(
    0,
    records.findIndex((record) => record.type === 'user' && record.origin.kind === 'tool_result') + 1,
  );

const expectAccepted = (): void =>
  expect(simulator.log().filter((entry) => entry.outcome !== 'answered')).toEqual([]);

describe('a head that is lost', () => {
  it.each([
    ['a new message', whole, 'go 2'],
    ['the rest of a cut turn', cutInLoop, null],
  ])('is built anew for %s: told, recorded, and never refused', async (_, keep, prompt) => {
    const { host, session, head, reopen } = await withLostHead(keep);
    const before = simulator.log().length;
    const events = await run(await reopen('/elsewhere'), prompt);
    expect(codes(events)).toContain('LEAT_TURN_HEAD_LOST');
    expectAccepted();
    const sent = simulator.log().slice(before);
    expect(JSON.stringify(sent[0]?.body)).not.toContain('"type":"thinking"');
    expect(JSON.stringify(sent.at(-1)?.body)).toContain('"type":"thinking"');
    for (const [at, { tokens }] of sent.entries()) {
      const last = sent[at - 1]?.tokens;
      if (last) expect(tokens?.read, `request ${at}`).toBe(last.read + last.write5m);
    }
    const requests = events.flatMap((event) => (event.type === 'request_started' ? [event.record] : []));
    expect(requests.map((record: RequestRecord) => record.predicted?.read)).toEqual(
      sent.map(({ tokens }) => tokens?.read),
    );
    expect(requests.every((record) => record.head !== head.hash)).toBe(true);
    expect((await fsckSession(host, session)).sound).toBe(false);
  });

  it('that comes out the same gets its blobs back, and the cache holds', async () => {
    const { host, session, records, reopen } = await withLostHead(whole);
    expect((await fsckSession(host, session)).missing).toHaveLength(3);
    const before = simulator.log().at(-1)?.tokens;
    const events = await run(await reopen('/work'), 'go 1');
    expect(codes(events)).toEqual(['LEAT_TURN_HEAD_LOST']);
    expectAccepted();
    expect(simulator.log()[3]?.tokens?.read).toBe((before?.read ?? 0) + (before?.write5m ?? 0));
    const heads = (given: readonly TimelineRecord[]) =>
      given.filter((record) => record.type === 'control' && record.control.kind === 'head');
    expect(heads((await host.sessions.read(session)).records)).toEqual(heads(records));
    expect(await fsckSession(host, session)).toMatchObject({ sound: true, missing: [] });
  });

  it('shows in a preview what would be sent, and says so', async () => {
    const { host, session, records } = await withLostHead(whole);
    const preview = await previewRequest({
      records,
      blobs: host.sessions.blobs(session),
      model: 'claude-sonnet-5-5',
      head: () => ({ system: ['Anew.'], tools: [], context: null }),
      tools: [],
    });
    expect(preview.body).toContain('Anew.');
    expect(preview.body).not.toContain('"type":"thinking"');
    expect(preview.issues[0]).toMatchObject({
      pass: 'lost',
      what: expect.stringContaining('a new one was built'),
    });
  });
});

describe('an image that is lost', () => {
  it('while its session is open ends that turn at once, and the next one goes on without it', async () => {
    const { host, lose } = fragileHost();
    const opened = await openOverHttp(simulator.url, { host });
    const hash = await host.sessions.blobs(opened.session).put(PNG);
    const source = { type: 'blob', media_type: 'image/png', hash, bytes: PNG.length };
    const turn = opened.engine.submitMessage([
      { type: 'image', source },
      { type: 'text', text: 'go 1' },
    ]);
    expect((await turn.done).reason).toBe('completed');
    lose(hash);
    const failed = await opened.engine.submitMessage('go 0').done;
    expect(failed).toEqual({ reason: 'store_error', message: `the blob ${hash} is missing` });
    expect(codes(await run(opened, 'go 1'))).toContain('LEAT_TURN_MEDIA_LOST');
    // The request without its image was never whole; nothing was refused.
    expect(simulator.log().filter((entry) => entry.rule !== null)).toEqual([]);
    expect(simulator.log().filter((entry) => entry.outcome === 'aborted').length).toBeLessThanOrEqual(1);
  });

  it('becomes a sentence, in messages and in results, with one notice', async () => {
    const { host, lose } = fragileHost();
    const image = (hash: string) => ({
      type: 'image',
      source: { type: 'blob', media_type: 'image/png', hash, bytes: 3 },
    });
    const first = await openOverHttp(simulator.url, { host });
    await run(first, 'go 1');
    const { records } = await host.sessions.read(first.session);
    const hashes = [blobHash('one'), blobHash('two')] as const;
    for (const hash of hashes) lose(hash);
    const changed = records.map((record): TimelineRecord => {
      if (record.type !== 'user') return record;
      if (record.origin.kind === 'human')
        return { ...record, content: [...record.content, image(hashes[0])] };
      const [result] = record.content;
      return { ...record, content: [{ ...result, type: 'tool_result', content: [image(hashes[1])] }] };
    });
    const again = await openOverHttp(simulator.url, { host, log: first.log, records: changed });
    expect(codes(await run(again, 'go 1'))).toContain('LEAT_TURN_MEDIA_LOST');
    expect(codes(await run(again, 'go 1'))).not.toContain('LEAT_TURN_MEDIA_LOST');
    expectAccepted();
    expect(JSON.stringify(simulator.log().at(-1)?.body).match(/it was lost from the session/g)).toHaveLength(
      2,
    );
    const preview = await previewRequest({
      records: changed,
      blobs: host.sessions.blobs(first.session),
      model: 'claude-sonnet-5-5',
      head: () => ({ system: [], tools: [], context: null }),
      tools: [],
    });
    expect(preview.issues[0]?.what).toMatch(/^An image .* and 1 more like it/);
  });
});
