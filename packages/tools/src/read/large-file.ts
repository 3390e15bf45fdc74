/** A window of a file that is too large to be held: pieces of bounded size are scanned for line ends, lines kept by their beginning. */
import { Buffer } from 'node:buffer';
import type { FileSystem } from '@leat/engine';
import { pieceBytes, readLineCharsMax, scanBytesMax } from '../limits.ts';
import { decodeUtf8 } from '../text/encoding.ts';
import { type LineRange, type TextWindow, WindowBuilder } from './text-window.ts';

/** Bytes of a line that are kept: enough for the characters shown in UTF-8. */
const keptBytes = readLineCharsMax * 4;

interface OpenLine {
  readonly parts: Buffer[];
  kept: number;
  length: number;
}

/** `gaveUp` is true where the first line wanted lies behind the bytes that may be scanned. */
export interface LargeWindow extends TextWindow {
  readonly gaveUp: boolean;
  readonly latin1: boolean;
}

/** Scans from `start` (behind a byte order mark) until the window is full, the file ends, or `signal` aborts (throws its reason). */
export async function windowOfLargeFile(
  files: FileSystem,
  path: string,
  start: number,
  range: LineRange,
  signal: AbortSignal,
): Promise<LargeWindow> {
  const builder = new WindowBuilder(range.first);
  const state = { number: 1, latin1: false, full: false };
  let line: OpenLine = { parts: [], kept: 0, length: 0 };
  const finish = () => {
    if (state.number >= range.first) {
      if (state.number >= range.first + range.count) state.full = true;
      else {
        const decoded = decodeLine(Buffer.concat(line.parts), line.length > line.kept);
        state.latin1 ||= decoded.latin1;
        state.full = !builder.add(decoded.text, line.length > line.kept ? line.length : decoded.text.length);
      }
    }
    state.number++;
    line = { parts: [], kept: 0, length: 0 };
  };
  let offset = start;
  while (!state.full && offset < scanBytesMax) {
    signal.throwIfAborted();
    const piece = await files.readFile(path, { offset, maxBytes: pieceBytes });
    if (piece.length === 0) {
      if (line.length > 0) finish();
      const total = state.full ? null : state.number - 1;
      return { shown: builder.shown, last: builder.last, total, gaveUp: false, latin1: state.latin1 };
    }
    offset += piece.length;
    for (let at = 0; at < piece.length && !state.full;) {
      const end = piece.indexOf(10, at);
      const stop = end === -1 ? piece.length : end;
      if (state.number >= range.first) keep(line, piece, at, stop);
      else line.length += stop - at;
      if (end !== -1) finish();
      at = stop + 1;
    }
  }
  return {
    shown: builder.shown,
    last: builder.last,
    total: null,
    gaveUp: builder.shown.length === 0,
    latin1: state.latin1,
  };
}

function keep(line: OpenLine, piece: Uint8Array, from: number, to: number): void {
  const take = Math.min(to - from, keptBytes - line.kept);
  if (take > 0) line.parts.push(Buffer.from(piece.subarray(from, from + take)));
  line.kept += Math.max(take, 0);
  line.length += to - from;
}

/** A cut line may end inside a character, so up to three bytes are given up before it counts as not UTF-8. */
function decodeLine(bytes: Buffer, cut: boolean): { readonly text: string; readonly latin1: boolean } {
  for (let less = 0; less <= (cut ? 3 : 0); less++) {
    const text = decodeUtf8(bytes.subarray(0, bytes.length - less));
    if (text !== null) return { text, latin1: false };
  }
  return { text: bytes.toString('latin1'), latin1: true };
}
