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
  const scan = new LineScan(range);
  for (let offset = start; !scan.full && offset < scanBytesMax;) {
    signal.throwIfAborted();
    const piece = await files.readFile(path, { offset, maxBytes: pieceBytes });
    if (piece.length === 0) return scan.atEnd();
    offset += piece.length;
    scan.take(piece);
  }
  return scan.window(null);
}

/** Counts lines and keeps those of the range. */
class LineScan {
  /** True when the range is complete or the result is as long as it may be. */
  full = false;
  readonly #range: LineRange;
  readonly #builder: WindowBuilder;
  #number = 1;
  #latin1 = false;
  #line: OpenLine = { parts: [], kept: 0, length: 0 };

  constructor(range: LineRange) {
    this.#range = range;
    this.#builder = new WindowBuilder(range.first);
  }

  take(piece: Uint8Array): void {
    for (let at = 0; at < piece.length && !this.full;) {
      const end = piece.indexOf(10, at);
      const stop = end === -1 ? piece.length : end;
      if (this.#number >= this.#range.first) keep(this.#line, piece, at, stop);
      else this.#line.length += stop - at;
      if (end !== -1) this.#finishLine();
      at = stop + 1;
    }
  }

  /** The window when the file is over; its last line may have no end. */
  atEnd(): LargeWindow {
    if (this.#line.length > 0) this.#finishLine();
    return this.window(this.full ? null : this.#number - 1);
  }

  window(total: number | null): LargeWindow {
    const { shown, last } = this.#builder;
    return { shown, last, total, gaveUp: shown.length === 0 && total === null, latin1: this.#latin1 };
  }

  #finishLine(): void {
    const { first, count } = this.#range;
    const line = this.#line;
    if (this.#number >= first + count) this.full = true;
    else if (this.#number >= first) {
      const cut = line.length > line.kept;
      const decoded = decodeLine(Buffer.concat(line.parts), cut);
      this.#latin1 ||= decoded.latin1;
      this.full = !this.#builder.add(decoded.text, cut ? line.length : decoded.text.length);
    }
    this.#number++;
    this.#line = { parts: [], kept: 0, length: 0 };
  }
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
