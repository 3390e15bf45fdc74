import { append, modelView, parseNotation, personView, transcript, viewAt, type Uuid } from '@leat/kernel';
import { describe, expect, test } from 'vitest';
import { see, show, showItems } from './show.ts';

describe('what the model sees', () => {
  test('messages in their order; notices, progress, requests and controls are not among them', () => {
    expect(see('session(s) u1 |Q1| a1[t1] prog1 r1 sys1 sys2(local_command) att1 att2(silent) ctx1')).toBe(
      'u1 a1 r1 sys2 att1 ctx1',
    );
  });

  test('what is for the person or nobody, and synthetic errors, stay out', () => {
    expect(see('u1(person) u2(nobody) u3(model) a1(error) a2(unanswered)')).toBe('u3 a2');
  });

  test('a tombstone takes a message back', () => {
    expect(see('u1 |Q1| a1(think) void(a1) a2')).toBe('u1 a2');
  });

  test('a mark alone changes nothing', () => {
    expect(see('u1 a1 fold#1(u1..a1) remove#2(a1) clear#3(a1)')).toBe('u1 a1');
  });

  test('an applied remove is closed over its round', () => {
    expect(see('u1 |Q1| a1[t1,t2] r1 r2 att1(r2) |Q2| a2 remove#1(r1) epoch(+#1)')).toBe('u1 a2');
  });

  test('an applied clear replaces the block and keeps the pair', () => {
    const view = modelView(parseNotation('u1 a1[t1] r1 clear#1(r1="gone") epoch(+#1)'));
    expect(view.at(-1)).toMatchObject({
      form: 'cleared',
      cleared: [0],
      content: [{ type: 'tool_result', tool_use_id: 't1', content: 'gone' }],
    });
  });

  test('an applied fold stands once, at its first record', () => {
    expect(see('u1 a1 u2 a2 u3 fold#1(u1..a1) epoch(+#1)')).toBe('#1 u2 a2 u3');
  });

  test('the outermost fold hides the inner one, whichever came first', () => {
    const outer = 'u1 a1 u2 a2 u3 fold#1(u1..a1) fold#2(u1..a2)';
    expect(see(`${outer} epoch(+#1) epoch(+#2)`)).toBe('#2 u3');
    expect(see(`${outer} epoch(+#2) epoch(+#1)`)).toBe('#2 u3');
    expect(see(`${outer} epoch(+#2) epoch(+#1) undo(#2)`)).toBe('#1 u2 a2 u3');
  });

  test('of two folds over one span the later mark stands', () => {
    expect(see('u1 a1 u2 fold#1(u1..a1) fold#2(u1..a1) epoch(+#2) epoch(+#1)')).toBe('#2 u2');
  });

  test('a fold of which nothing is left shows nothing', () => {
    expect(see('u1 a1 u2 fold#1(u1..a1) remove#2(u1,a1) epoch(+#1 +#2)')).toBe('u2');
  });

  test('behind a reset the kept messages and the latest human message stand in their order', () => {
    expect(see('u1 a1 keep(u1) u2 a2 u3 a3 reset#1(u1..a3) epoch(+#1) u4')).toBe('#1 =u1 =u3 u4');
  });

  test('a reset with nothing in its place leaves the kept messages only', () => {
    expect(see('u1 a1 keep(u1) u2 a2 wipe#1(u1..a2) epoch(+#1) u4')).toBe('=u1 u4');
  });

  test('what stands behind a reset is fixed at its epoch', () => {
    expect(see('u1 a1 u2 a2 reset#1(u1..a2) epoch(+#1) keep(u1) unkeep(u2) u3')).toBe('#1 =u2 u3');
  });

  test('bound thinking from the cut to the epoch is gone for good, also after an undo', () => {
    const text = 'u1 a1(think) u2 a2(think) u3 a3(think) remove#1(a2) epoch(+#1 ^a2) a4(think)';
    expect(see(text)).toBe('u1 a1 u2 u3 -a3 a4');
    expect(see(`${text} undo(#1)`)).toBe('u1 a1 u2 -a2 u3 -a3 a4');
  });
});

describe('path and scope', () => {
  test('an application counts only while its epoch is on the path; its mark stays open', () => {
    const text = 'u1 a1 u2 a2 fold#1(u1..a1) u3 epoch(+#1) u4';
    expect(see(text)).toBe('#1 u2 a2 u3 u4');
    expect(see(`${text} rewind(u4)`)).toBe('#1 u2 a2 u3');
    expect(see(`${text} rewind(u3)`)).toBe('u1 a1 u2 a2');
    expect(see(`${text} rewind(u3) u5 epoch(+#1)`)).toBe('#1 u2 a2 u5');
  });

  test('a rewind to the first message leaves nothing', () => {
    expect(see('u1 a1 rewind(u1) u2')).toBe('u2');
  });

  test('session scope holds on every path, until an epoch anywhere undoes it', () => {
    const text = 'u1 a1 u2 a2 clear#1/session(a1) u3 epoch(+#1) rewind(u3)';
    expect(see(text)).toBe('u1 ~a1 u2 a2');
    expect(see(`${text} u4 undo(#1) rewind(u4)`)).toBe('u1 a1 u2 a2');
  });

  test('an edit of the open segment applies at once; one that touches sealed bytes waits', () => {
    expect(see('u1 |Q1| a1[t1] r1 clear#1/now(r1)')).toBe('u1 a1 ~r1');
    expect(see('u1 |Q1| a1[t1] r1 |Q2| a2 clear#1/now(r1)')).toBe('u1 a1 r1 a2');
    expect(see('u1 |Q1| a1[t1] r1 |Q2!| clear#1/now(r1)')).toBe('u1 a1 ~r1');
    expect(see('u1 |Q1| a1[t1] r1 |Q2>| clear#1/now(r1)')).toBe('u1 a1 r1');
    expect(see('u1 |Q1| a1[t1] r1 clear#1/now(r1) |Q2| a2')).toBe('u1 a1 ~r1 a2');
  });

  test('an undo gives the view before, and a withdrawn mark is never applied', () => {
    expect(see('u1 a1 u2 fold#1(u1..a1) epoch(+#1) undo(#1)')).toBe('u1 a1 u2');
    expect(see('u1 a1 u2 fold#1(u1..a1) withdraw(#1) epoch(+#1)')).toBe('u1 a1 u2');
  });
});

describe('the other views', () => {
  const text = 'u1 |Q1| a1[t1] prog1 r1 ctx1 u2 a2 remove#1(a1,r1) epoch(+#1) void(a2) rewind(u2) u3';

  test('the person sees the path, with a row for each edit, whatever was compacted', () => {
    const rows = personView(
      parseNotation('u1 |Q1| a1[t1] prog1 r1 ctx1 sys1 a2 void(a2) fold#1(u1..r1) epoch(+#1)'),
    );
    expect(
      [...rows].map(({ row, record }) => (row === 'boundary' ? `[${record.uuid}]` : record.uuid)).join(' '),
    ).toBe('u1 a1 prog1 r1 sys1 [#1] [~11]');
  });

  test('the transcript has every path and every record, but what was taken back', () => {
    const uuids = transcript(parseNotation(text)).map(({ uuid }) => uuid);
    expect(uuids.join(' ')).toBe('u1 Q1 >Q1 a1 prog1 r1 ctx1 u2 #1 ~10 ~11 ~12 u3');
  });

  test('viewAt gives the view of a round, and of any record, as it was', () => {
    const timeline = parseNotation('u1 |Q1| a1[t1] r1 |Q2| a2 u2 remove#1(a1) epoch(+#1) |Q3| a3');
    const then = (at: string | number) => {
      const view = viewAt(timeline, at as Uuid | number); // names are uuids in notation
      return view === null ? null : showItems(view);
    };
    expect([then(1), then(2), then(3), then('a2'), then(9), then('nobody')]).toEqual([
      'u1',
      'u1 a1 r1',
      'u1 a2 u2',
      'u1 a1 r1 a2',
      null,
      null,
    ]);
    expect(show(timeline)).toBe('u1 a2 u2 a3');
  });

  test('a view that was handed out never changes', () => {
    const timeline = parseNotation('u1 a1');
    const before = modelView(timeline);
    const [x, y] = parseNotation('u1 a1 x5'.replace('x5', 'u5 u6')).records.slice(2);
    if (x === undefined || y === undefined) throw new Error('two records');
    const [one, other] = [append(timeline, x), append(timeline, { ...y, parentUuid: 'a1' as Uuid })]; // a name as uuid
    expect([show(one), show(other), showItems(before)]).toEqual(['u1 a1 u5', 'u1 a1 u6', 'u1 a1']);
  });
});
