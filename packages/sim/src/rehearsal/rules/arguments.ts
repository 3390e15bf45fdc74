/** Exchanged arguments and operands, and calls that got an argument too many. */
import { endsOperand, type Candidate, type Rule } from '../candidate.ts';
import { functionAround, type FunctionSpan, type Source } from '../source.ts';
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

/** Index of the first token of the operand that ends at `at`. */
function operandStart(source: Source, at: number): number {
  const { tokens } = source;
  let from = at;
  for (let steps = 0; steps < 20; steps += 1) {
    const pair = source.pairs.get(from);
    if (pair !== undefined && pair < from) from = pair;
    const previous = tokens[from - 1]?.text ?? '';
    if (previous === '.' || previous === '?.') from -= 2;
    else if (/^[([]$/.test(tokens[from]?.text ?? '') && endsOperand(tokens[from - 1]) && pair !== undefined)
      from -= 1;
    else break;
  }
  return from;
}

function operands(source: Source, at: number): Candidate[] {
  const { tokens } = source;
  const token = tokens[at];
  if (!token || !/^[-/%]$/.test(token.text) || !endsOperand(tokens[at - 1]) || tokens[at + 1] === undefined)
    return [];
  const left: [number, number] = [operandStart(source, at - 1), at - 1];
  return exchanged(source, left, [at + 1, operandEnd(source, at + 1)], 'operands', 1);
}

/** True for a function that orders a list: it is given to `sort`, in place or by its name. */
function sorts(source: Source, span: FunctionSpan): boolean {
  const { tokens } = source;
  return tokens.some((token, at) => {
    if (!/^(sort|toSorted)$/.test(token.text) || tokens[at + 1]?.text !== '(') return false;
    const named = span.name !== '' && tokens.slice(at + 2, at + 5).some((other) => other.text === span.name);
    const close = source.pairs.get(at + 1) ?? at;
    return named || (span.from > at + 1 && span.from <= at + 4 && span.bodyTo <= close);
  });
}

/** True if two operands are the same but for the comparator's two parameters, one in each. */
function mirrored(
  source: Source,
  left: [number, number],
  right: [number, number],
  span: FunctionSpan,
): boolean {
  const [one, two] = span.parameters;
  const texts = ([from, to]: [number, number]): string[] =>
    source.tokens.slice(from, to + 1).map((token) => token.text);
  const swapped = texts(left).map((text) => (text === one ? two : text === two ? one : text));
  const same = swapped.length === right[1] - right[0] + 1;
  const other = texts(right);
  return (
    same &&
    swapped.every((text, index) => text === other[index]) &&
    other.some((text) => text === one || text === two)
  );
}

/** A comparator that orders the wrong way round: `a - b`, `a < b` or `a.localeCompare(b)`, for its own parameters. */
function comparisons(source: Source, at: number): Candidate[] {
  const { tokens } = source;
  const text = tokens[at]?.text ?? '';
  const compares = text === 'localeCompare' && tokens[at - 1]?.text === '.' && tokens[at + 1]?.text === '(';
  const dot = compares ? at - 1 : at;
  const first = compares ? at + 2 : at + 1;
  if (!compares && !/^(-|[<>]=?)$/.test(text)) return [];
  if (!endsOperand(tokens[dot - 1]) || tokens[first] === undefined) return [];
  const span = functionAround(source, at);
  if (!span || span.parameters.length !== 2) return [];
  const left: [number, number] = [operandStart(source, dot - 1), dot - 1];
  const right: [number, number] = [first, operandEnd(source, first)];
  if (!mirrored(source, left, right, span) || !sorts(source, span)) return [];
  return exchanged(source, left, right, 'comparator', 3);
}

/** Proposes exchanged arguments and operands. */
export const args: Rule = (source) =>
  source.tokens.flatMap((_, at) => [
    ...calls(source, at),
    ...operands(source, at),
    ...comparisons(source, at),
  ]);
