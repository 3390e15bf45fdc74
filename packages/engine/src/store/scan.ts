/**
 * From bytes to verified lines: splits on 0x0A only, by chunks of bytes (a character may be cut by a chunk, and U+2028 is no
 * line end), and finds every whole line in whatever stands between two newlines.
 *
 *     file ─ chunks → pieces between newlines ─┬─ the piece is a line → line
 *                                              └─ salvage: marks `{"seq":` → lines and junk
 */
import type { DiskFile } from './disk.ts';
import { nextMark, verifyAtMark, verifyLine, type VerifiedLine } from './line.ts';
import { STORE_LIMITS } from './limits.ts';

/** Bytes that are no line. */
export interface Junk {
  /** Line number in the file, from 1. */
  readonly line: number;
  /** Offset in the file. */
  readonly offset: number;
  readonly bytes: number;
  /** NUL bytes, a byte order mark or blanks only. */
  readonly filler: boolean;
  /** A carriage return right in front of a newline. */
  readonly carriageReturn: boolean;
  /** The last bytes of the file, with no newline behind them. */
  readonly atEnd: boolean;
}

export interface LinePlace {
  readonly line: number;
  /** Offset in the file of its first byte. */
  readonly offset: number;
  /** How many lines stood before it between the same two newlines. */
  readonly nth: number;
  /** Whether a newline follows at once. */
  readonly terminated: boolean;
}

export interface ScanSink {
  /** `buffer` holds the line's bytes at `line.start` to `line.end`; it is not kept after the call. */
  line(buffer: Buffer, line: VerifiedLine, place: LinePlace): void;
  junk(junk: Junk): void;
}

/** Reads the file from `from` to its end. Returns where it ended. */
export async function scanFile(file: DiskFile, from: number, sink: ScanSink): Promise<number> {
  let carry: Buffer = Buffer.alloc(0);
  let position = from;
  let line = 1;
  const expected = await file.size();
  for (;;) {
    // A small file needs no large buffer; one byte more, so that a file that grows meanwhile is read on.
    const ahead = Math.min(STORE_LIMITS.chunkBytes, Math.max(1, expected - position + 1));
    const whole = Buffer.allocUnsafe(carry.length + ahead);
    carry.copy(whole);
    const count = await file.read(whole.subarray(carry.length), position);
    if (count === 0) break;
    const base = position - carry.length;
    const buffer = whole.subarray(0, carry.length + count);
    position += count;
    let start = 0;
    for (let end = buffer.indexOf(0x0a); end >= 0; end = buffer.indexOf(0x0a, start)) {
      scanPiece({ buffer, start, end, base, line, terminated: true }, sink);
      line += 1;
      start = end + 1;
    }
    carry = buffer.subarray(start);
    if (carry.length > STORE_LIMITS.readLineBytesMax) {
      // No line of ours is that long: what is whole in it is taken, the rest is junk, and the search goes on.
      scanPiece(
        { buffer: carry, start: 0, end: carry.length, base: position - carry.length, line, terminated: true },
        sink,
      );
      carry = Buffer.alloc(0);
    }
  }
  if (carry.length > 0) {
    const base = position - carry.length;
    scanPiece({ buffer: carry, start: 0, end: carry.length, base, line, terminated: false }, sink);
  }
  return position;
}

interface Piece {
  readonly buffer: Buffer;
  readonly start: number;
  readonly end: number;
  /** Offset in the file of the buffer's first byte. */
  readonly base: number;
  readonly line: number;
  readonly terminated: boolean;
}

function scanPiece(piece: Piece, sink: ScanSink): void {
  const { buffer, start, end, base, line, terminated } = piece;
  if (start === end) return;
  const whole = verifyLine(buffer, start, end);
  if (whole) sink.line(buffer, whole, { line, offset: base + start, nth: 0, terminated });
  else salvage(piece, sink);
}

function salvage(piece: Piece, sink: ScanSink): void {
  const { base, line, terminated } = piece;
  const bytes = piece.buffer.subarray(piece.start, piece.end);
  const offset = base + piece.start;
  let taken = 0;
  let nth = 0;
  let from = 0;
  for (let marks = 0; marks < STORE_LIMITS.resyncMarksMax; marks += 1) {
    const mark = nextMark(bytes, from);
    if (mark < 0) break;
    const found = verifyAtMark(bytes, mark, STORE_LIMITS.resyncEndsMax);
    if (!found) {
      from = mark + 1;
      continue;
    }
    if (mark > taken) sink.junk(junkOf(bytes, taken, mark, { line, offset, atEnd: false }));
    const last = found.end === bytes.length;
    sink.line(bytes, found, { line, offset: offset + mark, nth, terminated: last && terminated });
    nth += 1;
    taken = from = found.end;
  }
  if (taken < bytes.length)
    sink.junk(junkOf(bytes, taken, bytes.length, { line, offset, atEnd: !terminated }));
}

function junkOf(
  bytes: Buffer,
  start: number,
  end: number,
  at: { readonly line: number; readonly offset: number; readonly atEnd: boolean },
): Junk {
  const part = bytes.subarray(start, end);
  return {
    line: at.line,
    offset: at.offset + start,
    bytes: part.length,
    filler: part.every((byte) => FILLER.has(byte)),
    carriageReturn: part.length === 1 && part[0] === 0x0d && end === bytes.length,
    atEnd: at.atEnd,
  };
}

/** NUL, the three bytes of a byte order mark, blanks. */
const FILLER: ReadonlySet<number> = new Set([0x00, 0xef, 0xbb, 0xbf, 0x20, 0x09, 0x0d]);
