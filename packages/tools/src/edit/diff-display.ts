/**
 * The unified diff for the person's row. The common head and tail are cut off first and the diff is bounded in size, edits and
 * time, so that no file can hold up the loop.
 */
import type { KnownFile } from '../file/file-knowledge.ts';
import { diffCharsMax, diffContextLines, diffEditLengthMax, diffTimeoutMs } from '../limits.ts';

/** `patch` is null where the change was too large to be compared. Counts are of lines. */
export interface DiffDisplay {
  readonly type: 'diff';
  readonly path: string;
  readonly patch: string | null;
  readonly added: number | null;
  readonly removed: number | null;
  /** The file as it is now, for a resumed session. */
  readonly known: KnownFile | null;
}

/** Compares two texts of a file. The diff library is loaded at the first call. */
export async function diffDisplay(
  path: string,
  before: string,
  after: string,
  known: KnownFile | null,
): Promise<DiffDisplay> {
  const none: DiffDisplay = { type: 'diff', path, patch: null, added: null, removed: null, known };
  const oldLines = splitLines(before);
  const newLines = splitLines(after);
  const most = Math.min(oldLines.length, newLines.length);
  let head = 0;
  while (head < most && oldLines[head] === newLines[head]) head++;
  let tail = 0;
  while (tail < most - head && oldLines[oldLines.length - 1 - tail] === newLines[newLines.length - 1 - tail])
    tail++;
  const from = Math.max(0, head - diffContextLines);
  const rest = Math.max(0, tail - diffContextLines);
  const oldPart = oldLines.slice(from, oldLines.length - rest).join('');
  const newPart = newLines.slice(from, newLines.length - rest).join('');
  if (oldPart.length > diffCharsMax || newPart.length > diffCharsMax) return none;
  const { structuredPatch, formatPatch } = await import('diff');
  const patch = structuredPatch(path, path, oldPart, newPart, '', '', {
    context: diffContextLines,
    timeout: diffTimeoutMs,
    maxEditLength: diffEditLengthMax,
  });
  if (patch === undefined) return none;
  const marks = patch.hunks.flatMap((hunk) => hunk.lines).map((line) => line[0]);
  for (const hunk of patch.hunks) {
    hunk.oldStart += from;
    hunk.newStart += from;
  }
  const count = (mark: string) => marks.filter((found) => found === mark).length;
  return { type: 'diff', path, patch: formatPatch(patch), added: count('+'), removed: count('-'), known };
}

/** Lines with their ends, so that a change of line ends alone is a change. */
function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
