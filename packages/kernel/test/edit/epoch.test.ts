import {
  DROP_WORDS,
  editState,
  keep,
  mark,
  mayPlanEpoch,
  openMarks,
  parseNotation,
  planEpoch,
  undo,
  withdraw,
  type DropReason,
  type EpochPlan,
  type Uuid,
} from '@leat/kernel';
import { describe, expect, test } from 'vitest';

const plan = (text: string, parts: Partial<EpochPlan> = {}) => {
  const timeline = parseNotation(text);
  const apply = openMarks(timeline).map(({ uuid }) => uuid);
  return planEpoch(timeline, { apply, reason: 'limit', sentence: '', price: null, bound: true, ...parts });
};

/** Marks applied and dropped, in short. */
const verdict = (text: string): string => {
  const record = plan(text);
  if (record === null) return 'nothing';
  const reason = (why: string) => Object.entries(DROP_WORDS).find(([, words]) => words === why)?.[0] ?? '?';
  return [
    ...record.apply.map((uuid) => `+${uuid}`),
    ...record.dropped.map(({ edit, why }) => `x${edit} ${reason(why)}`),
  ].join(' ');
};

const statuses = (text: string): string =>
  editState(parseNotation(text))
    .map(({ edit, state }) => `${edit.uuid} ${state.status}`)
    .join(', ');

describe('legality at the epoch', () => {
  test.each<[string, string]>([
    [
      'nested and disjoint spans are legal',
      'u1 a1 u2 a2 u3 fold#1(u1..a1,"x") fold#2(u1..a2,"xy") → +#1 +#2',
    ],
    [
      'of two that cross, the earlier stays',
      'u1 a1 u2 a2 u3 fold#1(a1..u2,"x") fold#2(u2..a2,"x") → +#1 x#2 overlap',
    ],
    ['a span that cuts a round is dropped', 'u1 |Q1| a1[t1] r1 a2 fold#1(u1..a1,"x") → x#1 cuts_round'],
    ['also by an attachment about it', 'u1 a1[t1] r1 att1(r1) fold#1(u1..r1,"x") → x#1 cuts_round'],
    ['a span with an open call is dropped', 'u1 a1[t1,t2] r1 fold#1(u1..r1,"x") → x#1 open_call'],
    ['a remove of an open call is dropped', 'u1 a1[t1] remove#1(a1) → x#1 open_call'],
    ['a remove is closed over its round', 'u1 |Q1| a1[t1] r1 remove#1(r1) → +#1'],
    [
      'kept messages are left alone',
      'u1 a1 keep(a1) remove#1(a1) fold#2(u1..a1,"x") clear#3(a1="") → x#1 kept x#2 kept x#3 kept',
    ],
    ['but a reset lets them stand', 'u1("a long request") a1 keep(a1) reset#1(u1..a1,"x") → x#1 not_smaller'],
    ['a reset begins at the first record', 'u1 a1 u2 a2 reset#1(u2..a2,"") → x#1 not_at_start'],
    ['what is not smaller is dropped', 'u1 a1 fold#1(u1..a1,"longer than both") → x#1 not_smaller'],
    ['also a clear', 'u1 a1[t1] r1 clear#1(r1="longer words") → x#1 not_smaller'],
    [
      'but what the server refused goes whatever it costs',
      'u1 a1[t1] r1 clear#1/session(r1="longer words") → +#1',
    ],
    [
      'a block must be there',
      'u1 a1 clear#1(a1:7="") clear#2(a1:t9="") → x#1 no_such_block x#2 no_such_block',
    ],
    ['a blank text is no fold', 'u1 a1 fold#1(u1..a1," ") → x#1 blank'],
    ['a span of nothing is none', 'u1 a1 sys1 prog1 u2 fold#1(sys1..prog1,"x") → x#1 nothing_left'],
    ['a span that ends before it begins is none', 'u1 a1 fold#1(a1..u1,"x") → x#1 bad_span'],
    [
      'a fold inside one in force is legal and changes nothing',
      'u1 a1 u2 a2 u3 fold#1(u1..a2,"x") epoch(+#1) |Q1| fold#2(u1..a1,"xxx") → +#2',
    ],
    [
      'a fold that is hidden itself hides nothing',
      'prog1 a2(error) a3 fold#4(a2..a3,"x") fold#6(a3..a3,"summary") fold#7(prog1..a2,"x") epoch(+#4 +#7) |Q9| → x#6 not_smaller',
    ],
    ['a mark whose target is on another path waits', 'u1 a1 u2 a2 remove#1(a2) rewind(u2) u3 → nothing'],
  ])('%s', (_, line) => {
    const [text = '', expected = ''] = line.split(' → ');
    expect(verdict(text)).toBe(expected);
  });

  test('there is at most one epoch per request', () => {
    expect(mayPlanEpoch(parseNotation('u1 a1 remove#1(a1) epoch(+#1) u2'))).toBe(false);
    expect(verdict('u1 a1 u2 a2 remove#1(a1) epoch(+#1) remove#2(a2)')).toBe('nothing');
    expect(verdict('u1 a1 u2 a2 remove#1(a1) epoch(+#1) remove#2(a2) |Q1!|')).toBe('+#2');
  });

  test('what was dropped, withdrawn or applied is passed over', () => {
    const apply = ['#1', '#2', '#3'] as unknown as Uuid[]; // names as uuids
    const text = 'u1 a1 u2 a2 remove#1(a1) remove#2(a2) remove#3(u1) withdraw(#1) epoch(+#2 x#3) |Q1|';
    expect(plan(text, { apply })).toBeNull();
  });
});

describe('the cut', () => {
  const cut = (text: string, parts: Partial<EpochPlan> = {}) => plan(text, parts)?.cut ?? null;

  test('is the first changed record', () => {
    expect(cut('u1 a1 u2 a2 turn_end(completed) u3 remove#1(a2)')).toBe('a2');
  });
  test('is the start of the running turn when that lies inside it', () => {
    expect(cut('u1 a1 u2 |Q1| a2[t2] r2 |Q2| a3[t3] r3 remove#1(a2)')).toBe('u2');
    expect(cut('u1 a1 u2 |Q1| a2[t2] r2 u9 |Q2| a3[t3] r3 remove#1(a3)')).toBe('u2');
  });
  test('is none where thinking is not bound, or where nothing changes', () => {
    expect(cut('u1 a1 u2 remove#1(a1)', { bound: false })).toBeNull();
    expect(cut('u1 a1 u2 a2 u3 fold#1(u1..a2,"x") epoch(+#1) |Q1| remove#2(a1)')).toBeNull();
  });
});

describe('marks', () => {
  const asked = (text: string, op: Parameters<typeof mark>[1]['op'], atOnce = false) => {
    const marked = mark(parseNotation(text), { op, by: 'snip', why: '', atOnce });
    return marked.ok ? { op: marked.record.op, applies: marked.record.applies } : marked.reason;
  };
  const uuid = (name: string) => name as Uuid; // a name as uuid

  test('a remove is closed over its round when it is marked', () => {
    expect(asked('u1 |Q1| a1[t1] r1 a2(round:-)', { kind: 'remove', targets: [uuid('r1')] })).toEqual({
      op: { kind: 'remove', targets: ['a1', 'r1'] },
      applies: 'at_epoch',
    });
  });

  test('at once is granted in the open segment only', () => {
    const op = {
      kind: 'clear',
      targets: [{ target: { uuid: uuid('r1'), toolUseId: 't1' }, words: '' }],
    } as const;
    expect(asked('u1 |Q1| a1[t1] r1', op, true)).toMatchObject({ applies: 'at_once' });
    expect(asked('u1 |Q1| a1[t1] r1 |Q2>|', op, true)).toMatchObject({ applies: 'at_epoch' });
    expect(asked('u1 |Q1| a1[t1] r1 |Q2| a2', op, true)).toMatchObject({ applies: 'at_epoch' });
  });

  test.each<[DropReason, string, string]>([
    ['not_there', 'u1', 'a1'],
    ['kept', 'u1 a1 keep(a1)', 'a1'],
  ])('%s is refused', (reason, text, target) => {
    expect(asked(text, { kind: 'remove', targets: [uuid(target)] })).toBe(reason);
  });

  test('every status is told', () => {
    expect(
      statuses(
        'u1 a1 u2 a2 remove#1(a1) remove#2(a2) remove#3(a1) remove#4(a1) remove#5(a1) withdraw(#3) epoch(+#1 +#2 x#4) undo(#2)',
      ),
    ).toBe('#1 applied, #2 undone, #3 withdrawn, #4 dropped, #5 open');
    expect(statuses('u1 a1 u2 a2 remove#1(a2) rewind(u2)')).toBe('#1 elsewhere');
  });

  test('only an open mark is withdrawn, only an edit in force is undone', () => {
    const timeline = parseNotation('u1 a1 u2 a2 remove#1(a1) remove#2(a2) epoch(+#1) |Q1|');
    const by = { by: 'person', why: '' } as const;
    const facts = { sentence: '', price: null, bound: false };
    expect(withdraw(timeline, uuid('#1'), by)).toBeNull();
    expect(withdraw(timeline, uuid('#2'), by)).toMatchObject({ op: { kind: 'withdraw', edit: '#2' } });
    expect(undo(timeline, [uuid('#2')], facts)).toBeNull();
    expect(undo(timeline, [uuid('#1')], facts)).toMatchObject({ undo: ['#1'], apply: [], reason: 'undo' });
    expect(keep(timeline, uuid('nobody'))).toBeNull();
  });
});
