/** Results that get lost: a `return` that is missing before a value or at the end, an `await`, a `new`. */
import { insertBefore, type Candidate, type Rule } from '../candidate.ts';
import type { Clue } from '../clue.ts';
import { functionAround, type FunctionSpan, type Source } from '../source.ts';
import { operandEnd } from './conditions.ts';

function lostValue(clue: Clue): number {
  const undefinedSomewhere =
    clue.differences.some((pair) => pair.actual === 'undefined') || clue.actual === 'undefined';
  if (undefinedSomewhere) return 1.8;
  return clue.kind === 'type' && clue.nothing ? 0.9 : 0;
}

function statementStarts(source: Source, at: number): boolean {
  const token = source.tokens[at];
  const before = source.tokens[at - 1];
  if (!token || !before) return false;
  if (/^[{};]$/.test(before.text)) return before.text !== '{' || !isObject(source, at - 1);
  if (before.text === ')') {
    const head = source.tokens[(source.pairs.get(at - 1) ?? 1) - 1]?.text ?? '';
    if (/^(if|for|while)$/.test(head)) return true;
  }
  if (before.text === 'else') return true;
  return (
    token.line > before.line &&
    /^([)\]}]|[\w$'"`]+)$/.test(before.text) &&
    !/^(return|const|let|var|of|in|=>)$/.test(before.text)
  );
}

function isObject(source: Source, at: number): boolean {
  const before = source.tokens[at - 1]?.text ?? '';
  return /^([=(,:[?]|return|&&|\|\||\.\.\.|const|let|var|import|export)$/.test(before);
}

/** The bracket that a token stands in. */
function openBracket(source: Source, at: number): string {
  for (let index = at - 1; index >= 0; index -= 1) {
    const pair = source.pairs.get(index);
    if (pair !== undefined && pair < index) index = pair;
    else if (pair !== undefined) return source.tokens[index]?.text ?? '';
  }
  return '';
}

function returnsValue(source: Source, span: FunctionSpan): boolean {
  return source.tokens.some((token, at) => {
    if (token.text !== 'return' || at < span.bodyFrom || at > span.bodyTo) return false;
    const next = source.tokens[at + 1];
    return (
      functionAround(source, at) === span &&
      next !== undefined &&
      !/^[;}]$/.test(next.text) &&
      next.line === token.line
    );
  });
}

const ASSIGNMENT = /^(=|[-+*/%|&^]=|\?\?=|\|\|=|&&=|<<=|>>=|>>>=|\*\*=)$/;

/** A statement that assigns: `a = 1, b` ends in a value that is lost; `a = b` itself may have been the result. */
function assignedValue(source: Source, at: number, clue: Clue): Candidate[] {
  const token = source.tokens[at];
  if (!token) return [];
  let comma = -1;
  let end = at;
  let assigns = false;
  for (; end < Math.min(source.tokens.length, at + 200); end += 1) {
    const { text = ';', line = 0 } = source.tokens[end] ?? {};
    const before = source.tokens[end - 1];
    const pair = source.pairs.get(end);
    const freshLine = end > at && line > (before?.line ?? 0) && /^[\w$)\]'"]/.test(before?.text ?? '');
    if (text === ';' || (pair !== undefined && pair < end)) break;
    if (freshLine && /^[\w$]/.test(text)) break;
    if (pair !== undefined) end = pair;
    if (ASSIGNMENT.test(text)) assigns = true;
    if (text === ',') [comma, assigns] = [end, false];
  }
  const endsInValue = comma > 0 && !assigns;
  const close = functionAround(source, at)?.bodyTo;
  const last = close !== undefined && close - end <= 1 ? 0.8 : 0;
  const weight = (endsInValue ? 3 : -0.4) + last + lostValue(clue);
  return [insertBefore(source, token, 'return ', 'return', weight, 'a value is computed and not returned')];
}

function bareValues(source: Source, clue: Clue): Candidate[] {
  return source.tokens.flatMap((token, at): Candidate[] => {
    const value = token.kind !== 'keyword' && (token.kind !== 'punct' || /^[([`!-]$/.test(token.text));
    if (
      !(value || /^(this|new|typeof|await|true|false|null|undefined)$/.test(token.text)) ||
      !statementStarts(source, at)
    )
      return [];
    const span = functionAround(source, at);
    if (!span?.block || at <= span.bodyFrom || openBracket(source, at) !== '{') return [];
    const end = operandEnd(source, at);
    const after = source.tokens[end + 1];
    if (after && /^(\+\+|--|=>|:)$/.test(after.text)) return [];
    if (after && ASSIGNMENT.test(after.text)) return assignedValue(source, at, clue);
    const isCall = source.tokens[end]?.text === ')' && token.text !== '(';
    const pure = !isCall && (after === undefined || after.text !== '(') && token.text !== 'await';
    const last = /^[;}]?$/.test(after?.text ?? '') && [end + 1, end + 2].includes(span.bodyTo);
    const bare = returnsValue(source, span) ? 0 : 1;
    const weight =
      (pure ? 3.4 : 0.4) +
      bare +
      (last ? 0.8 : 0) +
      lostValue(clue) -
      (source.tokens[at]?.kind === 'string' ? 4 : 0);
    return [insertBefore(source, token, 'return ', 'return', weight, 'a value is computed and not returned')];
  });
}

function accumulators(source: Source, span: FunctionSpan): string[] {
  const inside = source.declarations
    .filter((declaration) => declaration.inside === span)
    .map((declaration) => declaration.name);
  return [...new Set([...inside, ...span.parameters])].slice(0, 6);
}

function missingReturns(source: Source, clue: Clue): Candidate[] {
  return source.functions.flatMap((span): Candidate[] => {
    const close = source.tokens[span.bodyTo];
    const lastInside = source.tokens[span.bodyTo - 1];
    if (
      !span.block ||
      !close ||
      !lastInside ||
      span.bodyTo - span.bodyFrom < 3 ||
      span.name === 'constructor'
    )
      return [];
    if (/^(return|throw)$/.test(lastStatement(source, span))) return [];
    const bare = returnsValue(source, span) ? 0 : 1;
    const lineStart = source.text.lastIndexOf('\n', close.start - 1) + 1;
    const indent = source.text.slice(lineStart, close.start);
    const own = /^\s*$/.test(indent);
    return accumulators(source, span).map((name, index) => ({
      path: source.path,
      start: own ? lineStart : close.start,
      end: own ? lineStart : close.start,
      insert: own ? `${indent}${indent.includes('\t') ? '\t' : '  '}return ${name};\n` : `; return ${name}; `,
      line: close.line,
      rule: 'return',
      weight: 0.3 + bare + lostValue(clue) - index * 0.25,
      why: `the function ends without returning \`${name}\``,
    }));
  });
}

function lastStatement(source: Source, span: FunctionSpan): string {
  let word = '';
  for (let at = span.bodyFrom + 1; at < span.bodyTo; at += 1) {
    const before = source.tokens[at - 1];
    const token = source.tokens[at];
    if (
      token &&
      before &&
      (/^[{};]$/.test(before.text) || token.line > before.line) &&
      functionAround(source, at) === span &&
      /^(return|throw|if|for|while|switch|const|let|var)$/.test(token.text)
    ) {
      word = token.text;
    }
    const pair = source.pairs.get(at);
    if (pair !== undefined && pair > at) at = pair;
  }
  return word;
}

function lostWords(source: Source): Candidate[] {
  return source.tokens.flatMap((token, at): Candidate[] => {
    const before = source.tokens[at - 1]?.text ?? '';
    if (token.kind !== 'name' || !/^(=|return|\(|=>|,)$/.test(before)) return [];
    const end = operandEnd(source, at);
    if (source.tokens[end]?.text !== ')') return [];
    const span = functionAround(source, at);
    const isAsync =
      span !== undefined &&
      source.tokens.slice(Math.max(0, span.from - 3), span.from).some((other) => other.text === 'async');
    const found: Candidate[] = [];
    if (isAsync)
      found.push(insertBefore(source, token, 'await ', 'await', 0.9, 'a promise may not be awaited'));
    if (/^[A-Z][a-z]/.test(token.text) && source.tokens[at + 1]?.text === '(') {
      found.push(
        insertBefore(source, token, 'new ', 'new', 0.8, `\`${token.text}\` is called without \`new\``),
      );
    }
    return found;
  });
}

/** Proposes `return`, `await` and `new` where a value seems to get lost. */
export const returns: Rule = (source, clue) => [
  ...bareValues(source, clue),
  ...missingReturns(source, clue),
  ...lostWords(source),
];
