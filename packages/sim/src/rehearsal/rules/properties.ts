/** Wrong properties and methods: the sibling that is often confused, a misspelt name, a field of the expected value. */
import { distance, replaceToken, type Candidate, type Rule } from '../candidate.ts';
import type { Clue } from '../clue.ts';
import type { Source } from '../source.ts';
import { likeness } from './names.ts';

/** Groups whose members are easily confused; the first ones are the likelier. */
const SIBLINGS: readonly (readonly string[])[] = [
  'push unshift concat',
  'pop shift',
  'indexOf lastIndexOf findIndex',
  'some every',
  'map forEach filter flatMap',
  'filter find',
  'filter map',
  'find findLast findIndex',
  'min max',
  'floor ceil round trunc',
  'toUpperCase toLowerCase',
  'toLocaleUpperCase toLocaleLowerCase',
  'startsWith endsWith includes',
  'trimStart trimEnd trim',
  'trimLeft trimRight trim',
  'slice splice substring substr',
  'keys values entries',
  'charAt charCodeAt codePointAt',
  'padStart padEnd',
  'reduce reduceRight',
  'replace replaceAll',
  'exec test match',
  'apply call bind',
  'add delete has',
  'set get has delete',
  'has get',
  'getFullYear getUTCFullYear getYear',
  'getMonth getUTCMonth getDate',
  'getDate getUTCDate getDay',
  'getHours getUTCHours',
  'getMinutes getUTCMinutes getSeconds',
  'getSeconds getMilliseconds',
  'setFullYear setUTCFullYear',
  'setMonth setUTCMonth',
  'setDate setUTCDate',
  'setHours setUTCHours setMinutes',
  'parseInt parseFloat',
  'resolve reject',
  'then catch finally',
  'all race allSettled any',
  'first last',
  'next prev previous',
  'left right',
  'top bottom',
  'width height',
  'start end',
  'from to',
  'key value',
  'x y',
  'row column',
  'rows columns',
  'head tail',
  'before after',
  'open close',
  'length size',
  'name id',
  'index lastIndex',
  'sort reverse',
  'join concat',
  'split slice',
  'isNaN isFinite isInteger',
  'abs sign',
  'sqrt cbrt',
  'sin cos tan',
  'pow log exp',
  'log10 log2 log',
  'getOwnPropertyNames keys',
  'assign create',
  'freeze seal',
  'encodeURIComponent encodeURI',
  'decodeURIComponent decodeURI',
  'on once',
  'emit on',
  'flat flatMap',
  'at indexOf',
  'toString valueOf toFixed',
  'toFixed toPrecision',
  'stringify parse',
].map((group) => group.split(' '));

const WELL_KNOWN = [
  ...new Set(
    SIBLINGS.flat().concat(
      (
        'length prototype constructor hasOwnProperty call apply bind toString toFixed isArray defineProperty getPrototypeOf fill copyWithin normalize ' +
        'localeCompare repeat search source flags global lastIndex byteLength message stack code cause name exports env argv fromCharCode fromCodePoint ' +
        'fromEntries getOwnPropertyDescriptor isSafeInteger random hypot iterator asyncIterator done getTime toISOString now clear'
      ).split(' '),
    ),
  ),
];

/** Methods that objects of the language have, by the number of arguments that they are usually given. */
const METHODS: readonly string[] = [
  'pop shift reverse sort slice toString trim toUpperCase toLowerCase keys values entries join flat valueOf next call getTime toISOString concat',
  'push slice indexOf join split map forEach filter concat charAt charCodeAt test exec match replace call apply bind hasOwnProperty get has add delete includes ' +
    'unshift substring substr some every find sort search startsWith endsWith repeat toString toFixed reduce splice isArray keys',
  'slice replace splice set substring substr call apply reduce push indexOf defineProperty pow max min padStart concat',
];

/** Methods of the language that look at no argument. */
const IGNORE_ARGUMENTS = new Set(
  (
    'reverse pop shift trim trimStart trimEnd trimLeft trimRight toUpperCase toLowerCase keys values entries valueOf clear random now getTime ' +
    'toISOString getFullYear getUTCFullYear getYear getMonth getUTCMonth getDate getUTCDate getDay getHours getUTCHours getMinutes getUTCMinutes ' +
    'getSeconds getMilliseconds'
  ).split(' '),
);

/** How many arguments the call at an opening bracket has; two stands for more. */
function argumentCount(source: Source, open: number): number {
  const close = source.pairs.get(open) ?? open;
  if (close - open <= 1) return 0;
  for (let at = open + 1; at < close; at += 1) {
    const pair = source.pairs.get(at);
    if (pair !== undefined && pair > at) at = pair;
    else if (source.tokens[at]?.text === ',') return 2;
  }
  return 1;
}

/** True if the call at `at` would lose its arguments by another method; one that ignores them already loses nothing. */
function losesArguments(source: Source, at: number, other: string): boolean {
  const name = source.tokens[at]?.text ?? '';
  if (!IGNORE_ARGUMENTS.has(other) || IGNORE_ARGUMENTS.has(name)) return false;
  return source.tokens[at + 1]?.text === '(' && argumentCount(source, at + 1) > 0;
}

/** Where a method doesn't exist, the ones that are usually called with as many arguments. */
function missingMethod(source: Source, at: number, clue: Clue): Candidate[] {
  const token = source.tokens[at];
  if (!token || clue.kind !== 'type' || clue.culprit !== token.text || clue.nothing) return [];
  if (source.tokens[at + 1]?.text !== '(') return [];
  const offered = (METHODS[argumentCount(source, at + 1)] ?? '').split(' ');
  const names = offered.filter((name) => !losesArguments(source, at, name));
  const why = `there is no method \`${token.text}\``;
  return names.map((name, index) =>
    replaceToken(source, token, name, 'method', 3 - index * 0.04, `${why}; \`${name}\` is one`),
  );
}

function isProperty(source: Source, at: number): boolean {
  const before = source.tokens[at - 1]?.text ?? '';
  return source.tokens[at]?.kind === 'name' && (before === '.' || before === '?.');
}

function isKey(source: Source, at: number): boolean {
  const before = source.tokens[at - 1]?.text ?? '';
  const after = source.tokens[at + 1]?.text ?? '';
  return (
    source.tokens[at]?.kind === 'name' &&
    ((after === ':' && /^[{,]$/.test(before)) || (/^[{,]$/.test(before) && /^[,}]$/.test(after)))
  );
}

function tally(source: Source): Map<string, number> {
  const counts = new Map<string, number>();
  source.tokens.forEach((token, at) => {
    if (isProperty(source, at) || isKey(source, at))
      counts.set(token.text, (counts.get(token.text) ?? 0) + 1);
  });
  return counts;
}

function siblingsOf(name: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const group of SIBLINGS) {
    const at = group.indexOf(name);
    if (at < 0) continue;
    group.forEach((other, index) => {
      if (other !== name && !found.has(other)) found.set(other, 1.9 - Math.abs(index - at) * 0.3);
    });
  }
  return found;
}

function proposals(name: string, counts: ReadonlyMap<string, number>, clue: Clue): Map<string, number> {
  const found = siblingsOf(name);
  const offer = (other: string, weight: number): void => {
    if (other !== name) found.set(other, Math.max(weight, found.get(other) ?? Number.NEGATIVE_INFINITY));
  };
  const rare = (counts.get(name) ?? 0) <= 1 && !WELL_KNOWN.includes(name);
  const accused = clue.culprit === name ? 2.5 : 0;
  for (const other of counts.keys()) {
    const like = likeness(name, other);
    if (like > 0) offer(other, like * 0.9 + (rare ? 0.9 : 0) + accused);
    else offer(other, (counts.size <= 40 ? -0.4 : -0.9) + (rare ? 0.4 : 0) + accused / 2);
  }
  for (const other of [...WELL_KNOWN, ...clue.words]) {
    const apart = distance(name, other, 2);
    if (apart <= 2 && name.length > apart * 2 + (apart - 1) * 1)
      offer(other, 1.6 - apart * 0.3 + (rare ? 1.2 : -0.6) + accused);
  }
  for (const word of clue.words) if (clue.culprit === name || rare) offer(word, 0.2 + likeness(name, word));
  return found;
}

/** Proposes other property and method names. */
export const properties: Rule = (source, clue) => {
  const counts = tally(source);
  return source.tokens.flatMap((token, at): Candidate[] => {
    const key = isKey(source, at);
    if (!key && !isProperty(source, at)) {
      const plain =
        token.kind === 'name' && source.tokens[at + 1]?.text === '('
          ? siblingsOf(token.text)
          : new Map<string, number>();
      return [...plain].map(([other, weight]) =>
        replaceToken(
          source,
          token,
          other,
          'method',
          weight - 0.3,
          `\`${token.text}\` could be meant as \`${other}\``,
        ),
      );
    }
    const shorthand = key && source.tokens[at + 1]?.text !== ':';
    if (shorthand) return [];
    const methods = key ? [] : missingMethod(source, at, clue);
    const others = [...proposals(token.text, counts, clue)]
      .filter(([other]) => !losesArguments(source, at, other))
      .map(([other, weight]) =>
        replaceToken(
          source,
          token,
          other,
          'property',
          weight - (key ? 0.5 : 0),
          `\`.${token.text}\` could be meant as \`.${other}\``,
        ),
      )
      .toSorted((a, b) => b.weight - a.weight)
      .slice(0, clue.culprit === token.text ? 24 : 10);
    return [...methods, ...others];
  });
};
