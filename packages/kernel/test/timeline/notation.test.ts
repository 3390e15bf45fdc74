import { parseNotation, printNotation, modelView, timelineOf } from '@leat/kernel';
import { describe, expect, test } from 'vitest';

const roundTrip = (text: string) => {
  const timeline = parseNotation(text);
  const printed = printNotation(timeline);
  expect([...parseNotation(printed).records]).toEqual([...timeline.records]);
  return printed;
};

describe('notation', () => {
  test.each([
    'u1 |Q1| a1[t1,t2] r1 r2! |Q2| ctx2 a2(think) fold#1(u1..r2) withdraw(#1) u5',
    'session(s1) u1 |Q1| a1[t1:Bash] r1 a2(round:-) remove#1(a1,r1) epoch(+#1) u2',
    'u1 |Q1!| |Q1.2?| a1 |Q2~| a2 |Q3@opus| a3@opus |Q4>| a4 |>Q4|',
    'u1 a1(redacted) u2 rewind(u2) u3 rewind(u1) u4',
    'u1("hello world") a1(think,bare) r1(t1,t2) r3(settled:never_ran)',
    'u1 a1[t1] r1 clear#1/now(r1="x",a1:1) clear#2/session/by:recovery(r1:t9) undo(#1)',
    'u1 a1 reset#1(u1..a1,"sum") wipe#2(u1..a1) epoch(+#1 -#2 x?#9:"why not" ^a1 =economics "saves money")',
    'u1 att1(u1) att2(.diagnostics,silent) sys1(local_command) prog1 void(att1) keep(u1) unkeep(u1)',
    'mode(plan) model(opus) title("a b") cwd("/x y") head(h1) latch("beta:opus") unlatch("beta:opus") turn_end(completed)',
    'u1 u2 a1 u3<u2 a2<a1 u4<-',
    'u1(mode:plan,image) a1(error) a2(unanswered) a3(msg:m1) u2(person)',
  ])('prints what it parses: %s', (text) => {
    expect(roundTrip(text)).toBe(text);
  });

  test('names a message by its ordinal', () => {
    const timeline = parseNotation('u1 |Q1| a1[t1] r1 fold#1(1..3)');
    expect(printNotation(timeline)).toBe('u1 |Q1| a1[t1] r1 fold#1(u1..r1)');
  });

  test('a missing name is an error that says which', () => {
    expect(() => parseNotation('u1 remove#1(a7)')).toThrow('no record is called a7 yet: remove#1(a7)');
  });

  test('other timelines print by kind and count, without their texts', () => {
    const timeline = parseNotation('u1("secret") |Q1| a1[t1] r1 u2 fold#1(u1..r1) epoch(+#1)');
    const text = JSON.stringify([...timeline.records]).replaceAll(
      /"(u1|Q1|>Q1|a1|r1|u2|#1|~\d)"/g,
      '"id-$1"',
    );
    expect(printNotation(timelineOf(JSON.parse(text)))).toBe(
      'u1 |Q1| a1[t1] r1 u2 fold#1(u1..r1) epoch(+#1)',
    );
    expect(modelView(timeline).length).toBe(2);
  });
});
