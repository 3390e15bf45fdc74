/** The part of a text that one Read shows: some lines from a first one, bounded by lines and by characters. */
import { readResultCharsMax } from '../limits.ts';
import { cutText, numberedLine } from '../text/numbered-lines.ts';

/** What was asked for: `first` from 1, `count` lines. */
export interface LineRange {
  readonly first: number;
  readonly count: number;
}

/** Numbered lines, and where they stand. */
export interface TextWindow {
  readonly shown: readonly string[];
  /** Number of the last line shown; `first - 1` when none was. */
  readonly last: number;
  /** Lines of the whole file where they are known, else null. */
  readonly total: number | null;
}

/** Collects numbered lines until the characters run out. At least one line is always taken. */
export class WindowBuilder {
  readonly shown: string[] = [];
  #chars = 0;
  #next: number;

  constructor(first: number) {
    this.#next = first;
  }

  get last(): number {
    return this.#next - 1;
  }

  /** False when the line does not fit any more; then it was not taken. */
  add(text: string, length = text.length): boolean {
    const line = numberedLine(this.#next, text, length);
    if (this.shown.length > 0 && this.#chars + line.length + 1 > readResultCharsMax) return false;
    this.shown.push(cutText(line, readResultCharsMax));
    this.#chars += line.length + 1;
    this.#next++;
    return true;
  }
}

/** The window of a text that is in memory. */
export function windowOfText(text: string, range: LineRange): TextWindow {
  const builder = new WindowBuilder(range.first);
  let number = 0;
  let full = false;
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at);
    const stop = end === -1 ? text.length : end;
    number++;
    const wanted = number >= range.first && number < range.first + range.count;
    if (wanted && !full) full = !builder.add(text.slice(at, stop));
    at = stop + 1;
  }
  return { shown: builder.shown, last: builder.last, total: number };
}
