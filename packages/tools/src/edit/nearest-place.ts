/** Where old_string probably was meant to match, and what differs there, as words for the model. */
import { nearestLinesMax, nearestLinesShown } from '../limits.ts';
import { toLf } from '../text/line-ends.ts';
import { linesOf, numberedLine } from '../text/numbered-lines.ts';

/** How lines are compared, the strictest first, with the words for what the stricter one did not forgive. */
const looks: readonly { readonly differs: string; readonly of: (line: string) => string }[] = [
  { differs: 'white space (indentation, blanks and line ends around the lines)', of: (line) => line.trim() },
  { differs: 'white space inside the lines', of: (line) => line.replace(/\s+/g, '') },
  { differs: 'quotes, dashes or other look-alike characters', of: (line) => plain(line).replace(/\s+/g, '') },
  { differs: 'backslashes (escaped quotes or line ends)', of: (line) => plain(line).replace(/[\s\\]+/g, '') },
  {
    differs: 'upper and lower case',
    of: (line) =>
      plain(line)
        .replace(/[\s\\]+/g, '')
        .toLowerCase(),
  },
];

/** Explains why `wanted` is not in `text`. */
export function explainNotFound(path: string, text: string, wanted: string): string {
  const lines = linesOf(toLf(text)).slice(0, nearestLinesMax);
  const asked = trimmedLines(linesOf(toLf(wanted)));
  const intro = `old_string was not found in ${path}.`;
  if (text === '') return `${intro} The file is empty.`;
  if (asked.length === 0)
    return `${intro} It holds nothing but white space that the file does not have in this form.`;
  if (asked.every((line) => /^\s*\d+\t/.test(line))) {
    return `${intro} It contains the line numbers that Read puts before each line; leave the number and the tab out.`;
  }
  for (const look of looks) {
    const at = blockAt(lines.map(look.of), asked.map(look.of));
    if (at !== -1) {
      return `${intro} Lines ${at + 1}-${at + asked.length} differ from it only in ${look.differs}. The file has:\n${excerpt(lines, at, asked.length)}`;
    }
  }
  const best = mostAlike(lines, asked);
  if (best === null)
    return `${intro} No line of the file is like any of it. Read the file again, or look for the place with Grep.`;
  const same = `${best.same} of ${asked.length} ${asked.length === 1 ? 'line' : 'lines'} match`;
  const first =
    best.firstOther === null ? '' : ` The first that does not: ${JSON.stringify(best.firstOther)}.`;
  return `${intro} The nearest place is at line ${best.at + 1} (${same}).${first} The file has:\n${excerpt(lines, best.at, asked.length)}`;
}

function excerpt(lines: readonly string[], at: number, count: number): string {
  const shown = lines.slice(at, at + Math.min(count, nearestLinesShown));
  return shown.map((line, index) => numberedLine(at + index + 1, line)).join('\n');
}

function blockAt(lines: readonly string[], asked: readonly string[]): number {
  for (let at = 0; at + asked.length <= lines.length; at++) {
    if (asked.every((line, index) => lines[at + index] === line)) return at;
  }
  return -1;
}

/** The start at which most lines match when white space is forgiven; where none does, the line most like the first one asked for. */
function mostAlike(
  lines: readonly string[],
  asked: readonly string[],
): { readonly at: number; readonly same: number; readonly firstOther: string | null } | null {
  const wanted = asked.map((line) => line.replace(/\s+/g, ''));
  const have = lines.map((line) => line.replace(/\s+/g, ''));
  const scores = new Map<number, number>();
  const startsOf = new Map<string, number[]>();
  wanted.forEach((line, index) => {
    if (line.length > 2) startsOf.set(line, [...(startsOf.get(line) ?? []).slice(0, 20), index]);
  });
  have.forEach((line, number) => {
    for (const index of startsOf.get(line) ?? []) {
      const at = number - index;
      if (at >= 0) scores.set(at, (scores.get(at) ?? 0) + 1);
    }
  });
  const [best] = [...scores].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]);
  if (best !== undefined) {
    const [at] = best;
    const same = wanted.filter((line, index) => line === have[at + index]).length;
    const other = wanted.findIndex((line, index) => line !== have[at + index]);
    return { at, same, firstOther: other === -1 ? null : (asked[other] ?? null) };
  }
  return likeFirst(have, asked);
}

function likeFirst(
  have: readonly string[],
  asked: readonly string[],
): { readonly at: number; readonly same: number; readonly firstOther: string | null } | null {
  const line = asked.find((candidate) => candidate.trim().length > 2);
  if (line === undefined) return null;
  const target = pairsOf(line.replace(/\s+/g, ''));
  let best = { at: -1, likeness: 0.5 };
  have.forEach((candidate, at) => {
    const likeness = likenessOf(target, pairsOf(candidate.slice(0, 500)));
    if (likeness > best.likeness) best = { at, likeness };
  });
  return best.at === -1 ? null : { at: best.at, same: 0, firstOther: line };
}

function pairsOf(text: string): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < text.length && at < 500; at++) pairs.add(text.slice(at, at + 2));
  return pairs;
}

function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let shared = 0;
  for (const pair of a) if (b.has(pair)) shared++;
  return (2 * shared) / (a.size + b.size);
}

function trimmedLines(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return first === -1 ? [] : lines.slice(first, last + 1);
}

function plain(line: string): string {
  return line
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u201A\u201B`]/g, "'")
    .replace(/[\u201C\u201D\u201E\u201F]/g, '"')
    .replaceAll('"', "'")
    .replace(/[\u2010-\u2015\u2212]/g, '-');
}
