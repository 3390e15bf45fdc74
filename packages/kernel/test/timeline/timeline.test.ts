import {
  append,
  asUuid,
  emptyTimeline,
  headOf,
  openSegment,
  parseNotation,
  pathOf,
  placeOf,
  prefixOf,
  recordOf,
  recordsOf,
  rewindTargets,
  rewindTo,
  segmentsOf,
  Sequence,
  setAside,
  stateOf,
  timelineOf,
  turnStart,
  turnRuns,
  type Timeline,
  type TimelineRecord,
} from '@leat/kernel';
import { describe, expect, test } from 'vitest';

const names = (records: Iterable<TimelineRecord>): string => [...records].map(({ uuid }) => uuid).join(' ');
const path = (timeline: Timeline): string => names(pathOf(timeline));
const record = (uuid: string, parentUuid: string | null): TimelineRecord => ({
  type: 'user',
  uuid: asUuid(uuid),
  parentUuid: parentUuid === null ? null : asUuid(parentUuid),
  timestamp: '2026-01-01T00:00:00.000Z',
  origin: { kind: 'human' },
  audience: 'both',
  content: [],
});

describe('timeline', () => {
  test('is empty at first', () => {
    const timeline = emptyTimeline();
    expect([timeline.length, headOf(timeline), path(timeline), recordOf(timeline, asUuid('x'))]).toEqual([
      0,
      undefined,
      '',
      undefined,
    ]);
  });

  test('a missing or later parent is the record before', () => {
    expect(path(timelineOf([record('a', 'gone'), record('b', 'c'), record('c', null)]))).toBe('a b c');
  });

  test('an earlier parent is honoured, so a branch leaves records behind', () => {
    const timeline = timelineOf([record('a', null), record('b', 'a'), record('c', 'a'), record('d', 'c')]);
    expect([path(timeline), names(recordsOf(timeline)), placeOf(timeline, asUuid('b'))]).toEqual([
      'a c d',
      'a b c d',
      undefined,
    ]);
  });

  test('of two records with one uuid the first counts, the later is set aside', () => {
    const timeline = timelineOf([record('a', null), record('b', 'a'), record('a', 'b'), record('c', 'b')]);
    expect([path(timeline), names(setAside(timeline))]).toEqual(['a b c', 'a']);
  });

  test('versions share their cells and never disturb each other', () => {
    const base = timelineOf([record('a', null), record('b', 'a')]);
    const [one, two] = [append(base, record('c', 'b')), append(base, record('d', 'b'))];
    const three = append(one, record('d', 'a'));
    expect([base, one, two, three].map(path)).toEqual(['a b', 'a b c', 'a b d', 'a d']);
    expect([recordOf(base, asUuid('c')), recordOf(two, asUuid('c')), placeOf(three, asUuid('d'))]).toEqual([
      undefined,
      undefined,
      1,
    ]);
  });

  test('a prefix is the timeline as it was', () => {
    const timeline = timelineOf([record('a', null), record('b', 'a'), record('c', 'a')]);
    expect([0, 1, 2, 3].map((count) => path(prefixOf(timeline, count)))).toEqual(['', 'a', 'a b', 'a c']);
  });

  test('a sequence keeps what it showed', () => {
    const one = Sequence.from([1, 2]);
    const two = one.append(3);
    const other = one.take(1).append(9);
    expect([
      [...one],
      [...two],
      [...other],
      two.at(-1),
      two.at(3),
      one.commonLength(two),
      two.commonLength(other),
    ]).toEqual([[1, 2], [1, 2, 3], [1, 9], 3, undefined, 2, 1]);
  });
});

describe('rewind', () => {
  test('goes back to before a human message, on any path', () => {
    const timeline = parseNotation('session(s) u1 a1 u2 a2 rewind(u2) u3 rewind(u2) u4 rewind(u1) u5');
    expect(path(timeline)).toBe('~0 ~9 u5');
    expect(names(rewindTargets(timeline))).toBe('u5');
    expect(rewindTo(timeline, asUuid('u2'))?.parentUuid).toBe('a1');
    expect(rewindTo(timeline, asUuid('a1'))).toBeNull();
  });

  test('to the very first record leaves an empty path behind it', () => {
    expect(path(parseNotation('u1 a1 rewind(u1) u2'))).toBe('~2 u2');
  });
});

describe('segments', () => {
  const segments = (text: string): string => {
    const timeline = parseNotation(text);
    const sealed = [...segmentsOf(timeline)].map(
      ({ from, to, outcome }) =>
        `${names(timeline.path.slice(from, to).filter(({ type }) => type !== 'response'))} ${outcome}`,
    );
    const open = openSegment(timeline);
    const shown = names(open.records.filter(({ type }) => type !== 'response'));
    return [...sealed, open.inFlight === null ? shown : `${shown} in flight`].join(' | ');
  };

  test.each([
    ['u1', 'u1'],
    ['u1 |Q1| a1[t1] r1 |Q2| a2 u3', 'u1 accepted | a1 r1 accepted | a2 u3'],
    ['u1 |Q1!| ctx1 |Q1.2| a1', 'u1 Q1 ctx1 accepted | a1'],
    ['u1 |Q1?| u2', 'u1 unknown | u2'],
    ['u1 |Q1~| a1', 'u1 accepted | a1'],
    ['u1 |Q1>|', 'u1 Q1 in flight'],
    ['u1 |Q1>| prog1', 'u1 Q1 prog1 in flight'],
    ['u1 |Q1>| a1', 'u1 unknown | a1'],
    ['u1 |Q1>| a1 |>Q1|', 'u1 accepted | a1'],
    ['u1 |Q1>| ctx1 |>Q1!|', 'u1 Q1 ctx1'],
    ['u1 |Q1>| |Q2| |>Q1!| a1', 'u1 unknown |  accepted | a1'],
  ])('%s', (text, expected) => {
    expect(segments(text)).toBe(expected);
  });
});

describe('turns', () => {
  test.each([
    ['', -1, false],
    ['u1 |Q1| a1[t1] r1', 0, true],
    ['u1 |Q1| a1[t1] r1 u2', 0, true],
    ['u1 |Q1| a1 u2', 4, true],
    ['u1 |Q1| a1[t1] r1 int1 u2', 6, true],
    ['u1 |Q1| a1 turn_end(completed)', 0, false],
    ['u1 a1[t1] turn_end(aborted) r1 task1', 4, true],
    ['u1 a1 cont1 a2', 0, true],
  ])('%s', (text, start, runs) => {
    const timeline = parseNotation(text);
    expect([turnStart(timeline), turnRuns(timeline)]).toEqual([start, runs]);
  });
});

describe('controls', () => {
  test('say what is in force on the path', () => {
    const timeline = parseNotation(
      'session(s) head(h1) mode(plan) model(big) title(a) latch("b:p") latch("c:p") unlatch("b:p") keep(?x) u1(mode:auto) |Q1| a1 turn_end(completed)',
    );
    expect(stateOf(timeline)).toMatchObject({
      head: { hash: 'h1' },
      mode: 'auto',
      model: 'big',
      title: 'a',
      cwd: '/',
      latches: new Map([['p', new Map([['c', true]])]]),
      kept: new Set(['x']),
      turnEnd: { terminal: 'completed' },
      lastRequest: { uuid: 'Q1' },
      lastResponse: { uuid: '>Q1' },
    });
  });

  test('a rewind restores them, and a reset with nothing in its place drops the latches', () => {
    expect(stateOf(parseNotation('mode(a) u1 mode(b) model(m) rewind(u1)'))).toMatchObject({
      mode: 'a',
      model: null,
    });
    expect(stateOf(parseNotation('latch("b:p") u1 a1 wipe#1(u1..a1) epoch(+#1)')).latches.size).toBe(0);
  });
});
