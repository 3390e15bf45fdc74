import { describe, expect, it } from 'vitest';
import { RULE_TABLE, RULES, validate } from '../../src/contract/index.ts';
import { ALL_CASES } from './cases/index.ts';
import { prepared } from './request.ts';

const samples = ALL_CASES.map((each) => ({
  name: each.name,
  rules: each.rules.split(' '),
  ...prepared(each.bad),
}));
const verdicts = samples.map(({ body, context }) => validate(body, context));

describe('each rule bites', () => {
  for (const [index, rule] of RULES.entries()) {
    it(`${rule.cites[0]} ${rule.name}: without it a bad request passes or is judged otherwise`, () => {
      const rest = RULES.toSpliced(index, 1);
      const changed = samples.findIndex(({ body, context }, at) => {
        const before = verdicts[at];
        if (before === null || before === undefined || !rule.cites.includes(before.rule)) return false;
        const after = validate(body, context, rest);
        return after === null || after.message !== before.message;
      });
      expect(changed).toBeGreaterThanOrEqual(0);
    });
  }
});

describe('the table of rules', () => {
  const known = new Map(RULE_TABLE.map((entry) => [entry.id, entry]));

  it('names each id once, in words', () => {
    expect(known.size).toBe(RULE_TABLE.length);
    for (const { id, statement } of RULE_TABLE) expect(`${id} ${statement}`).toMatch(/^\S+ \S.*\.$/);
  });

  it('holds what the contract has: every number of A, B, C and D', () => {
    const numbers = (letter: string) =>
      new Set(RULE_TABLE.flatMap(({ id }) => (id[0] === letter ? [Number(/\d+/.exec(id)?.[0])] : [])));
    const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1);
    const without = (all: number[], gaps: number[]) => all.filter((n) => !gaps.includes(n));
    expect(without(upTo(34), [...numbers('A')])).toEqual([]);
    expect(without(upTo(50), [...numbers('B')])).toEqual([]);
    expect(without(upTo(15), [...numbers('D')])).toEqual([]);
    const gapsOfC = [64, ...upTo(10).map((n) => 70 + n), ...upTo(4).map((n) => 101 + n), 67, 68, 69];
    const missing = without(upTo(130), [...numbers('C')]).filter((n) => !gapsOfC.includes(n) || n === 80);
    expect(missing.filter((n) => ![106, 107, 108, 109, 115, 116, 117, 118, 119].includes(n))).toEqual([]);
  });

  it('has a known-bad request for every rule that refuses', () => {
    const covered = new Set(samples.flatMap((sample) => sample.rules));
    const bare = RULE_TABLE.filter(({ id, status }) => status !== 'fact-only' && !covered.has(id));
    // C2 is about raw bytes: see body.test.ts.
    expect(bare.map(({ id }) => id)).toEqual(['C2']);
  });

  it('knows every id that a rule or a case names, as one that refuses', () => {
    const named = new Set([
      ...RULES.flatMap((rule) => rule.cites),
      ...samples.flatMap((sample) => sample.rules),
    ]);
    const wrong = [...named].filter((id) => (known.get(id)?.status ?? 'fact-only') === 'fact-only');
    expect(wrong).toEqual([]);
  });

  it('says "wording unknown" of rules whose sentence is ours, and of no other', () => {
    const ours = samples.flatMap((_, at) => {
      const verdict = verdicts[at];
      return verdict?.message.startsWith(`${verdict.rule}: `) === true ? [verdict.rule] : [];
    });
    const borrowed = RULE_TABLE.filter(
      ({ id, status }) => status === 'wording-unknown' && !ours.includes(id),
    );
    expect(borrowed.map(({ id }) => id)).toEqual([]);
  });

  it('is met by at least 300 known-bad requests, each different', () => {
    const different = new Set(
      samples.map(({ body, context }) => JSON.stringify([body, context.headers, context.lenient])),
    );
    expect(different.size).toBeGreaterThan(300);
  });
});

describe('the list of rules', () => {
  it('has a name of its own for every rule', () => {
    expect(new Set(RULES.map((rule) => rule.name)).size).toBe(RULES.length);
  });
});
