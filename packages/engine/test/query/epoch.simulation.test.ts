/**
 * Edits against a server that binds thinking to all that stands before it (SPEC 8.6): an epoch between two turns clears an
 * old result. Nothing is refused (C51b), thinking before the cut stays and thinking behind it goes, and from there on each
 * request reads what the one before it read and wrote.
 */
import {
  asUuid,
  headOf,
  isAnyThinking,
  isToolResult,
  mark,
  planEpoch,
  rewindTargets,
  rewindTo,
  timelineOf,
  append,
  type ContentBlock,
  type EditRecord,
  type Timeline,
  type TimelineRecord,
  type Uuid,
} from '@leat/kernel';
import { createSimulator, type Answer, type MessagesRequest, type Simulator } from '@leat/sim';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { QueryEvent } from '../../src/query/events.ts';
import { openOverHttp } from '../support/over-http.ts';

/** `go N`: N rounds with a read, and a last word; a thought in each answer. */
const answerOf = ({ messages }: MessagesRequest): Answer => {
  const texts = messages.map(({ content }) => JSON.stringify(content));
  const asked = texts.findLastIndex((text) => /go \d+/.test(text));
  const wanted = Number(/go (\d+)/.exec(texts[asked] ?? '')?.[1] ?? 0);
  const done = messages.slice(asked).filter(({ role }) => role === 'assistant').length;
  const name = `${asked}.${done}`;
  const thought = { type: 'thinking', thinking: `thought ${name}` };
  if (done >= wanted)
    return { content: [thought, { type: 'text', text: `end ${name}` }], stopReason: 'end_turn' };
  const call = { type: 'tool_use', name: 'Read', input: { say: `result ${name} `.repeat(40) } };
  return { content: [thought, { type: 'text', text: `look ${name}` }, call], stopReason: 'tool_use' };
};

const CLEARED = '[Cleared.]';

let simulator: Simulator;
beforeEach(async () => {
  simulator = await createSimulator({
    behaviour: { name: 'go', answer: answerOf },
    keepBodies: true,
  });
});
afterEach(() => simulator.close());

type Opened = Awaited<ReturnType<typeof openOverHttp>>;

const run = async ({ engine }: Opened, prompt: string): Promise<readonly QueryEvent[]> => {
  const turn = engine.submitMessage(prompt);
  const events: QueryEvent[] = [];
  for await (const event of turn.events) events.push(event);
  expect((await turn.done).reason).toBe('completed');
  return events;
};

let serial = 0;
/** A record as the engine's chain would make it. */
const whole = (timeline: Timeline, record: object): TimelineRecord =>
  ({
    uuid: asUuid(`99999999-0000-4000-8000-${String(++serial).padStart(12, '0')}`),
    parentUuid: headOf(timeline)?.uuid ?? null,
    timestamp: '2026-11-29T12:00:00.000Z',
    ...record,
  }) as TimelineRecord; // `record` is a new record of one type, and the base makes it whole

/** The same session, gone on with by another engine once `make` has had its records appended. */
const reopened = async (opened: Opened, make: (timeline: Timeline) => readonly object[]): Promise<Opened> => {
  const { host, session, log } = opened;
  const { records } = await host.sessions.read(session);
  let timeline = timelineOf(records);
  for (const record of make(timeline)) {
    const next = whole(timeline, record);
    timeline = append(timeline, next);
    await log.append([next], 'process');
  }
  return openOverHttp(simulator.url, { host, log, records: timeline.records.slice(0) });
};

/** The place of a read's result on the path, by what it says. */
const resultThatSays = (timeline: Timeline, words: string) => {
  for (const record of timeline.records) {
    if (record.type !== 'user') continue;
    const block = record.content.find(isToolResult);
    if (block !== undefined && JSON.stringify(block).includes(words))
      return { uuid: record.uuid, toolUseId: block.tool_use_id };
  }
  throw new Error(`no result says ${words}`);
};

/** A clear of one result, and the epoch that applies it. */
const clears =
  (words: string, scope: EditRecord['scope']) =>
  (timeline: Timeline): readonly object[] => {
    const target = resultThatSays(timeline, words);
    const op = { kind: 'clear', targets: [{ target, words: CLEARED }] } as const;
    const marked = mark(timeline, { op, by: 'microcompact', why: 'a test', scope });
    if (!marked.ok) throw new Error(marked.words);
    const edit = whole(timeline, marked.record);
    const epoch = planEpoch(append(timeline, edit), {
      apply: [edit.uuid],
      reason: 'person',
      sentence: 'A test clears a result.',
      price: null,
      bound: true,
    });
    if (epoch === null) throw new Error('nothing to apply');
    return [edit, epoch];
  };

const rewinds = (timeline: Timeline, target: Uuid | undefined): readonly object[] => {
  if (target === undefined) throw new Error('nowhere to go back to');
  const rewind = rewindTo(timeline, target);
  if (rewind === null) throw new Error('it can’t go back there');
  return [{ ...rewind.record, parentUuid: rewind.parentUuid }];
};

const bodyOf = (index: number): MessagesRequest => simulator.log().at(index)?.body as MessagesRequest; // the simulator keeps bodies
const isCleared = (body: MessagesRequest): boolean => JSON.stringify(body).includes(`"text":"${CLEARED}"`);
/** Signatures: the text of a thought isn't shown on these models. */
const thoughtsOf = ({ messages }: MessagesRequest): readonly string[] =>
  messages.flatMap(({ content }) =>
    typeof content === 'string'
      ? []
      : (content as readonly ContentBlock[])
          .filter(isAnyThinking)
          .map((block) => String((block as { signature?: unknown }).signature)),
  );
const expectNoneRefused = (): void =>
  expect(simulator.log().filter((entry) => entry.outcome !== 'answered')).toEqual([]);

/** From a request on, each reads what the one before it read and wrote. */
const expectReads = (from: number): void => {
  const tokens = simulator.log().map((entry) => entry.tokens);
  for (let index = from + 1; index < tokens.length; index++) {
    const [before, now] = [tokens[index - 1], tokens[index]];
    if (before === null || before === undefined) throw new Error(`request ${index} has no usage`);
    expect(now?.read, `request ${index + 1}`).toBe(before.read + before.write5m + before.write1h);
  }
};

describe.each(['path', 'session'] as const)('an epoch that clears an old result, scope %s', (scope) => {
  it('keeps the thinking before it, drops what stands behind it, and nothing is refused', async () => {
    const first = await openOverHttp(simulator.url);
    for (let turn = 1; turn <= 5; turn++) await run(first, 'go 1');
    const thoughts = thoughtsOf(bodyOf(9));
    expect(thoughts).toHaveLength(9);
    expectReads(0);

    const second = await reopened(first, clears('result 4.0', scope));
    await run(second, 'go 10');
    expectNoneRefused();
    const after = bodyOf(10);
    // The cleared result stands behind the third thought.
    expect(thoughtsOf(after)).toEqual(thoughts.slice(0, 3));
    expect(isCleared(after)).toBe(true);
    expect(simulator.log()).toHaveLength(21);
    expect(thoughtsOf(bodyOf(20))).toHaveLength(13);
    expectReads(10);
  });
});

describe('an edit that holds on every path', () => {
  it('holds on a path that was left before its epoch, and the thinking that it unbinds goes', async () => {
    const first = await openOverHttp(simulator.url);
    for (let turn = 1; turn <= 4; turn++) await run(first, 'go 1');
    const second = await reopened(first, clears('result 4.0', 'session'));
    await run(second, 'go 1');
    const requests = simulator.log().length;
    const third = await reopened(second, (timeline) => rewinds(timeline, rewindTargets(timeline)[3]?.uuid));
    await run(third, 'go 10');
    expectNoneRefused();
    const after = bodyOf(requests);
    expect(isCleared(after)).toBe(true);
    expect(thoughtsOf(after)).toHaveLength(3);
    expectReads(requests);
  });
});
