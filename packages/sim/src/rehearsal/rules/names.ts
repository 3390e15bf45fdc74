/** Wrong or misspelt variable names: other names in scope, by likeness, by use and by what is unused. */
import { distance, replaceToken, type Candidate, type Rule } from '../candidate.ts';
import type { Clue } from '../clue.ts';
import { functionAround, isUse, namesInScope, type FunctionSpan, type Source } from '../source.ts';

const GLOBALS = new Set(
  (
    'Array Object String Number Boolean Math JSON Date RegExp Map Set WeakMap WeakSet Symbol Promise Error TypeError RangeError SyntaxError Buffer ' +
    'process console require module exports globalThis global setTimeout clearTimeout setInterval clearInterval setImmediate queueMicrotask parseInt ' +
    'parseFloat isNaN isFinite NaN Infinity encodeURIComponent decodeURIComponent encodeURI decodeURI escape unescape URL URLSearchParams TextEncoder ' +
    'TextDecoder Intl Reflect Proxy BigInt Uint8Array Uint16Array Uint32Array Int8Array Int16Array Int32Array Float32Array Float64Array ArrayBuffer ' +
    'DataView structuredClone performance fetch window document self define arguments eval __dirname __filename AbortController EventTarget Event ' +
    'WeakRef FinalizationRegistry SharedArrayBuffer Atomics BigInt64Array BigUint64Array Uint8ClampedArray crypto navigator location'
  ).split(' '),
);

/** Words of the language that a misspelt name may stand for. */
const WORDS = 'this break continue true false null undefined super'.split(' ');

function uses(source: Source, name: string, span: FunctionSpan | undefined): number {
  const from = span?.from ?? 0;
  const to = span?.bodyTo ?? source.tokens.length - 1;
  let count = 0;
  for (let at = from; at <= to; at += 1) {
    const token = source.tokens[at];
    const before = source.tokens[at - 1]?.text ?? '';
    if (token?.text === name && token.kind === 'name' && before !== '.' && before !== '?.') count += 1;
  }
  return count;
}

/** How alike two names are, from 0 to about 2. */
export function likeness(a: string, b: string): number {
  const apart = distance(a.toLowerCase(), b.toLowerCase());
  if (apart === 0) return 1.6;
  const relative = apart / Math.max(a.length, b.length);
  const near = apart <= 3 && relative < 0.5 ? 1.8 - relative * 2 : 0;
  const prefix = a.slice(0, 3) === b.slice(0, 3) || a.slice(-4) === b.slice(-4) ? 0.5 : 0;
  return Math.max(near, prefix);
}

interface Scope {
  readonly names: readonly string[];
  readonly unused: ReadonlySet<string>;
  readonly own: ReadonlySet<string>;
}

function scopeOf(source: Source, at: number, span: FunctionSpan | undefined): Scope {
  const names = namesInScope(source, at);
  const inside = source.declarations
    .filter((declaration) => declaration.inside === span)
    .map((declaration) => declaration.name);
  const own = new Set([...(span?.parameters ?? []), ...inside]);
  const unused = new Set([...own].filter((name) => uses(source, name, span) === 1));
  return { names, unused, own };
}

function doubled(source: Source, at: number, name: string): boolean {
  const { tokens } = source;
  const other = (index: number): boolean => tokens[index]?.text === name;
  const joined = /^([-+*/%]|[<>]=?|[!=]==?|&&|\|\||,|=)$/;
  return (
    (other(at + 2) && joined.test(tokens[at + 1]?.text ?? '')) ||
    (other(at - 2) && joined.test(tokens[at - 1]?.text ?? ''))
  );
}

function weightOf(
  name: string,
  other: string,
  scope: Scope,
  clue: Clue,
  unknown: boolean,
  twice: boolean,
): number {
  let weight = scope.own.has(other) ? 0.7 : 0;
  if (scope.unused.has(other)) weight += 1.9;
  if (scope.unused.has(name)) weight -= 1;
  weight += likeness(name, other) * (unknown ? 1.5 : 0.5);
  if (unknown) weight += clue.kind === 'reference' && clue.culprit !== name ? 0 : 3;
  else if (GLOBALS.has(name)) weight -= 1.5;
  if (twice) weight += 0.8;
  if (clue.culprit === name) weight += clue.kind === 'reference' ? 3 : 1;
  return weight;
}

/** Proposes another name in scope for each use of a variable. */
export const names: Rule = (source, clue) => {
  const scopes = new Map<FunctionSpan | undefined, Scope>();
  return source.tokens.flatMap((token, at): Candidate[] => {
    if (token.kind !== 'name' || !isUse(source, at)) return [];
    const span = functionAround(source, at);
    const scope = scopes.get(span) ?? scopeOf(source, at, span);
    scopes.set(span, scope);
    const unknown = !scope.names.includes(token.text) && !GLOBALS.has(token.text);
    const called = source.tokens[at + 1]?.text === '(';
    const twice = doubled(source, at, token.text);
    const near = WORDS.filter((word) => distance(word, token.text, 2) <= 2);
    const ofModule =
      source.tokens[at + 1]?.text === '.' && source.tokens[at + 2]?.text === 'exports' ? ['module'] : [];
    const others = unknown ? [...scope.names, ...GLOBALS, ...near] : [...scope.names, ...ofModule];
    return others
      .filter((other) => other !== token.text)
      .map((other) => {
        const isFunction = source.functions.some((known) => known.name === other);
        const kind = called === isFunction ? 0 : -1.2;
        const weight =
          weightOf(token.text, other, scope, clue, unknown, twice) + (ofModule.includes(other) ? 3 : kind);
        const why = unknown
          ? `\`${token.text}\` is not declared; \`${other}\` is`
          : `\`${token.text}\` could be meant as \`${other}\``;
        return replaceToken(source, token, other, 'name', weight, why);
      })
      .toSorted((a, b) => b.weight - a.weight)
      .slice(0, !unknown ? 6 : clue.culprit === token.text ? 40 : 8);
  });
};
