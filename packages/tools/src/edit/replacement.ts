/**
 * Replacing text without touching anything else. Matching ignores the kind of line end on both sides; what is written takes
 * the ends of the place it is put in, so a CRLF file stays one, and a mixed one stays as mixed as it was.
 *
 *     file  a CRLF b LF c       old  a LF b       new  a LF x LF b
 *     found 'a CRLF b'          common head 'a LF' and tail 'b' stay as they are; only 'x' goes in, with CRLF
 */
import { toLf } from '../text/line-ends.ts';

/** A place in the original text: [start, end). */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** All places, not overlapping, where `wanted` stands, whatever the line ends on either side. */
export function placesOf(text: string, wanted: string): readonly Place[] {
  const needle = toLf(wanted);
  if (needle === '') return [];
  const plain = !text.includes('\r\n');
  const hay = plain ? text : toLf(text);
  const places: Place[] = [];
  const original = plain ? (at: number) => at : originalOffsets(text);
  for (let at = hay.indexOf(needle); at !== -1; at = hay.indexOf(needle, at + needle.length)) {
    places.push({ start: original(at), end: original(at + needle.length) });
  }
  return places;
}

/** A function from offsets in the text with LF ends to offsets in the text itself; to be asked in rising order. */
function originalOffsets(text: string): (at: number) => number {
  let removed = 0;
  let next = text.indexOf('\r\n');
  return (at) => {
    while (next !== -1 && next - removed < at) {
      removed++;
      next = text.indexOf('\r\n', next + 2);
    }
    return at + removed;
  };
}

/** The text with `replacement` at each place, and where the new pieces stand in it. */
export function replacePlaces(
  text: string,
  places: readonly Place[],
  replacement: string,
): { readonly text: string; readonly places: readonly Place[] } {
  const wanted = toLf(replacement);
  const parts: string[] = [];
  const made: Place[] = [];
  let from = 0;
  let length = 0;
  for (const place of places) {
    const before = text.slice(from, place.start);
    const piece = fit(text, place, wanted);
    parts.push(before, piece);
    made.push({ start: length + before.length, end: length + before.length + piece.length });
    length += before.length + piece.length;
    from = place.end;
  }
  parts.push(text.slice(from));
  return { text: parts.join(''), places: made };
}

/** The new text for one place, with the line ends of what it replaces. */
function fit(text: string, place: Place, wanted: string): string {
  const old = text.slice(place.start, place.end);
  if (!wanted.includes('\n')) return wanted;
  if (!text.includes('\r\n')) return wanted;
  const oldLines = old.split(/\r?\n/);
  const oldEnds = old.match(/\r?\n/g) ?? [];
  const newLines = wanted.split('\n');
  const around = endAround(text, place);
  const head = commonCount(oldLines, newLines);
  const room = Math.min(oldLines.length, newLines.length) - head;
  const tail = commonCount(oldLines.toReversed(), newLines.toReversed(), room);
  return newLines
    .map((line, index) => {
      if (index === newLines.length - 1) return line;
      // Lines of the common head and tail keep the very ends that they had; the lines between take those of their neighbours.
      const fromTail = newLines.length - 1 - index;
      if (fromTail <= tail && fromTail <= oldEnds.length && index >= head)
        return line + oldEnds[oldEnds.length - fromTail];
      return line + (oldEnds[Math.min(index, oldEnds.length - 1)] ?? around);
    })
    .join('');
}

function commonCount(a: readonly string[], b: readonly string[], most = Infinity): number {
  let count = 0;
  while (count < most && count < a.length && count < b.length && a[count] === b[count]) count++;
  return count;
}

/** The line end nearest to a place that has none itself: the next, else the one before. */
function endAround(text: string, place: Place): string {
  const next = text.indexOf('\n', place.end);
  const at = next === -1 ? text.lastIndexOf('\n', place.start - 1) : next;
  return at > 0 && text[at - 1] === '\r' ? '\r\n' : '\n';
}
