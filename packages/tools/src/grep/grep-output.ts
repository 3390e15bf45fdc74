/**
 * Reading ripgrep's output as it comes, up to a bound.
 *
 *     files    path NUL path NUL …
 *     count    path NUL count LF …
 *     content  path NUL number ':' text LF   a match · path NUL number '-' text LF   context · '--' LF   a gap
 */
import { grepLineCharsMax, grepResultCharsMax } from '../limits.ts';
import { cutText } from '../text/numbered-lines.ts';

/** What Grep returns of a match. */
export type GrepMode = 'files_with_matches' | 'content' | 'count';

/** Entries found, at most `limit` of them and `grepResultCharsMax` characters. */
export class GrepOutput {
  readonly entries: string[] = [];
  /** Paths in files mode, to be sorted by the caller. */
  more = false;
  /** Sum of the counts in count mode. */
  total = 0;
  #rest = '';
  #chars = 0;
  readonly #mode: GrepMode;
  readonly #limit: number;
  readonly #numbers: boolean;
  readonly #shown: (path: string) => string;

  constructor(mode: GrepMode, limit: number, numbers: boolean, shown: (path: string) => string) {
    this.#mode = mode;
    this.#limit = limit;
    this.#numbers = numbers;
    this.#shown = shown;
  }

  /** Takes a piece of output; false when it has enough. */
  take(text: string): boolean {
    const separator = this.#mode === 'files_with_matches' ? '\0' : '\n';
    const parts = (this.#rest + text).split(separator);
    this.#rest = parts.pop() ?? '';
    for (const part of parts) if (!this.#add(part)) return false;
    // A single line longer than any that is shown: its beginning is enough (the preview bound of ripgrep makes this rare).
    if (this.#rest.length > grepResultCharsMax) this.#rest = this.#rest.slice(0, grepResultCharsMax);
    return true;
  }

  #add(part: string): boolean {
    const entry = this.#entryOf(part);
    if (this.entries.length >= this.#limit || this.#chars + entry.length > grepResultCharsMax) {
      this.more = true;
      return false;
    }
    this.entries.push(entry);
    this.#chars += entry.length + 1;
    return true;
  }

  #entryOf(part: string): string {
    if (this.#mode === 'files_with_matches') return part;
    const at = part.indexOf('\0');
    if (at === -1) return part;
    const path = this.#shown(part.slice(0, at));
    const rest = part.slice(at + 1).replace(/\r$/, '');
    if (this.#mode === 'count') {
      this.total += Number(rest);
      return `${path}:${rest}`;
    }
    const line = /^(\d+)([:-])(.*)$/s.exec(rest);
    if (line === null) return `${path}: ${cutText(rest, grepLineCharsMax)}`;
    const [, number, mark, text] = line;
    const long = (text ?? '').length > grepLineCharsMax + 60;
    const shown = long ? `${cutText(text ?? '', grepLineCharsMax)} [line cut]` : text;
    return this.#numbers ? `${path}${mark}${number}${mark}${shown}` : `${path}${mark}${shown}`;
  }
}
