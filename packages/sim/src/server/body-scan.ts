/**
 * Finds where the entries of `messages` end in the bytes of a body, without parsing them.
 *
 *     {"model":…,"messages":[{…},{…},{…}],"stream":true}
 *                           ^    ^    ^
 *                        start  ends of entries
 */

/** Places in a body, as byte offsets. */
export interface MessageOffsets {
  /** Just behind the opening bracket. */
  readonly start: number;
  /** Just behind each entry. */
  readonly ends: readonly number[];
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const COLON = 0x3a;
const COMMA = 0x2c;

const MESSAGES_KEY = Buffer.from('"messages"');

/**
 * Scans a body that is known to be JSON. With `from`, goes on behind entry `ends.length - 1` of a body with the same
 * beginning. `null` when the body has no plain list of messages (two such keys, escaped keys, entries that are no
 * objects): then it has to be parsed whole.
 */
export function messageOffsets(bytes: Buffer, from?: MessageOffsets): MessageOffsets | null {
  const ends = from === undefined ? [] : [...from.ends];
  let start = from?.start ?? -1;
  let at = from === undefined ? 0 : (ends.at(-1) ?? start);
  let depth = from === undefined ? 0 : 2;
  let inside = from !== undefined;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = stringEnd(bytes, at);
      if (end === -1) return null;
      if (depth === 1) {
        const next = skipSpace(bytes, end);
        if (bytes[next] === COLON) {
          const isMessages = bytes.subarray(at, end).equals(MESSAGES_KEY);
          const isEscaped = bytes.subarray(at, end).includes(BACKSLASH);
          if (isEscaped || (isMessages && start !== -1)) return null;
          const value = skipSpace(bytes, next + 1);
          if (isMessages && bytes[value] !== OPEN_ARRAY) return null;
          if (isMessages) {
            start = value + 1;
            inside = true;
            depth = 2;
          }
          at = isMessages ? start : value;
          continue;
        }
      } else if (depth === 2 && inside) return null;
      at = end;
      continue;
    }
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth++;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      depth--;
      if (inside && depth === 2) ends.push(at + 1);
      if (inside && depth === 1) inside = false;
    }
    at++;
  }
  return start === -1 ? null : { start, ends };
}

/** Where the rest of the list begins behind an entry: at the next entry, or at the closing bracket; −1 if neither. */
export function restStart(bytes: Buffer, end: number): number {
  const at = skipSpace(bytes, end);
  if (bytes[at] === CLOSE_ARRAY) return at;
  if (bytes[at] !== COMMA) return -1;
  const next = skipSpace(bytes, at + 1);
  return bytes[next] === OPEN_OBJECT ? next : -1;
}

/** Offset just behind the string that opens at `at`; −1 if it does not end. */
function stringEnd(bytes: Buffer, at: number): number {
  let quote = at;
  for (;;) {
    quote = bytes.indexOf(QUOTE, quote + 1);
    if (quote === -1) return -1;
    let slashes = 0;
    while (bytes[quote - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return quote + 1;
  }
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x09) at++;
  return at;
}
