import {
  append,
  asUuid,
  emptyTimeline,
  modelView,
  parseNotation,
  pathState,
  type Fold,
  type Timeline,
  type TimelineRecord,
  type ViewItem,
} from '@leat/kernel';
import { describe, expect, test } from 'vitest';

const human = (name: string, parent: string | null): TimelineRecord => ({
  type: 'user',
  uuid: asUuid(name),
  parentUuid: parent === null ? null : asUuid(parent),
  timestamp: '2026-01-01T00:00:00.000Z',
  origin: { kind: 'human' },
  audience: 'both',
  content: [{ type: 'text', text: name }],
});

const grown = (count: number): Timeline => {
  let timeline = emptyTimeline();
  for (let n = 0; n < count; n += 1)
    timeline = append(timeline, human(`u${n}`, n === 0 ? null : `u${n - 1}`));
  return timeline;
};

/** A fold that joins names, and tells how many steps it took since it was last asked. */
const counting = () => {
  let steps = 0;
  const fold: Fold<number> = {
    initial: 0,
    step: (sum, record) => {
      steps += 1;
      return (sum * 31 + Number(record.uuid.slice(1))) % 1_000_003;
    },
  };
  const ask = (timeline: Timeline, count?: number): readonly [number, number] => {
    steps = 0;
    const state = pathState(timeline, fold, count);
    return [state, steps];
  };
  return ask;
};

describe('a fold along the path', () => {
  test('steps what is new, and nothing when asked again', () => {
    const ask = counting();
    const timeline = grown(1_000);
    expect(ask(timeline)[1]).toBe(1_000);
    expect(ask(timeline)[1]).toBe(0);
    expect(ask(append(timeline, human('u1000', 'u999')))[1]).toBe(1);
  });

  test('a branch goes on from a state near its parting, and gives what a fresh walk gives', () => {
    for (const back of [1, 10, 100, 1_000, 1_999]) {
      const timeline = grown(2_000);
      const ask = counting();
      ask(timeline);
      const branch = append(timeline, human(`u${9_000 + back}`, `u${1_999 - back}`));
      const [state, steps] = ask(branch);
      expect(state).toBe(counting()(branch)[0]);
      expect(steps).toBeLessThanOrEqual(Math.max(128, 4 * back));
    }
  });

  test('a question about an earlier place does not forget the newest', () => {
    const ask = counting();
    const timeline = grown(1_000);
    ask(timeline);
    expect(ask(timeline, 10)[0]).toBe(counting()(grown(10))[0]);
    expect(ask(timeline)[1]).toBe(0);
  });
});

describe('the model view', () => {
  const kept = (before: Iterable<ViewItem>, after: Iterable<ViewItem>): number => {
    const old = new Set(before);
    return [...after].filter((item) => old.has(item)).length;
  };

  test('an append keeps every item, an epoch those before its first change', () => {
    const timeline = parseNotation('u1 a1 u2 a2 u3 a3 remove#1(a2)');
    const epoch = parseNotation('u1 a1 u2 a2 u3 a3 remove#1(a2) epoch(+#1)').records.at(-1);
    if (epoch === undefined) throw new Error('an epoch was parsed');
    const before = modelView(timeline);
    const longer = append(timeline, human('u7', '#1'));
    expect(kept(before, modelView(longer))).toBe(6);
    const after = modelView(append(longer, { ...epoch, parentUuid: asUuid('u7') }));
    expect([after.length, kept(before, after)]).toEqual([6, 3]);
  });
});
