/** A source file as the rules see it: tokens, bracket pairs, functions and the names that are in scope. */
import { tokensOf, type Token } from './tokens.ts';

/** A function, by token indices. */
export interface FunctionSpan {
  readonly name: string;
  /** First token of the parameters. */
  readonly from: number;
  /** First and last token of the body (braces included; of an arrow's bare expression its ends). */
  readonly bodyFrom: number;
  readonly bodyTo: number;
  readonly parameters: readonly string[];
  readonly block: boolean;
}

/** A name declared in a function (or in the module, where `inside` is undefined). */
interface Declaration {
  readonly name: string;
  readonly at: number;
  readonly inside: FunctionSpan | undefined;
}

export interface Source {
  readonly path: string;
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Index of the matching bracket, both ways. */
  readonly pairs: ReadonlyMap<number, number>;
  /** Outer functions stand before inner ones. */
  readonly functions: readonly FunctionSpan[];
  readonly declarations: readonly Declaration[];
}

const CLOSERS: { readonly [open: string]: string } = { '(': ')', '[': ']', '{': '}', '${': '}' };
const NOT_FUNCTIONS = new Set(['if', 'for', 'while', 'switch', 'catch', 'with']);

function pairsOf(tokens: readonly Token[]): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: number[] = [];
  tokens.forEach((token, at) => {
    if (token.kind !== 'punct') return;
    if (token.text in CLOSERS) open.push(at);
    else if (/^[)\]}]$/.test(token.text)) {
      const from = open.pop();
      if (from === undefined) return;
      pairs.set(from, at);
      pairs.set(at, from);
    }
  });
  return pairs;
}

/** Names that a parameter list or a pattern binds. */
function boundNames(tokens: readonly Token[], from: number, to: number): string[] {
  const names: string[] = [];
  for (let at = from; at <= to; at += 1) {
    const token = tokens[at];
    const before = tokens[at - 1]?.text ?? '(';
    const binds = at === from || /^([({[,:]|\.\.\.)$/.test(before);
    if (token?.kind === 'name' && binds && tokens[at + 1]?.text !== ':') names.push(token.text);
  }
  return names;
}

function nameBefore(tokens: readonly Token[], at: number): string {
  let index = at;
  while (/^(async|function|\*)$/.test(tokens[index]?.text ?? '')) index -= 1;
  const token = tokens[index];
  if (token && (token.kind === 'name' || token.text === 'constructor')) return token.text;
  if (token && /^[=:]$/.test(token.text)) return tokens[index - 1]?.text ?? '';
  return '';
}

function expressionEnd(tokens: readonly Token[], pairs: ReadonlyMap<number, number>, from: number): number {
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (!token) break;
    const pair = pairs.get(at);
    if (pair !== undefined && pair > at) at = pair;
    else if (pair !== undefined || /^[,;]$/.test(token.text)) return at - 1;
  }
  return tokens.length - 1;
}

function functionAt(
  tokens: readonly Token[],
  pairs: ReadonlyMap<number, number>,
  at: number,
): FunctionSpan | undefined {
  const token = tokens[at];
  if (token?.text === '=>') {
    const closer = at - 1;
    const from = tokens[closer]?.text === ')' ? pairs.get(closer) : closer;
    if (from === undefined) return undefined;
    const block = tokens[at + 1]?.text === '{';
    const bodyTo = block ? (pairs.get(at + 1) ?? tokens.length - 1) : expressionEnd(tokens, pairs, at + 1);
    const parameters = boundNames(tokens, from, closer);
    return { name: nameBefore(tokens, from - 1), from, bodyFrom: at + 1, bodyTo, parameters, block };
  }
  if (token?.text !== '{' || tokens[at - 1]?.text !== ')') return undefined;
  const from = pairs.get(at - 1);
  const head = from === undefined ? undefined : tokens[from - 1];
  if (from === undefined || !head || NOT_FUNCTIONS.has(head.text)) return undefined;
  if (head.kind === 'punct' && !/^[*\]]$/.test(head.text)) return undefined;
  const bodyTo = pairs.get(at) ?? tokens.length - 1;
  const parameters = boundNames(tokens, from, at - 1);
  return { name: nameBefore(tokens, from - 1), from, bodyFrom: at, bodyTo, parameters, block: true };
}

function declaredAt(tokens: readonly Token[], pairs: ReadonlyMap<number, number>, at: number): string[] {
  const token = tokens[at];
  const next = tokens[at + 1];
  if (!token || !next || token.kind !== 'keyword') return [];
  if (/^(function|class)$/.test(token.text)) {
    const named = next.text === '*' ? tokens[at + 2] : next;
    return named?.kind === 'name' ? [named.text] : [];
  }
  if (token.text === 'import') {
    const end = tokens.findIndex(
      (other, index) => index > at && (other.kind === 'string' || other.text === '('),
    );
    return tokens
      .slice(at + 1, end < 0 ? at + 1 : end)
      .filter((other) => other.kind === 'name' && other.text !== 'from' && other.text !== 'as')
      .map((other) => other.text);
  }
  if (token.text === 'catch' && next.text === '(')
    return boundNames(tokens, at + 1, pairs.get(at + 1) ?? at + 1);
  if (!/^(const|let|var)$/.test(token.text)) return [];
  const names: string[] = [];
  for (let index = at + 1; index < tokens.length;) {
    const pair = pairs.get(index);
    if (pair !== undefined && pair > index) names.push(...boundNames(tokens, index, pair));
    else if (tokens[index]?.kind === 'name') names.push(tokens[index]?.text ?? '');
    const after = (pair ?? index) + 1;
    const last = tokens[after]?.text === '=' ? expressionEnd(tokens, pairs, after + 1) : after - 1;
    if (tokens[last + 1]?.text !== ',' || names.length > 50) return names;
    index = last + 2;
  }
  return names;
}

/** The innermost function around a token. */
export function functionAround(source: Pick<Source, 'functions'>, at: number): FunctionSpan | undefined {
  return source.functions.findLast((span) => span.from <= at && at <= span.bodyTo);
}

/** All functions around a token, innermost first. */
function functionsAround(source: Source, at: number): FunctionSpan[] {
  return source.functions.filter((span) => span.from <= at && at <= span.bodyTo).toReversed();
}

/** Names that may be used at a token, innermost scope first. */
export function namesInScope(source: Source, at: number): string[] {
  const names = new Set<string>();
  for (const span of [...functionsAround(source, at), undefined]) {
    for (const name of span?.parameters ?? []) names.add(name);
    for (const declaration of source.declarations)
      if (declaration.inside === span) names.add(declaration.name);
  }
  return [...names];
}

/** True inside an import, or an export from another module: its names are not variables. */
function isImporting(source: Source, at: number): boolean {
  for (let index = at; index >= 0 && index > at - 80; index -= 1) {
    const text = source.tokens[index]?.text ?? '';
    if (text === ';' || (text === ')' && index !== at)) return false;
    if (text === 'import') return source.tokens[index + 1]?.text !== '(';
    if (text === 'export')
      return source.tokens[index + 1]?.text === '{' || source.tokens[index + 1]?.text === '*';
    if (/^(const|let|var|function|class|return|=|=>)$/.test(text)) return false;
  }
  return false;
}

/** True where a name token is a variable's use, not a property, a key or a declaration. */
export function isUse(source: Source, at: number): boolean {
  const { tokens } = source;
  const before = tokens[at - 1]?.text ?? '';
  const after = tokens[at + 1]?.text ?? '';
  if (tokens[at]?.kind !== 'name' || before === '.' || before === '?.') return false;
  if (/^(function|class|const|let|var|import|from|as)$/.test(before)) return false;
  if (after === ':' && /^[{,]$/.test(before)) return false;
  if (after === '(' && tokens[(source.pairs.get(at + 1) ?? -2) + 1]?.text === '{') return false;
  if (isImporting(source, at)) return false;
  return !source.functions.some(
    (span) => span.from <= at && at < span.bodyFrom && tokens[at - 1]?.text !== '=',
  );
}

const parsed = new Map<string, Source>();

/** Parses a source text. Results are kept for the last few texts, since a job is run again for each request. */
export function sourceOf(path: string, text: string): Source {
  const key = `${path}\0${text}`;
  const known = parsed.get(key);
  if (known) return known;
  const tokens = tokensOf(text);
  const pairs = pairsOf(tokens);
  const functions = tokens.map((_, at) => functionAt(tokens, pairs, at)).filter((span) => span !== undefined);
  functions.sort((a, b) => a.from - b.from || b.bodyTo - a.bodyTo);
  const declarations = tokens.flatMap((_, at) =>
    declaredAt(tokens, pairs, at).map((name): Declaration => ({
      name,
      at,
      inside: functionAround({ functions }, at),
    })),
  );
  const source: Source = { path, text, tokens, pairs, functions, declarations };
  if (parsed.size > 60) parsed.clear();
  parsed.set(key, source);
  return source;
}
