/** Where a text stops being JSON, as line and column: the engine's own words name no place for most faults. */

const TOKEN =
  /[ \t\r\n]*(?:([{}[\],:])|("(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null))/y;

type Wanted = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'nothing';

/** Line and column (from 1) of the first fault; of the end if the text is JSON or breaks off. */
export function jsonFaultPlace(text: string): { readonly line: number; readonly column: number } {
  const offset = faultOffset(text);
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function faultOffset(text: string): number {
  const open: ('{' | '[')[] = [];
  let wanted: Wanted = 'value';
  let at = 0;
  while (wanted !== 'nothing') {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text);
    const next: Wanted | null = token === null ? null : step(wanted, kindOf(token), open);
    if (token === null || next === null) return afterSpace(text, at);
    at = TOKEN.lastIndex;
    wanted = next;
  }
  return afterSpace(text, at);
}

const kindOf = (token: RegExpExecArray): string => token[1] ?? (token[2] === undefined ? 'scalar' : 'string');

/** What may come behind a token, or `null` if the token may not stand here. Keeps track of what is open. */
function step(wanted: Wanted, kind: string, open: ('{' | '[')[]): Wanted | null {
  const isValue = wanted === 'value' || wanted === 'value-or-end';
  const behindValue = (): Wanted => (open.length === 0 ? 'nothing' : 'comma-or-end');
  const top = open.at(-1);
  if ((kind === '{' || kind === '[') && isValue) {
    open.push(kind);
    return kind === '{' ? 'key-or-end' : 'value-or-end';
  }
  if ((kind === 'scalar' || kind === 'string') && isValue) return behindValue();
  if (kind === 'string' && (wanted === 'key' || wanted === 'key-or-end')) return 'colon';
  if (kind === ':' && wanted === 'colon') return 'value';
  if (kind === ',' && wanted === 'comma-or-end') return top === '{' ? 'key' : 'value';
  const closes = (kind === '}' && top === '{') || (kind === ']' && top === '[');
  const mayEnd = wanted === 'comma-or-end' || wanted === (top === '{' ? 'key-or-end' : 'value-or-end');
  if (!closes || !mayEnd) return null;
  open.pop();
  return behindValue();
}

function afterSpace(text: string, at: number): number {
  const found = /[^ \t\r\n]/.exec(text.slice(at));
  return found === null ? text.length : at + found.index;
}
