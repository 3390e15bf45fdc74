/** Conditions that are turned round: a `!` too many or too few, exchanged branches. */
import { endsOperand, insertBefore, replaceToken, type Candidate, type Rule } from '../candidate.ts';
import type { Source } from '../source.ts';

function conditionStarts(source: Source, at: number): boolean {
  const before = source.tokens[at - 1]?.text ?? '';
  const head = source.tokens[at - 2]?.text ?? '';
  return (
    (before === '(' && /^(if|while)$/.test(head)) ||
    /^(&&|\|\||return|=>)$/.test(before) ||
    (before === '=' && /^\w/.test(head))
  );
}

/** Index of the last token of the operand that begins at `at` (a name with its members and calls). */
export function operandEnd(source: Source, at: number): number {
  let end = source.pairs.get(at) ?? at;
  for (let index = end + 1; index < source.tokens.length; index = end + 1) {
    const text = source.tokens[index]?.text ?? '';
    const pair = source.pairs.get(index);
    if ((text === '.' || text === '?.') && source.tokens[index + 1]) end = index + 1;
    else if (/^[([]$/.test(text) && pair !== undefined && pair > index) end = pair;
    else return end;
  }
  return end;
}

function negations(source: Source, at: number): Candidate[] {
  const token = source.tokens[at];
  if (!token) return [];
  if (token.text === '!')
    return [replaceToken(source, token, '', 'negation', 2, 'the condition may be turned round by its `!`')];
  const operand =
    token.kind === 'name' || token.text === '(' || token.text === 'this' || token.kind === 'regex';
  if (!operand || !conditionStarts(source, at)) return [];
  const end = operandEnd(source, at);
  const after = source.tokens[end + 1]?.text ?? '';
  const before = source.tokens[at - 1]?.text ?? '';
  const compared = /^([<>]=?|[!=]==?|[-+*/%]|instanceof|in|=|=>|\+=|-=)$/.test(after);
  const strong = before === '(' || before === '&&' || before === '||';
  if (!compared)
    return [insertBefore(source, token, '!', 'negation', strong ? 1.6 : 0.5, 'the condition may miss a `!`')];
  const open = at - 1;
  const close = source.pairs.get(open);
  const last = close === undefined ? undefined : source.tokens[close];
  if (before !== '(' || !last) return [];
  const text = source.text.slice(token.start, last.start);
  return text.includes('\n')
    ? []
    : [
        {
          path: source.path,
          start: token.start,
          end: last.start,
          insert: `!(${text})`,
          line: token.line,
          rule: 'negation',
          weight: 0.3,
          why: 'the whole condition may be turned round',
        },
      ];
}

function branches(source: Source, at: number): Candidate[] {
  const { tokens, pairs } = source;
  const token = tokens[at];
  if (token?.text !== '?' || !endsOperand(tokens[at - 1])) return [];
  let colon = -1;
  let end = -1;
  let nested = 0;
  for (let index = at + 1; index < Math.min(tokens.length, at + 60); index += 1) {
    const pair = pairs.get(index);
    const text = tokens[index]?.text ?? '';
    if (pair !== undefined && pair > index) {
      index = pair;
      continue;
    }
    if (text === '?') nested += 1;
    if (text === ':' && nested > 0) nested -= 1;
    else if (text === ':' && colon < 0) colon = index;
    if (
      colon > 0 &&
      index > colon &&
      (pair !== undefined ||
        /^[,;]$/.test(text) ||
        (tokens[index]?.line ?? 0) > (tokens[index - 1]?.line ?? 0))
    ) {
      end = index - 1;
      break;
    }
  }
  const [a, b, c, d] = [tokens[at + 1], tokens[colon - 1], tokens[colon + 1], tokens[end]];
  if (colon < 0 || end <= colon || !a || !b || !c || !d) return [];
  const [left, middle, right] = [
    source.text.slice(a.start, b.end),
    source.text.slice(b.end, c.start),
    source.text.slice(c.start, d.end),
  ];
  if (`${left}${middle}${right}`.includes('\n') || left === right) return [];
  return [
    {
      path: source.path,
      start: a.start,
      end: d.end,
      insert: `${right}${middle}${left}`,
      line: token.line,
      rule: 'branches',
      weight: 1,
      why: 'the two branches may be exchanged',
    },
  ];
}

/** Proposes negated conditions and exchanged branches. */
export const conditions: Rule = (source) =>
  source.tokens.flatMap((_, at) => [...negations(source, at), ...branches(source, at)]);
