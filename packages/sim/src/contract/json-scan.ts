/**
 * Where JSON text breaks, for what the server says of it (C1, C2): a scan over the strings only, since the two
 * recorded complaints are about strings.
 */

/** What is wrong, and where: `line 1 column 5 (char 4)`. */
export interface JsonFault {
  readonly what: 'no low surrogate in string' | 'unexpected control character in string';
  readonly where: string;
}

/** The first control character or lone surrogate (raw or as `\u` escape) inside a string; `null` if there is none. */
export function stringFault(text: string): JsonFault | null {
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (!inString) {
      if (code === 0x22) inString = true;
      continue;
    }
    if (code === 0x22) inString = false;
    else if (code < 0x20)
      return { what: 'unexpected control character in string', where: positionOf(text, at) };
    else if (code === 0x5c) {
      const escape = escapeAt(text, at);
      if (escape === 'lone') return { what: 'no low surrogate in string', where: positionOf(text, at) };
      at += escape - 1;
    } else if (isHigh(code) && isLow(text.charCodeAt(at + 1))) at += 1;
    else if (isHigh(code) || isLow(code))
      return { what: 'no low surrogate in string', where: positionOf(text, at) };
  }
  return null;
}

/** Length of the escape that begins here, two halves of a pair counted together; `lone` for half a pair. */
function escapeAt(text: string, at: number): number | 'lone' {
  const code = unicodeEscape(text, at);
  if (code === null) return 2;
  if (isLow(code)) return 'lone';
  if (!isHigh(code)) return 6;
  const low = unicodeEscape(text, at + 6);
  return low !== null && isLow(low) ? 12 : 'lone';
}

function unicodeEscape(text: string, at: number): number | null {
  const found = /^\\u([0-9a-fA-F]{4})/.exec(text.slice(at, at + 6));
  return found?.[1] === undefined ? null : Number.parseInt(found[1], 16);
}

const isHigh = (code: number) => code >= 0xd800 && code <= 0xdbff;
const isLow = (code: number) => code >= 0xdc00 && code <= 0xdfff;

/** `line 1 column 5 (char 4)`, in UTF-16 units. */
function positionOf(text: string, at: number): string {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = at - (before.lastIndexOf('\n') + 1) + 1;
  return `line ${line} column ${column} (char ${at})`;
}
