/** What a request, or a turn's end, needs and the timeline lacks (SPEC 9.2 S3, 10, 12). */
import { describe, expect, test } from 'vitest';
import {
  type RepeatClass,
  type SettleOptions,
  type TimelineRecord,
  append,
  nameBasedId,
  openCalls,
  parseNotation,
  settle,
  timelineOf,
} from '@leat/kernel';
import { digest } from './support/digest.ts';

const classes: Record<string, RepeatClass> = { Read: 'read', Write: 'idempotent', Bash: 'effect' };
const options: SettleOptions = { repeatOf: (name) => classes[name] ?? 'effect' };

/** A timeline in which these calls were started, before what else it holds. */
function started(notation: string, ids: readonly string[], rest = '') {
  const records: TimelineRecord[] = [...parseNotation(`${notation} ${rest}`).records];
  const at = parseNotation(notation).length;
  const controls = ids.map((id, index): TimelineRecord => ({
    uuid: `s${index}` as never, // an id of this test
    parentUuid: null,
    timestamp: '2026-11-29T10:00:00.000Z',
    type: 'control',
    control: { kind: 'tool_started', toolUseId: id },
  }));
  const line = [...records.slice(0, at), ...controls, ...records.slice(at)];
  return timelineOf(line.map((record, index) => ({ ...record, parentUuid: line[index - 1]?.uuid ?? null })));
}

const whys = (timeline: ReturnType<typeof started>, more: SettleOptions = {}) =>
  settle(timeline, { ...options, ...more, digest }).map((record) =>
    record.type === 'user'
      ? record.origin.kind === 'settled'
        ? record.origin.why
        : record.origin.kind
      : record.type,
  );

describe('open calls', () => {
  const calls = 'u1 |Q1| a1[t1:Read,t2:Write,t3:Bash,t4:Bash]';
  test.each([
    ['never started', started(calls, []), ['never_ran', 'never_ran', 'never_ran', 'never_ran']],
    [
      'an effect that was started',
      started(calls, ['t3']),
      ['never_ran', 'never_ran', 'outcome_unknown', 'never_ran'],
    ],
    [
      'a read that was started and lost',
      started(calls, ['t1']),
      ['result_lost', 'never_ran', 'never_ran', 'never_ran'],
    ],
    ['one answered already', started(calls, [], 'r2'), ['never_ran', 'never_ran', 'never_ran']],
    [
      'a read that the person stopped',
      started(calls, ['t1'], 'int1'),
      ['interrupted', 'never_ran', 'never_ran', 'never_ran'],
    ],
    ['of an import', parseNotation('u1 a1[t1:Read]'), ['never_ran']],
  ])('%s', (_what, timeline, expected) => {
    expect(whys(timeline)).toEqual(expected);
  });

  test('say what may run: what never began, never an effect in doubt', () => {
    const open = openCalls(started(calls, ['t1', 't3']), options);
    expect(open.map(({ toolUseId, why, mayRun }) => [toolUseId, why, mayRun])).toEqual([
      ['t1', 'result_lost', false],
      ['t2', 'never_ran', true],
      ['t3', 'outcome_unknown', false],
      ['t4', 'never_ran', true],
    ]);
  });

  test('of earlier answers are left to the passes', () => {
    expect(whys(parseNotation('u1 a1[t1] a2[t2]'))).toEqual(['never_ran']);
  });
});

describe('a request', () => {
  test.each([
    ['has a note behind an answer that was cut', 'u1 |Q1~| a1', ['cut_answer']],
    ['has none where the person speaks', 'u1 |Q1~| a1 u2', []],
    ['has none where the person stopped it', 'u1 |Q1~| a1 int1', []],
    ['asks the model to go on behind its own words', 'u1 |Q1| a1', ['continuation']],
    ['needs nothing behind results', 'u1 |Q1| a1[t1] r1', []],
    ['needs nothing behind a person', 'u1', []],
    ['has results and the note behind calls of a cut answer', 'u1 |Q1~| a1[t1]', ['never_ran', 'cut_answer']],
  ])('%s', (_what, notation, expected) => {
    expect(whys(parseNotation(notation))).toEqual(expected);
  });
});

describe('the end of a turn', () => {
  test.each([
    ['before the model spoke is closed by a fixed answer', 'u1 |Q1>|', ['assistant']],
    ['behind an interruption too', 'u1 |Q1~| int1', ['assistant']],
    ['behind an answer needs nothing', 'u1 |Q1| a1', []],
    ['of a request that was refused leaves it open', 'u1 |Q1!|', []],
    ['that was never sent leaves it open', 'u1', []],
  ])('%s', (_what, notation, expected) => {
    expect(whys(parseNotation(notation), { purpose: 'turn_end' })).toEqual(expected);
  });
});

describe('settled records', () => {
  test('are the same wherever they are made, hang on each other, and settle once', () => {
    const timeline = parseNotation('u1 |Q1~| a1[t1,t2]');
    const made = settle(timeline, { ...options, digest });
    expect(settle(parseNotation('u1 |Q1~| a1[t1,t2]'), { ...options, digest })).toEqual(made);
    const head = timeline.records.at(-1);
    expect(made.map((record) => record.parentUuid)).toEqual([head?.uuid, made[0]?.uuid, made[1]?.uuid]);
    expect(new Set(made.map((record) => record.timestamp))).toEqual(new Set([head?.timestamp]));
    expect(settle(made.reduce(append, timeline), { ...options, digest })).toEqual([]);
  });

  test('have ids in the form of version 8', () => {
    expect(nameBasedId(digest, 'x' as never, 'user', 0)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    ); // any id
  });
});
