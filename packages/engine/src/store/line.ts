/**
 * The line of a session file (SPEC 5):
 *
 *     {"seq":7,"uuid":…,…the record…,"prev":"0a1b2c3d","crc":"4e5f6071"}\n
 *
 * `prev` is the crc of the line before, `crc` the CRC-32 of all bytes before its own comma. A line verifies alone.
 * Invariants: the bytes `{"seq":` stand at the start of a line and nowhere else (in strings quotes are escaped, and a nested
 * object that begins with this key has its `s` escaped), so they are a mark to resynchronize on that no content can forge;
 * no backtick and no dollar occurs, so that a shell that runs the file runs nothing of it.
 */
import { crc32 } from 'node:zlib';

/** `prev` of a file's first line. */
export const NO_PREVIOUS = '00000000';

const MARK_TEXT = '{"seq":';
const MARK = Buffer.from(MARK_TEXT);
const CRC_KEY = Buffer.from(',"crc":"');
const CRC_END_BYTES = ',"crc":"00000000"}'.length;
const PREV_AND_CRC_BYTES = ',"prev":"00000000"'.length + CRC_END_BYTES;
const HEX = /^[0-9a-f]{8}$/;

export interface EncodedLine {
  /** With its newline. */
  readonly bytes: Buffer;
  readonly crc: string;
}

/** CRC-32 as the eight lower-case hexadecimal digits of a line. */
const crcHex = (bytes: Uint8Array | string): string => crc32(bytes).toString(16).padStart(8, '0');

/** `body` is the JSON text of an object with at least one member. */
export function encodeLine(seq: number, body: string, prev: string): EncodedLine {
  const safe = body.slice(1, -1).replace(/[`$]/g, escapeShell).replaceAll(MARK_TEXT, '{"\\u0073eq":');
  const head = Buffer.from(`${MARK_TEXT}${seq},${safe},"prev":"${prev}"`);
  const crc = crcHex(head);
  return { bytes: Buffer.concat([head, Buffer.from(`,"crc":"${crc}"}\n`)]), crc };
}

const escapeShell = (char: string): string => (char === '`' ? '\\u0060' : '\\u0024');

/** A verified line inside a buffer. */
export interface VerifiedLine {
  readonly seq: number;
  readonly prev: string;
  readonly crc: string;
  /** Where it begins and ends (behind its `}`) in the buffer. */
  readonly start: number;
  readonly end: number;
  /** Where the record's members begin and end. */
  readonly bodyStart: number;
  readonly bodyEnd: number;
}

/** The line that fills `buffer[start, end)` to the byte, or null. */
export function verifyLine(buffer: Buffer, start: number, end: number): VerifiedLine | null {
  if (!startsWithMark(buffer, start, end)) return null;
  const crcAt = end - CRC_END_BYTES;
  const bodyEnd = end - PREV_AND_CRC_BYTES;
  const comma = buffer.indexOf(0x2c, start + MARK.length);
  if (comma < 0 || comma >= bodyEnd) return null;
  const tail = buffer.toString('latin1', bodyEnd, end);
  const prev = tail.slice(9, 17);
  const crc = tail.slice(26, 34);
  if (tail !== `,"prev":"${prev}","crc":"${crc}"}` || !HEX.test(prev) || !HEX.test(crc)) return null;
  if (crcHex(buffer.subarray(start, crcAt)) !== crc) return null;
  const digits = buffer.toString('latin1', start + MARK.length, comma);
  if (!/^(0|[1-9]\d{0,14})$/.test(digits)) return null;
  return { seq: Number(digits), prev, crc, start, end, bodyStart: comma + 1, bodyEnd };
}

/** The next mark at or behind `from`, or -1. */
export const nextMark = (buffer: Buffer, from: number): number => buffer.indexOf(MARK, from);

/** The shortest verified line that begins at the mark at `start`, trying at most `endsMax` ends. */
export function verifyAtMark(buffer: Buffer, start: number, endsMax: number): VerifiedLine | null {
  let from = start;
  for (let tries = 0; tries < endsMax; tries += 1) {
    const at = buffer.indexOf(CRC_KEY, from);
    if (at < 0) return null;
    const end = at + CRC_END_BYTES;
    if (end > buffer.length) return null;
    const line = verifyLine(buffer, start, end);
    if (line) return line;
    from = at + 1;
  }
  return null;
}

/** The text of the record's members: `{` and `}` around it make it JSON. */
export const bodyText = (buffer: Buffer, line: VerifiedLine): string =>
  buffer.toString('utf8', line.bodyStart, line.bodyEnd);

/** The record, without `seq`, `prev` and `crc`. Throws where it is no JSON (the crc was right: a foreign writer). */
export const parseBody = (buffer: Buffer, line: VerifiedLine): unknown =>
  JSON.parse(`{${bodyText(buffer, line)}}`);

function startsWithMark(buffer: Buffer, start: number, end: number): boolean {
  if (end - start < MARK.length + PREV_AND_CRC_BYTES + 2) return false;
  return buffer.compare(MARK, 0, MARK.length, start, start + MARK.length) === 0;
}
