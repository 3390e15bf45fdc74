/** What the next request reads and writes (SPEC 14.5), from the records alone. */
import { describe, expect, test } from 'vitest';
import {
  type RequestSettings,
  type TimelineRecord,
  type Timeline,
  append,
  asUuid,
  assemble,
  emptyTimeline,
  headOf,
  profileOf,
  requestOf,
} from '@leat/kernel';
import { isoMilliseconds } from '../../src/cache/iso-time.ts';
import { digest } from '../assembly/support/digest.ts';
import { head } from '../assembly/support/shape.ts';

const profile = profileOf('claude-sonnet-5-5');
const settings: RequestSettings = { stream: true, cache: { enabled: true, ttl: '5m' } };
const startMs = isoMilliseconds('2026-11-29T10:00:00.000Z') ?? 0;

/** A session of tool rounds against a cache that bills what it is told. */
class Session {
  timeline: Timeline = emptyTimeline();
  #count = 0;

  add(record: object): string {
    const uuid = asUuid(`r${this.#count++}`);
    const base = {
      uuid,
      parentUuid: headOf(this.timeline)?.uuid ?? null,
      timestamp: '2026-11-29T10:00:00.000Z',
    };
    this.timeline = append(this.timeline, { ...record, ...base } as TimelineRecord); // whole but for its base
    return uuid;
  }

  say(text: string, more: readonly object[] = []): string {
    return this.add({
      type: 'user',
      origin: { kind: 'human' },
      audience: 'both',
      content: [{ type: 'text', text }, ...more],
    });
  }

  request(nowMs?: number) {
    const { wire } = assemble({ timeline: this.timeline, head, profile, digest });
    return requestOf(wire, settings, nowMs === undefined ? {} : { nowMs });
  }

  round(read: number, write: number): void {
    const { facts } = this.request();
    const request = this.add({ type: 'request', round: 1, attempt: 1, source: 'main', ...facts });
    const id = `t${this.#count}`;
    this.add({
      type: 'assistant',
      round: request,
      model: profile.model,
      audience: 'both',
      content: [{ type: 'tool_use', id, name: 'Read', input: {} }],
    });
    const usage = { input: 5, cacheRead: read, cacheWrite5m: write, cacheWrite1h: 0, output: 9 };
    this.add({
      type: 'response',
      request,
      outcome: 'accepted',
      complete: true,
      requestId: null,
      status: 200,
      stopReason: 'tool_use',
      usage,
      prices: null,
      costUsd: null,
    });
    this.add({
      type: 'user',
      origin: { kind: 'tool_result', toolUseId: id, assistantUuid: null },
      audience: 'both',
      content: [{ type: 'tool_result', tool_use_id: id, content: 'r'.repeat(200) }],
    });
  }
}

function session(rounds: readonly (readonly [number, number])[]): Session {
  const made = new Session();
  made.say('words '.repeat(800));
  for (const [read, write] of rounds) made.round(read, write);
  return made;
}

describe('prediction', () => {
  test('a first request reads nothing and writes all that can be cached', () => {
    const { predicted, estimatedTokens } = session([]).request().facts;
    expect(predicted).toEqual({ read: 0, write: estimatedTokens });
  });
  test('a first request below the least size writes nothing', () => {
    const small = new Session();
    small.say('hi');
    expect(small.request().facts.predicted).toEqual({ read: 0, write: 0 });
  });
  test('with nothing changed reads exactly what the last one read and wrote', () => {
    expect(session([[0, 3001]]).request().facts.predicted?.read).toBe(3001);
    expect(
      session([
        [0, 3001],
        [3001, 77],
      ]).request().facts.predicted?.read,
    ).toBe(3078);
  });
  test('after the life of an entry reads nothing', () => {
    const lapsed = session([[0, 3001]]);
    expect(lapsed.request(startMs + 299_000).facts.predicted?.read).toBe(3001);
    expect(lapsed.request(startMs + 301_000).facts.predicted?.read).toBe(0);
  });
  test('the first image loses the messages', () => {
    const one = session([[0, 3001]]);
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    one.say('see', [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }]);
    expect(one.request().facts.predicted?.read).toBe(0);
  });
  test('after an epoch reads the longest prefix that still stands', () => {
    const rounds = session([
      [0, 3001],
      [3001, 90],
      [3091, 80],
      [3171, 70],
    ]);
    const results = [...rounds.timeline.path].filter(({ type }) => type === 'user');
    const target = results[2]?.uuid; // the result of the second round
    const mark = rounds.add({
      type: 'edit',
      op: { kind: 'clear', targets: [{ target: { uuid: target, blockIndex: 0 }, words: 'gone' }] },
      by: 'person',
      why: 'test',
      scope: 'path',
      applies: 'at_epoch',
    });
    rounds.add({
      type: 'epoch',
      apply: [mark],
      undo: [],
      dropped: [],
      reason: 'person',
      sentence: 's',
      price: null,
      cut: null,
    });
    expect(rounds.request().facts.predicted?.read).toBe(3091);
  });
  test('without caching there is none', () => {
    const { wire } = assemble({ timeline: session([]).timeline, head, profile, digest });
    expect(requestOf(wire, { ...settings, cache: { enabled: false, ttl: '5m' } }).facts.predicted).toBeNull();
  });
});

test('a request counts the last usage figure and an estimate of what came since', () => {
  const asked = session([[0, 3001]]);
  const { inputTokens } = asked.request();
  const billed = 5 + 3001 + 9;
  expect(inputTokens).toBeGreaterThan(billed + 60);
  expect(inputTokens).toBeLessThan(billed + 200);
});

test.each([
  ['1970-01-01T00:00:00.000Z', 0],
  ['2000-02-29T12:34:56.789Z', Date.UTC(2000, 1, 29, 12, 34, 56, 789)],
  ['2026-11-29T23:59:59Z', Date.UTC(2026, 10, 29, 23, 59, 59)],
  ['yesterday', null],
])('reads %s', (text, milliseconds) => {
  expect(isoMilliseconds(text)).toBe(milliseconds);
});
