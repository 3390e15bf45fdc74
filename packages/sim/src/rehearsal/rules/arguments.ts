/** Exchanged arguments and operands, and calls that got an argument too many. */
import { endsOperand, type Candidate, type Rule } from '../candidate.ts';
import type { Source } from '../source.ts';
import { operandEnd } from './conditions.ts';

/** Token ranges of the parts between commas inside a bracket pair. */
function partsOf(source: Source, open: number, close: number): [number, number][] {
  const parts: [number, number][] = [];
  let from = open + 1;
  for (let at = open + 1; at < close; at += 1) {
    const pair = source.pairs.get(at);
    if (pair !== undefined && pair > at) at = pair;
    else if (source.tokens[at]?.text === ',') {
      parts.push([from, at - 1]);
      from = at + 1;
    }
  }
  if (from < close) parts.push([from, close - 1]);
  return parts;
}

function textOf(source: Source, [from, to]: [number, number]): string {
  return source.text.slice(source.tokens[from]?.start ?? 0, source.tokens[to]?.end ?? 0);
}

function exchanged(
  source: Source,
  left: [number, number],
  right: [number, number],
  rule: string,
  weight: number,
): Candidate[] {
  const first = source.tokens[left[0]];
  const last = source.tokens[right[1]];
  if (!first || !last) return [];
  const between = source.text.slice(source.tokens[left[1]]?.end ?? 0, source.tokens[right[0]]?.start ?? 0);
  const insert = `${textOf(source, right)}${between}${textOf(source, left)}`;
  const before = source.text.slice(first.start, last.end);
  if (before === insert || before.includes('\n')) return [];
  return [
    {
      path: source.path,
      start: first.start,
      end: last.end,
      insert,
      line: first.line,
      rule,
      weight,
      why: `\`${before}\` may be the wrong way round`,
    },
  ];
}

function calls(source: Source, at: number): Candidate[] {
  const close = source.pairs.get(at);
  const before = source.tokens[at - 1];
  if (
    source.tokens[at]?.text !== '(' ||
    close === undefined ||
    !before ||
    !/^(name|keyword)$/.test(before.kind)
  )
    return [];
  if (/^(if|for|while|switch|catch|return|typeof)$/.test(before.text)) return [];
  const declares = source.tokens[close + 1]?.text === '{' || source.tokens[close + 1]?.text === '=>';
  const parts = partsOf(source, at, close).slice(0, 4);
  return parts.flatMap((part, index) => {
    const next = parts[index + 1];
    const simple = next && part[1] - part[0] < 8 && next[1] - next[0] < 8;
    return simple ? exchanged(source, part, next, 'arguments', declares ? 0.4 : 1.2) : [];
  });
}

function operands(source: Source, at: number): Candidate[] {
  const { tokens } = source;
  const token = tokens[at];
  const before = tokens[at - 1];
  if (!token || !/^[-/%]$/.test(token.text) || !endsOperand(before) || tokens[at + 1] === undefined)
    return [];
  let from = at - 1;
  for (let steps = 0; steps < 20; steps += 1) {
    const pair = source.pairs.get(from);
    if (pair !== undefined && pair < from) from = pair;
    const previous = tokens[from - 1]?.text ?? '';
    if (previous === '.' || previous === '?.') from -= 2;
    else if (/^[([]$/.test(tokens[from]?.text ?? '') && endsOperand(tokens[from - 1]) && pair !== undefined)
      from -= 1;
    else break;
  }
  return exchanged(source, [from, at - 1], [at + 1, operandEnd(source, at + 1)], 'operands', 1);
}

/** Proposes exchanged arguments and operands. */
export const args: Rule = (source) =>
  source.tokens.flatMap((_, at) => [...calls(source, at), ...operands(source, at)]);
