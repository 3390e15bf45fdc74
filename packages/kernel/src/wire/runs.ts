/**
 * The sealed bytes as a few runs of text, joined in the way of a binary counter: adding costs what is added, a reader meets
 * O(log n) runs, and an old value is never changed. Blobs stand between runs, and are never joined.
 *
 *     [ 64 KB ][ 16 KB ][ 4 KB ][ 1 KB ]  + 1 KB  →  [ 64 KB ][ 16 KB ][ 4 KB ][ 2 KB ]
 */
import { utf8Bytes } from '../tokens/kind.ts';
import type { BlobChunk, BodyChunk } from '../assembly/types.ts';

type Run = { readonly text: string; readonly blob: null } | { readonly text: ''; readonly blob: BlobChunk };

/** A text with blobs in it. Positions are characters of text; a blob has none. */
export interface Runs {
  readonly runs: readonly Run[];
  /** Characters in all, blobs not counted. */
  readonly chars: number;
  /** Bytes on the wire, blobs counted. */
  readonly bytes: number;
}

export const NO_RUNS: Runs = { runs: [], chars: 0, bytes: 0 };

/** Adds a text with the blobs in it. */
export function addText(
  to: Runs,
  text: string,
  blobs: readonly { readonly at: number; readonly chunk: BlobChunk }[] = [],
): Runs {
  if (text === '' && blobs.length === 0) return to;
  const runs = [...to.runs];
  let bytes = to.bytes + utf8Bytes(text);
  let from = 0;
  for (const { at, chunk } of blobs) {
    push(runs, text.slice(from, at));
    runs.push({ text: '', blob: chunk });
    bytes += chunk.base64Bytes;
    from = at;
  }
  push(runs, text.slice(from));
  return { runs, chars: to.chars + text.length, bytes };
}

function push(runs: Run[], text: string): void {
  if (text === '') return;
  let joined = text;
  for (let last = runs.at(-1); last !== undefined && last.blob === null; last = runs.at(-1)) {
    if (last.text.length > 2 * joined.length) break;
    runs.pop();
    joined = last.text + joined;
  }
  runs.push({ text: joined, blob: null });
}

/** What stands in `to` followed by what stands in `more`. */
export function joinRuns(to: Runs, more: Runs): Runs {
  if (more.runs.length === 0) return to;
  const runs = [...to.runs];
  for (const run of more.runs) {
    if (run.blob === null) push(runs, run.text);
    else runs.push(run);
  }
  return { runs, chars: to.chars + more.chars, bytes: to.bytes + more.bytes };
}

/** A text to put in at a position, such as a breakpoint. */
export interface Splice {
  readonly at: number;
  readonly text: string;
}

/** The chunks of the first `chars` characters, with texts spliced in; splices in rising order. */
export function chunksOf(from: Runs, splices: readonly Splice[]): readonly BodyChunk[] {
  const chunks: BodyChunk[] = [];
  let start = 0;
  let next = 0;
  for (const run of from.runs) {
    if (run.blob !== null) {
      chunks.push(run.blob);
      continue;
    }
    const end = start + run.text.length;
    let at = start;
    for (let splice = splices[next]; splice !== undefined && splice.at <= end; splice = splices[++next]) {
      if (splice.at > at) chunks.push(run.text.slice(at - start, splice.at - start));
      chunks.push(splice.text);
      at = splice.at;
    }
    if (at < end) chunks.push(at === start ? run.text : run.text.slice(at - start));
    start = end;
  }
  return chunks;
}
