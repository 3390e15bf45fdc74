// What the kernel takes for a new round (append, assemble, request) as a conversation grows, beside serializing the whole
// body again, which is what a client without a grown wire does at least. Medians; trust the ratios.
import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import {
  append,
  asRoundId,
  assemble,
  asUuid,
  bodyText,
  emptyTimeline,
  profileOf,
  requestOf,
  type Head,
  type RequestFacts,
  type Timeline,
  type TimelineRecord,
  type Wire,
} from '@leat/kernel';
// @ts-expect-error a plain script without types
import { median, printTable } from './table.mjs';

const MESSAGES = [100, 1_000, 10_000];
/** Rounds that are timed at each length. A round is two messages. */
const TIMED_ROUNDS = 41;
const RESULT = 'one line of a file that was read\n'.repeat(60);

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const profile = profileOf('claude-sonnet-5-5');
const settings = { stream: true, cache: { enabled: true, ttl: '5m' } } as const;
const head: Head = {
  system: ['You are a bench.', 'Rules. '.repeat(300)],
  tools: ['Read', 'Edit', 'Bash'].map((name) => ({
    name,
    description: `${name} does what it says.`,
    input_schema: { type: 'object', properties: { path: { type: 'string' } } },
  })),
  context: null,
};

/** A session in memory that grows round by round, as the engine's does. */
class Session {
  timeline: Timeline = emptyTimeline();
  wire: Wire | null = null;
  #serial = 0;
  #last: TimelineRecord | null = null;

  add(record: object): TimelineRecord {
    const whole = {
      uuid: asUuid(`00000000-0000-4000-8000-${String(++this.#serial).padStart(12, '0')}`),
      parentUuid: this.#last?.uuid ?? null,
      timestamp: new Date(1_796_000_000_000 + this.#serial * 1_000).toISOString(),
      ...record,
    } as TimelineRecord; // a record of one type, made whole by its base
    this.timeline = append(this.timeline, whole);
    this.#last = whole;
    return whole;
  }

  /** The answer to the last request with a call, its result, and the next request. */
  round(facts: RequestFacts): RequestFacts {
    const request = this.add({ type: 'request', round: this.#serial, attempt: 1, source: 'main', ...facts });
    const answer = {
      type: 'assistant',
      round: asRoundId(request.uuid),
      model: profile.model,
      audience: 'both',
    };
    const id = `toolu_${this.#serial}`;
    this.add({ ...answer, content: [{ type: 'text', text: `I look at file ${this.#serial}.` }] });
    const input = { path: `src/file-${this.#serial}.ts` };
    const call = this.add({ ...answer, content: [{ type: 'tool_use', id, name: 'Read', input }] });
    const read = facts.predicted?.read ?? 0;
    const usage = { input: 10, cacheRead: read, cacheWrite5m: 900, cacheWrite1h: 0, output: 60 };
    this.add({
      type: 'response',
      request: request.uuid,
      outcome: 'accepted',
      complete: true,
      requestId: null,
      status: 200,
      stopReason: 'tool_use',
      usage,
      prices: null,
      costUsd: null,
      durationMs: 1,
    });
    this.add({
      type: 'user',
      origin: { kind: 'tool_result', toolUseId: id, assistantUuid: call.uuid, display: null },
      audience: 'both',
      content: [{ type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text: RESULT }] }],
    });
    return this.request().facts;
  }

  request() {
    const assembled = assemble({ timeline: this.timeline, head, profile, digest, wire: this.wire });
    this.timeline = assembled.timeline;
    this.wire = assembled.wire;
    return requestOf(assembled.wire, settings, { nowMs: 1_796_000_000_000 + this.#serial * 1_000 });
  }
}

export function run(): void {
  const session = new Session();
  session.add({
    type: 'user',
    origin: { kind: 'human' },
    audience: 'both',
    content: [{ type: 'text', text: 'go' }],
  });
  let { facts } = session.request();
  warmUp();
  const rows: (string | number)[][] = [
    ['messages', 'a round ms', `× at ${MESSAGES[0]}`, 'body MB', 'stringify ms', 'stringify / round'],
  ];
  let rounds = 0;
  let first: number | null = null;
  for (const messages of MESSAGES) {
    for (; rounds < messages / 2; rounds++) facts = session.round(facts);
    const times: number[] = [];
    for (let timed = 0; timed < TIMED_ROUNDS; timed++, rounds++) {
      const start = performance.now();
      facts = session.round(facts);
      times.push(performance.now() - start);
    }
    const round: number = median(times);
    first ??= round;
    const { bytes, stringifyMs } = wholeBody(session);
    rows.push([
      messages,
      round.toFixed(3),
      (round / first).toFixed(2),
      (bytes / 1e6).toFixed(2),
      stringifyMs.toFixed(3),
      (stringifyMs / round).toFixed(1),
    ]);
  }
  printTable(rows);
}

function warmUp(): void {
  const session = new Session();
  session.add({
    type: 'user',
    origin: { kind: 'human' },
    audience: 'both',
    content: [{ type: 'text', text: 'go' }],
  });
  let { facts } = session.request();
  for (let round = 0; round < 400; round++) facts = session.round(facts);
}

/** The body as it would be serialized from objects. */
function wholeBody(session: Session): { readonly bytes: number; readonly stringifyMs: number } {
  const text = bodyText(session.request());
  const body: unknown = JSON.parse(text);
  const times = Array.from({ length: 11 }, () => {
    const start = performance.now();
    JSON.stringify(body);
    return performance.now() - start;
  });
  return { bytes: Buffer.byteLength(text), stringifyMs: median(times) };
}
