/**
 * From verified lines to records: keeps the chain of crcs, tells loss from harmless noise, and lets the order on disk decide.
 *
 * Loss is judged by the chain alone: if a line's number follows the last one and its `prev` names it, then whatever junk
 * stood between was nothing that had been acknowledged. A gap, a broken link or junk at the end is damage.
 */
import type { TimelineRecord, Uuid } from '@leat/kernel';
import { type ChainHeader, FORMAT_VERSION, parseHeader } from './header.ts';
import { bodyText, NO_PREVIOUS, type VerifiedLine } from './line.ts';
import { namesText } from './long-text.ts';
import { type NoticeBoard, noticeBoard } from './notice.ts';
import { asForeign, isRecordShape, isKnownType, type RecordShape } from './record-shape.ts';
import type { Junk, LinePlace, ScanSink } from './scan.ts';

/** A record and the line that holds it. */
export interface StoredRecord {
  record: TimelineRecord;
  readonly seq: number;
  readonly crc: string;
  readonly line: number;
  readonly offset: number;
}

/** What the end of the file is like: what has to be mended before the first append. */
export interface FileTail {
  /** Offset behind the last verified line, without its newline. */
  goodEnd: number;
  /** Whether a newline follows there. */
  newline: boolean;
  /** Offset of bytes at the end that are no line and have no newline: the torn tail. Null where there is none. */
  tornFrom: number | null;
}

export interface ChainReading extends ScanSink {
  readonly board: NoticeBoard;
  readonly stored: StoredRecord[];
  /** Indexes in `stored` whose long strings are still in blobs. */
  readonly inBlobs: number[];
  readonly tail: FileTail;
  header: ChainHeader | null;
  /** Number and crc of the last line; the next one to write follows them. */
  last: { seq: number; crc: string };
  /** Lines with damage at the end of the file, each of which may have been a record. */
  lostAtEnd: number;
  /** The crc of the line with this number, or null. */
  crcOf(seq: number): string | null;
  /** To be called at the end of the scan. */
  finish(): void;
}

/** `inherited`: records that stand before this file's (a fork's parent): their ids are known. */
export function chainReading(inherited: readonly TimelineRecord[]): ChainReading {
  const seen = new Set<Uuid>(inherited.map((record) => record.uuid));
  const crcs: string[] = [];
  let pending: Junk[] = [];
  let carriageReturns = false;

  const reading: ChainReading = {
    board: noticeBoard(),
    stored: [],
    inBlobs: [],
    tail: { goodEnd: 0, newline: true, tornFrom: null },
    header: null,
    last: { seq: -1, crc: NO_PREVIOUS },
    lostAtEnd: 0,
    line: (buffer, line, place) => {
      if (place.nth > 0)
        reading.board.add('LEAT_READ_JOINED_LINES', place.line, `line ${place.line} holds several lines`);
      reading.tail.goodEnd = place.offset + (line.end - line.start);
      reading.tail.newline = place.terminated;
      if (crcs[line.seq] === line.crc) return; // a twin: the same line, appended again after a failed fsync
      judgeLink(reading, line, place, pending);
      pending = [];
      crcs[line.seq] ??= line.crc;
      reading.last = { seq: Math.max(line.seq, reading.last.seq), crc: line.crc };
      takeBody(reading, buffer, line, place, seen);
    },
    junk: (junk) => {
      if (junk.carriageReturn && !junk.atEnd) {
        if (!carriageReturns) reading.board.add('LEAT_READ_CRLF', junk.line, 'lines end with CR LF');
        carriageReturns = true;
        reading.tail.newline = true;
        reading.tail.goodEnd = junk.offset + junk.bytes;
        return;
      }
      pending.push(junk);
      if (junk.atEnd) reading.tail.tornFrom = junk.offset;
    },
    crcOf: (seq) => crcs[seq] ?? null,
    finish: () => judgeEnd(reading, pending),
  };
  return reading;
}

function judgeLink(
  reading: ChainReading,
  line: VerifiedLine,
  place: LinePlace,
  pending: readonly Junk[],
): void {
  const { board, last } = reading;
  const follows = line.seq === last.seq + 1;
  if (follows && line.prev === last.crc) {
    for (const junk of pending) {
      if (junk.filler)
        board.add('LEAT_READ_FILLER', junk.line, `line ${junk.line}: ${junk.bytes} empty bytes`);
      else
        board.add(
          'LEAT_READ_FRAGMENT',
          junk.line,
          `line ${junk.line}: ${junk.bytes} bytes of an unfinished line`,
        );
    }
    return;
  }
  for (const junk of pending) sayDamaged(board, junk);
  if (line.seq > last.seq + 1) {
    const from = last.seq + 1;
    board.add(
      'LEAT_READ_MISSING_RECORDS',
      place.line,
      `before line ${place.line} the lines numbered ${from} to ${line.seq - 1} are missing`,
    );
  } else {
    board.add(
      'LEAT_READ_TWO_WRITERS',
      place.line,
      `line ${place.line} was not written behind the line before it`,
    );
  }
}

const sayDamaged = (board: NoticeBoard, junk: Junk): void =>
  board.add('LEAT_READ_DAMAGED_LINE', junk.line, `line ${junk.line} is damaged (${junk.bytes} bytes)`);

function judgeEnd(reading: ChainReading, pending: readonly Junk[]): void {
  const { board, tail } = reading;
  for (const junk of pending) {
    if (junk.atEnd) {
      board.add('LEAT_READ_TORN_TAIL', junk.line, `line ${junk.line} was cut (${junk.bytes} bytes)`);
    } else {
      sayDamaged(board, junk);
      reading.lostAtEnd += 1;
    }
  }
  if (!tail.newline && tail.tornFrom === null && reading.last.seq >= 0 && pending.length === 0) {
    board.add('LEAT_READ_NO_NEWLINE', null, 'the last line has no newline');
  }
  if (!reading.header) board.add('LEAT_READ_NO_HEADER', 1, 'the file has no header');
}

function takeBody(
  reading: ChainReading,
  buffer: Buffer,
  line: VerifiedLine,
  place: LinePlace,
  seen: Set<Uuid>,
): void {
  const { board } = reading;
  const body = bodyOf(buffer, line);
  if (body === null) {
    board.add('LEAT_READ_MALFORMED', place.line, `line ${place.line} holds no JSON object`);
    return;
  }
  if (body.value.type === 'header') {
    takeHeader(reading, body.value, place);
    return;
  }
  if (!isRecordShape(body.value)) {
    board.add('LEAT_READ_MALFORMED', place.line, `line ${place.line} holds no record`);
    return;
  }
  const shape = body.value;
  if (!isKnownType(shape)) {
    board.add(
      'LEAT_READ_UNKNOWN_TYPE',
      place.line,
      `line ${place.line} holds a record of unknown type ${shape.type}`,
    );
  }
  if (seen.has(shape.uuid)) {
    board.add(
      'LEAT_READ_DOUBLED_ID',
      place.line,
      `line ${place.line} repeats the id ${shape.uuid} and was set aside`,
    );
    return;
  }
  seen.add(shape.uuid);
  if (body.inBlobs) reading.inBlobs.push(reading.stored.length);
  const record = hung(shape, reading, seen, place);
  reading.stored.push({ record, seq: line.seq, crc: line.crc, line: place.line, offset: place.offset });
}

function bodyOf(
  buffer: Buffer,
  line: VerifiedLine,
): { readonly value: { readonly [key: string]: unknown }; readonly inBlobs: boolean } | null {
  try {
    const text = bodyText(buffer, line);
    const value: unknown = JSON.parse(`{${text}}`);
    if (typeof value !== 'object' || value === null) return null;
    const inBlobs = namesText(text);
    return { value: value as { readonly [key: string]: unknown }, inBlobs }; // an object of JSON, its members not yet judged
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function takeHeader(
  reading: ChainReading,
  body: { readonly [key: string]: unknown },
  place: LinePlace,
): void {
  const header = parseHeader(body);
  if (!header) {
    reading.board.add(
      'LEAT_READ_MALFORMED',
      place.line,
      `line ${place.line} is no header that this leat knows`,
    );
    return;
  }
  if (header.version > FORMAT_VERSION) {
    reading.board.add(
      'LEAT_READ_NEWER_VERSION',
      place.line,
      `the session was written by leat ${header.leat}, which is newer`,
    );
  }
  reading.header ??= header;
}

/** The order on disk decides: a parent that is not among the records before is none (this also ends cycles). */
function hung(shape: RecordShape, reading: ChainReading, seen: Set<Uuid>, place: LinePlace): TimelineRecord {
  const record = isKnownType(shape) ? shape : asForeign(shape);
  const parent = record.parentUuid;
  if (parent === null || (parent !== record.uuid && seen.has(parent))) return record;
  const before = reading.stored.at(-1)?.record.uuid ?? null;
  reading.board.add(
    'LEAT_READ_BROKEN_PARENT',
    place.line,
    `line ${place.line} names the parent ${parent}, which is not before it`,
  );
  return { ...record, parentUuid: before };
}
