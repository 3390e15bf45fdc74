/** Lines with their numbers, as `cat -n` writes them: six places, a tab, the line. */
import { readLineCharsMax } from '../limits.ts';
import { grouped } from './size-words.ts';

/** One numbered line. `length` is the length of the whole line where `text` is only its beginning. */
export function numberedLine(number: number, text: string, length = text.length): string {
  return `${String(number).padStart(6)}\t${shownLine(text, length)}`;
}

/** A line without its carriage return, zero bytes made visible, the end of a long one cut with a note. */
function shownLine(text: string, length = text.length): string {
  const line = text.endsWith('\r') ? text.slice(0, -1) : text;
  const visible = line.includes('\0') ? line.replaceAll('\0', '\u2400') : line;
  if (length <= readLineCharsMax + 1 && visible.length <= readLineCharsMax) return visible;
  const total = grouped(Math.max(length, line.length));
  return `${cutText(visible, readLineCharsMax)}… [line cut: ${grouped(readLineCharsMax)} of ${total} characters shown]`;
}

/** The first `chars` characters, never ending in half a surrogate pair. */
export function cutText(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const last = text.charCodeAt(chars - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? chars - 1 : chars);
}

/** The last `chars` characters, never beginning with half a surrogate pair. */
export function tailText(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const from = text.length - chars;
  const first = text.charCodeAt(from);
  return text.slice(first >= 0xdc00 && first <= 0xdfff ? from + 1 : from);
}

/** The lines of a text; a final line end does not make another line. */
export function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
