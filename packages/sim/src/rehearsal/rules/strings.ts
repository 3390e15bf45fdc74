/** Wrong string and pattern constants, guided by the text that came and the text that was expected. */
import { distance, replaceToken, type Candidate, type Rule } from '../candidate.ts';
import { scalarOf, type Clue, type Difference } from '../clue.ts';
import type { Source } from '../source.ts';
import type { Token } from '../tokens.ts';
import { isModuleName } from './modules.ts';

/** Strings with a meaning of their own in the language and its library. */
const WELL_KNOWN = (
  'string number function object undefined boolean symbol bigint utf8 utf-8 base64 hex ascii latin1 binary default constructor prototype length ' +
  'data end error close message name value key exit [object Array] [object Object] [object Function] [object Date] [object String]'
).split(/ (?!\w+\])/);

/** What `part` would have to be so that `actual`, which holds it, becomes `expected`. */
export function corrected(part: string, { actual, expected }: Difference): string | undefined {
  if (part === '') return undefined;
  const pieces = actual.split(part);
  const [first = '', second = ''] = pieces;
  if (pieces.length < 2 || pieces.length > 40 || !expected.startsWith(first)) return undefined;
  if (pieces.length === 2) {
    const fits = expected.endsWith(second) && expected.length >= first.length + second.length;
    return fits ? expected.slice(first.length, expected.length - second.length) : undefined;
  }
  const end = second === '' ? -1 : expected.indexOf(second, first.length);
  if (end < 0) return undefined;
  const joint = expected.slice(first.length, end);
  return pieces.join(joint) === expected ? joint : undefined;
}

function correctedOnce(part: string, pair: Difference): string | undefined {
  const { actual, expected } = pair;
  if (part === '') return undefined;
  for (let at = actual.indexOf(part); at >= 0; at = actual.indexOf(part, at + 1)) {
    const tail = actual.slice(at + part.length);
    const fits =
      expected.startsWith(actual.slice(0, at)) &&
      expected.endsWith(tail) &&
      expected.length >= at + tail.length;
    if (fits) return expected.slice(at, expected.length - tail.length);
  }
  return undefined;
}

function written(text: string, quote: string): string {
  const escaped = JSON.stringify(text).slice(1, -1);
  return quote === '"'
    ? `"${escaped}"`
    : `${quote}${escaped.replaceAll('\\"', '"').replaceAll(quote, `\\${quote}`)}${quote}`;
}

function guided(value: string, clue: Clue): Map<string, number> {
  const found = new Map<string, number>();
  for (const pair of clue.differences) {
    const whole = corrected(value, pair) ?? correctedOnce(value, pair);
    if (whole !== undefined && whole !== value && whole.length < value.length + 40)
      found.set(whole, value === '' ? 0.5 : 3.4);
    if (pair.actual === value) found.set(pair.expected, 3.6);
    if (value === '' && pair.expected.length < 40) {
      const separators = new Set(pair.expected.replaceAll(/[\w]/g, '').split(''));
      for (const separator of [...separators].slice(0, 4)) found.set(separator, 1);
    }
  }
  return found;
}

function wrongString(source: Source, token: Token, clue: Clue, known: ReadonlySet<string>): Candidate[] {
  const quote = token.text[0] ?? "'";
  const value = scalarOf(token.text);
  const found = guided(value, clue);
  const offer = (other: string, weight: number): void => {
    if (other !== value && !found.has(other)) found.set(other, weight);
  };
  for (const other of known) {
    const apart = distance(value, other, 2);
    if (apart <= 2 && Math.max(value.length, other.length) > 2) offer(other, 1.3);
    else if (value.length > 1 && value.toLowerCase() === other.toLowerCase()) offer(other, 1.4);
    else if (other.length < 24) offer(other, -0.6);
  }
  for (const other of WELL_KNOWN) {
    if (other === value) break;
    const apart = value.length > 2 ? distance(value, other, 2) : 3;
    if (apart <= 2) found.set(other, Math.max(2.6 - apart * 0.5, found.get(other) ?? 0));
  }
  if (value === '') offer(' ', 0.9);
  if (value === ' ') offer('', 0.9);
  if (value.length === 1 && /\W/.test(value))
    for (const other of [',', '.', '-', '_', ':', ';', '/', '|', '&', '=', '?', '+', '#', '\n', '0', ' ', ''])
      offer(other, 0.2);
  if (/^[a-z]+$/i.test(value)) {
    offer(value.toUpperCase(), 0.1);
    offer(value.toLowerCase(), 0.1);
  }
  if (value === '0' || value === '1') offer(value === '0' ? '1' : '0', 0.8);
  if (value.trim() !== value && value.trim() !== '') offer(value.trim(), 0.4);
  return [...found]
    .map(([other, weight]) =>
      replaceToken(
        source,
        token,
        written(other, quote),
        'string',
        weight,
        `the text ${token.text} could be ${written(other, quote)}`,
      ),
    )
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, 14);
}

function wrongPattern(source: Source, token: Token): Candidate[] {
  const end = token.text.lastIndexOf('/');
  const body = token.text.slice(1, end);
  const flags = token.text.slice(end + 1);
  const texts: [string, number][] = [
    [`/${body}/${flags.includes('g') ? flags.replace('g', '') : `g${flags}`}`, 1.4],
    [`/${body}/${flags.includes('i') ? flags.replace('i', '') : `${flags}i`}`, 1.1],
    [`/${body}/${flags.includes('m') ? flags.replace('m', '') : `${flags}m`}`, 0.4],
    [`/${body.startsWith('^') ? body.slice(1) : `^${body}`}/${flags}`, 0.8],
    [`/${body.endsWith('$') ? body.slice(0, -1) : `${body}$`}/${flags}`, 0.8],
  ];
  const changes: [RegExp, (found: string) => string][] = [
    [/\+/g, () => '*'],
    [/\*/g, () => '+'],
    [/\\[dDwWsSbB]/g, (found) => (found === found.toLowerCase() ? found.toUpperCase() : found.toLowerCase())],
    [/\[\^/g, () => '['],
    [/\[(?!\^)/g, () => '[^'],
    [/(?<=[)\]\w])\?/g, () => ''],
    [/(?<=[+*])(?!\?)/g, () => '?'],
    [/\{\d+/g, (found) => `{${Number(found.slice(1)) + 1}`],
    [/\{[1-9]\d*/g, (found) => `{${Number(found.slice(1)) - 1}`],
    [/\(\?=/g, () => '(?!'],
    [/\(\?!/g, () => '(?='],
    [/a-z(?!A-Z)/g, () => 'a-zA-Z'],
    [/0-9/g, () => '1-9'],
    [/1-9/g, () => '0-9'],
    [/\\[dw]/g, (found) => (found === '\\d' ? '\\w' : '\\d')],
    [/(?<=[)\]])(?![*+?{])/g, () => '+'],
    [/(?<=[\])])(?![*+?{])/g, () => '*'],
    [/(?<!\\)\./g, () => '\\.'],
    [/\\\./g, () => '.'],
  ];
  for (const [pattern, change] of changes) {
    for (const match of [...body.matchAll(pattern)].slice(0, 6)) {
      const at = match.index;
      texts.push([
        `/${body.slice(0, at)}${change(match[0])}${body.slice(at + match[0].length)}/${flags}`,
        0.5,
      ]);
    }
  }
  return texts.map(([text, weight]) =>
    replaceToken(source, token, text, 'pattern', weight, `the pattern could be ${text}`),
  );
}

function wrongTemplate(source: Source, token: Token, clue: Clue): Candidate[] {
  return [...guided(token.text, clue)]
    .filter(([other]) => !/[`\\]|\$\{/.test(other))
    .map(([other, weight]) =>
      replaceToken(
        source,
        token,
        other,
        'string',
        weight,
        `the text \`${token.text}\` could be \`${other}\``,
      ),
    );
}

/** Proposes other strings, template texts and patterns. */
export const strings: Rule = (source, clue) => {
  const own = source.tokens.filter((token) => token.kind === 'string').map((token) => scalarOf(token.text));
  const tested = [...clue.testText.matchAll(/'([^'\n]{1,30})'|"([^"\n]{1,30})"/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  const known = new Set([...own, ...tested].slice(0, 200));
  return source.tokens.flatMap((token, at): Candidate[] => {
    if (token.kind === 'string')
      return isModuleName(source, at) || token.text === "'use strict'"
        ? []
        : wrongString(source, token, clue, known);
    if (token.kind === 'regex') return wrongPattern(source, token);
    return token.kind === 'template' ? wrongTemplate(source, token, clue) : [];
  });
};
