/** The numbered lines around a change, so that the model sees what it did without reading the file again. */
import { snippetContextLines, snippetLinesMax, snippetPlacesMax } from '../limits.ts';
import { linesOf, numberedLine } from '../text/numbered-lines.ts';
import type { Place } from './replacement.ts';

/** Numbered lines around the first places; later places are left to Read. */
export function snippetOf(text: string, places: readonly Place[]): string {
  const lines = linesOf(text);
  const starts = lineStarts(text);
  const ranges: { first: number; last: number }[] = [];
  for (const place of places.slice(0, snippetPlacesMax)) {
    const first = Math.max(0, lineAt(starts, place.start) - snippetContextLines);
    const last = Math.min(
      lines.length - 1,
      lineAt(starts, Math.max(place.start, place.end - 1)) + snippetContextLines,
    );
    const before = ranges.at(-1);
    if (before !== undefined && first <= before.last + 1) before.last = Math.max(before.last, last);
    else ranges.push({ first, last });
  }
  const blocks = ranges.map(({ first, last }) => {
    const shown = lines.slice(first, Math.min(last + 1, first + snippetLinesMax));
    const cut = last - first + 1 - shown.length;
    const numbered = shown.map((line, index) => numberedLine(first + index + 1, line));
    return [...numbered, ...(cut > 0 ? [`   ... (${cut} more lines)`] : [])].join('\n');
  });
  return blocks.join('\n   ...\n');
}

/** Numbers, from 1, of the lines on which the places begin. */
export function linesOfPlaces(text: string, places: readonly Place[]): readonly number[] {
  const starts = lineStarts(text);
  return places.map((place) => lineAt(starts, place.start) + 1);
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Index of the line that holds an offset, by halving. */
function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
