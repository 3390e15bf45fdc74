/** JSON that any server can read: lone surrogates replaced (API-CONTRACT A3, C1), depth bounded. */
import { NESTING_MAX } from '../limits.ts';

const loneSurrogate = /\p{Surrogate}/gu;

/** The text with every unpaired surrogate replaced by U+FFFD. */
export function wellFormed(text: string): string {
  return hasLoneSurrogate(text) ? text.replace(loneSurrogate, '\ufffd') : text;
}

/** A loop, since it runs over every text of every new block: three times as fast as the expression. */
function hasLoneSurrogate(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if ((code & 0xf800) !== 0xd800) continue;
    const next = text.charCodeAt(index + 1);
    if (code > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) return true;
    index++;
  }
  return false;
}

/** The value with its strings and keys well-formed; the same object where nothing had to change. */
export function cleanJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return wellFormed(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= NESTING_MAX) return '[nested too deeply]';
  if (Array.isArray(value)) {
    const clean = value.map((item) => cleanJson(item, depth + 1));
    return clean.every((item, index) => item === value[index]) ? value : clean;
  }
  const entries = Object.entries(value);
  const clean = entries.map(([key, item]) => [wellFormed(key), cleanJson(item, depth + 1)] as const);
  const isSame = clean.every(
    ([key, item], index) => key === entries[index]?.[0] && item === entries[index]?.[1],
  );
  return isSame ? value : Object.fromEntries(clean);
}

/** Whether a streamed JSON text can stand on the wire as it came: an object, without escapes of surrogates. */
export function isPlainObjectText(text: string): boolean {
  if (/\\u[dD][89a-fA-F]/.test(text) || hasLoneSurrogate(text)) return false;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false; // no JSON: the parsed `input` stands instead
  }
}
