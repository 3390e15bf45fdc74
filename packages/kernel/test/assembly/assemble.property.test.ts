/**
 * What must hold for any timeline (SPEC 9.2, 9.3, 24): a valid request (I4, I7), every human word, growing equals building
 * from nothing (S1, S2), the law in every round (I5), idempotence on the wire form (I6), the same after a resume (I2).
 * `LEAT_RUNS` sets the number of sessions.
 */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Head,
  type Profile,
  type TimelineRecord,
  asReminder,
  assemble,
  bodyText,
  blocksOfWire,
  isReminder,
  modelView,
  pathOf,
  placeOf,
  profileOf,
  recordsOf,
  requestOf,
  timelineOf,
} from '@leat/kernel';
import { checkRequest } from './support/check-request.ts';
import { digest } from './support/digest.ts';
import { type Asked, type World, play } from './support/random-session.ts';
import { sessions } from './support/random-steps.ts';

const runs = Number(process.env['LEAT_RUNS'] ?? 45);
const head: Head = {
  system: ['You are a test.', 'Rules.'],
  tools: [{ name: 'Read', description: 'reads', input_schema: { type: 'object' } }],
  context: asReminder('# memory\nnone'),
};
const pairs: readonly (readonly [string, string])[] = [
  ['claude-sonnet-5-5', 'claude-opus-4-7'],
  ['claude-haiku-4-5', 'claude-fable-5-2'],
  ['claude-opus-4-6', 'some-local-model'],
];
const settings = { stream: true, cache: { enabled: true, ttl: '5m' } } as const;

const factsOf = (profile: Profile) => ({
  systemMessages: profile.systemMessages,
  manualThinking: profile.thinking.kinds.includes('enabled'),
});

function forEachRequest(
  check: (asked: Asked, before: readonly Asked[]) => void,
  context = head.context,
  length = 40,
) {
  for (const [a, b] of pairs) {
    const world: World = { profiles: [profileOf(a), profileOf(b)], head: { ...head, context }, digest };
    fc.assert(
      fc.property(sessions(length), (steps) => {
        play(steps, world, check);
      }),
      { numRuns: Math.ceil(runs / pairs.length) },
    );
  }
}

describe('any timeline', () => {
  test('gives a request that the contract accepts, of exactly the length it states', () => {
    for (const context of [head.context, null]) {
      forEachRequest(({ request, profile }) => {
        const body = bodyText(request);
        expect(checkRequest(body, factsOf(profile))).toBeNull();
        expect(Buffer.byteLength(body)).toBe(request.bytes);
      }, context);
    }
  });

  test('keeps every word of a person that no record took out', () => {
    forEachRequest(({ timeline, request }) => {
      const body = bodyText(request);
      for (const item of modelView(timeline)) {
        if (item.form !== 'itself' || item.record.type !== 'user' || item.record.origin.kind !== 'human')
          continue;
        for (const block of item.record.content) {
          const text =
            block.type === 'text' && 'text' in block
              ? String(block.text).replace(/\p{Surrogate}/gu, '\ufffd')
              : '';
          if (text.trim() !== '') expect(body).toContain(JSON.stringify(text));
        }
      }
    });
  });

  test('grows to the same bytes that a build from nothing gives, also from the records alone', () => {
    forEachRequest(
      ({ timeline, assembled, profile, request }) => {
        const fresh = assemble({ timeline, head: assembled.wire.head.source, profile, digest });
        expect(fresh.settle).toEqual([]);
        expect(bodyText(requestOf(fresh.wire, settings))).toBe(bodyText(request));
        const records = JSON.parse(JSON.stringify([...recordsOf(timeline)])) as readonly TimelineRecord[];
        const resumed = assemble({
          timeline: timelineOf(records),
          head: assembled.wire.head.source,
          profile,
          digest,
        });
        expect(bodyText(requestOf(resumed.wire, settings))).toBe(bodyText(request));
        expect(requestOf(resumed.wire, settings).facts).toEqual(request.facts);
      },
      head.context,
      25,
    );
  });

  test('begins with what an earlier accepted request of its path and profile sent', () => {
    forEachRequest((asked, before) => {
      const canonical = chainsOf(asked);
      const path = pathOf(asked.timeline);
      for (const earlier of before) {
        const at = placeOf(asked.timeline, earlier.uuid);
        if (at === undefined || earlier.profile !== asked.profile) continue;
        const since = path.slice(at);
        if (holdsEverywhere(asked.timeline)) continue;
        if (since.some((record) => record.type === 'epoch' || record.type === 'tombstone')) continue;
        const response = since.find(
          (record) => record.type === 'response' && record.request === earlier.uuid,
        );
        if (response?.type === 'response' && response.outcome === 'refused') continue;
        if (
          response === undefined &&
          !since.slice(1).some(({ type }) => type !== 'control' && type !== 'response')
        )
          continue;
        expect(canonical.has(earlier.request.facts.chainHash)).toBe(true);
      }
    });
  });

  test('gives a valid request also without any one of its records', () => {
    for (const [name] of pairs) {
      const profile = profileOf(name);
      const world: World = { profiles: [profile, profile], head, digest };
      fc.assert(
        fc.property(sessions(25), fc.nat({ max: 60 }), (steps, n) => {
          const records = [...recordsOf(play(steps, world, () => undefined))];
          const without = records.toSpliced(n % Math.max(1, records.length), 1);
          const { wire } = assemble({ timeline: timelineOf(without), head, profile, digest });
          expect(checkRequest(bodyText(requestOf(wire, settings)), factsOf(profile))).toBeNull();
        }),
        { numRuns: Math.ceil(runs / pairs.length) },
      );
    }
  });

  test('normalizes the wire form to itself', () => {
    forEachRequest(({ request, profile }) => {
      const body = JSON.parse(bodyText(request)) as {
        messages: { role: string; content: readonly { type: string }[] }[];
      };
      const again = assemble({
        timeline: timelineOf(recordsFrom(body.messages)),
        head: { ...head, context: null },
        profile,
        digest,
      });
      expect(again.settle).toEqual([]);
      const second = JSON.parse(bodyText(requestOf(again.wire, settings))) as typeof body;
      expect(withoutMarks(second.messages)).toEqual(withoutMarks(body.messages));
    }, null);
  });
});

/** An edit of session scope, applied on any branch, holds on every path: then an epoch that is not on it explains a change. */
function holdsEverywhere(timeline: Asked['timeline']): boolean {
  const records = [...recordsOf(timeline)];
  const ofSession = records.some((record) => record.type === 'edit' && record.scope === 'session');
  return ofSession && records.some((record) => record.type === 'epoch');
}

const chainsOf = ({ assembled }: Asked): ReadonlySet<string> =>
  new Set([assembled.wire.head.chain, ...blocksOfWire(assembled.wire).map((block) => block.chain)]);

const withoutMarks = (messages: unknown): unknown =>
  JSON.parse(
    JSON.stringify(messages, (key, value: unknown) => (key === 'cache_control' ? undefined : value)),
  );

/** The wire form as a timeline: a record a message; system messages as the reminders that they were. */
function recordsFrom(
  messages: readonly { role: string; content: readonly { type: string }[] }[],
): TimelineRecord[] {
  return messages.map((message, index): TimelineRecord => {
    const base = {
      uuid: `m${index}` as never,
      parentUuid: (index === 0 ? null : `m${index - 1}`) as never,
      timestamp: '2026-11-29T10:00:00.000Z',
    }; // ids of a test
    const content = JSON.parse(JSON.stringify(message.content)) as never; // blocks as they were sent
    if (message.role === 'assistant') {
      return {
        ...base,
        type: 'assistant',
        round: null,
        messageId: `msg_${index}`,
        model: 'claude-any',
        audience: 'both',
        content,
      };
    }
    return {
      ...base,
      type: 'user',
      origin: message.role === 'user' ? { kind: 'human' } : { kind: 'other', name: 'reminder' },
      audience: 'both',
      content,
    };
  });
}

test('a reminder is told by its wrapper', () => {
  expect([isReminder(asReminder('x')), isReminder('x')]).toEqual([true, false]);
});
