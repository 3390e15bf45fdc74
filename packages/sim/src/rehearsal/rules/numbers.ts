/** Wrong constants and bounds that are off by one. */
import { endsOperand, insertBehind, replaceToken, type Candidate, type Rule } from '../candidate.ts';
import { numberOf, type Clue } from '../clue.ts';
import type { Source } from '../source.ts';
import type { Token } from '../tokens.ts';

const USUAL = [
  0, 1, 2, 3, 4, 7, 8, 10, 12, 16, 24, 26, 32, 36, 60, 64, 100, 128, 255, 256, 360, 365, 1000, 1024, 3600,
  65535,
];

function printed(value: number): string | undefined {
  if (!Number.isFinite(value) || Math.abs(value) > 1e15) return undefined;
  const text = String(Number(value.toPrecision(12)));
  return text.length <= 14 ? text : undefined;
}

function guided(value: number, clue: Clue): Map<number, number> {
  const found = new Map<number, number>();
  for (const pair of clue.differences) {
    const actual = numberOf(pair.actual);
    const expected = numberOf(pair.expected);
    if (actual === undefined || expected === undefined) continue;
    if (value === actual) found.set(expected, 3.5);
    const shift = expected - actual;
    const far = Math.abs(shift) > 10 * Math.abs(value);
    if (value !== 0) found.set(value + shift, Math.max(far ? 0.4 : 2.2, found.get(value + shift) ?? 0));
    else found.set(shift, 1.6);
    if (actual !== 0 && expected !== 0 && value !== 0) {
      found.set((value * expected) / actual, 2.4);
      found.set((value * actual) / expected, 2.2);
    }
    found.set(value - shift, Math.max(1.4, found.get(value - shift) ?? 0));
  }
  return found;
}

function alternatives(value: number, clue: Clue, near: readonly number[]): Map<number, number> {
  const found = guided(value, clue);
  const offer = (other: number, weight: number): void => {
    if (other !== value) found.set(other, Math.max(weight, found.get(other) ?? Number.NEGATIVE_INFINITY));
  };
  if (Number.isInteger(value)) {
    offer(value + 1, 1.7);
    offer(value - 1, value === 0 ? 1.1 : 1.8);
    offer(0, value === 1 ? 1.8 : 0.2);
    offer(value + 2, 0.1);
    offer(value - 2, 0.1);
  }
  offer(value * 10, 0.5);
  offer(value / 10, value !== 0 && value % 10 === 0 ? 1.1 : 0.2);
  offer(value * 2, 0.4);
  offer(value / 2, 0.4);
  offer(-value, 0.4);
  if (value !== 0) offer(1 / value, -0.4);
  if (Math.abs(value) < 1 && value !== 0) offer(1 - value, 0.2);
  for (const other of near) offer(other, 0.3);
  for (const other of USUAL) if (value > 4 && distanceOfSize(value, other) < 1.2) offer(other, 0.2);
  for (const text of clue.testText.match(/\b\d+(?:\.\d+)?\b/g)?.slice(0, 12) ?? []) offer(Number(text), 0.5);
  return found;
}

function distanceOfSize(a: number, b: number): number {
  return a <= 0 || b <= 0 ? 9 : Math.abs(Math.log10(a / b));
}

function wrongConstant(source: Source, token: Token, clue: Clue, near: readonly number[]): Candidate[] {
  const value = Number(token.text.replaceAll('_', ''));
  if (!Number.isFinite(value)) return [];
  const hex = /^0x/i.test(token.text);
  return [...alternatives(value, clue, near)].flatMap(([other, weight]): Candidate[] => {
    const decimal = printed(other);
    const text = hex && Number.isInteger(other) && other >= 0 ? `0x${other.toString(16)}` : decimal;
    if (text === undefined || text === token.text) return [];
    return [
      replaceToken(source, token, text, 'constant', weight, `the constant ${token.text} could be ${text}`),
    ];
  });
}

function offByOne(source: Source, at: number): Candidate[] {
  const { tokens } = source;
  const token = tokens[at];
  if (!token) return [];
  const next = tokens[at + 1];
  const found: Candidate[] = [];
  if (/^[-+]$/.test(token.text) && next?.kind === 'number' && endsOperand(tokens[at - 1])) {
    const before = tokens[at - 1];
    const start = before?.end ?? token.start;
    found.push({
      path: source.path,
      start,
      end: next.end,
      insert: '',
      line: token.line,
      rule: 'bound',
      weight: next.text === '1' ? 1.9 : 0.6,
      why: `the \`${token.text} ${next.text}\` may not belong there`,
    });
  }
  const after = next?.text ?? '';
  const before = tokens[at - 1]?.text ?? '';
  const isLength = token.text === 'length' && before === '.';
  const bounds = /^[\])]$/.test(after) || after === ',' || after === ';' || /^[<>]=?$/.test(before);
  if (token.kind === 'name' && bounds && !/^[:({]$/.test(before === '{' ? '{' : '')) {
    const weight = isLength ? 1.5 : after === ']' ? 1.1 : /^[<>]=?$/.test(before) ? 0.9 : 0.2;
    found.push(insertBehind(source, token, ' - 1', 'bound', weight, `\`${token.text}\` may be one too far`));
    found.push(
      insertBehind(source, token, ' + 1', 'bound', weight - 0.1, `\`${token.text}\` may be one short`),
    );
  }
  return found;
}

function signs(source: Source, at: number): Candidate[] {
  const token = source.tokens[at];
  if (token?.text !== '-' || endsOperand(source.tokens[at - 1])) return [];
  return [replaceToken(source, token, '', 'sign', 1.4, 'the minus sign may not belong there')];
}

/** Proposes other numbers, guided by what was expected and what came, and bounds one lower or higher. */
export const numbers: Rule = (source, clue) => {
  const near = [
    ...new Set(source.tokens.filter((token) => token.kind === 'number').map((token) => Number(token.text))),
  ].filter(Number.isFinite);
  return source.tokens.flatMap((token, at) =>
    token.kind === 'number'
      ? wrongConstant(source, token, clue, near.length > 12 ? [] : near)
      : [...offByOne(source, at), ...signs(source, at)],
  );
};
