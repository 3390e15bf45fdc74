/**
 * The objects of a transcript, one after another, whatever stands between them. Splits on 0x0A only, by bytes; a byte order
 * mark, CR and NUL runs are stepped over; what can't be read is reported by its line number, never skipped in silence.
 */
import { IMPORT_LIMITS } from '../store/limits.ts';
import { type ForeignRecord, isObject } from './foreign.ts';
import { type LineParser, lineParser } from './line-worker.ts';
import type { ImportNotices } from './notice.ts';
import { splitObjects } from './split-objects.ts';

export async function* foreignRecords(
  chunks: AsyncIterable<Uint8Array>,
  notices: ImportNotices,
): AsyncGenerator<ForeignRecord> {
  const parser = lineParser();
  try {
    let line = 0;
    for await (const bytes of physicalLines(chunks, notices)) {
      line += 1;
      if (bytes !== null) yield* objectsOf(bytes, line, parser, notices);
      if (line % IMPORT_LIMITS.yieldLines === 0) await new Promise(setImmediate);
    }
  } finally {
    await parser.close();
  }
}

/** Lines without their newline; null for one that is too long to be held. */
async function* physicalLines(
  chunks: AsyncIterable<Uint8Array>,
  notices: ImportNotices,
): AsyncGenerator<Buffer | null> {
  let parts: Buffer[] = [];
  let held = 0;
  let tooLong = false;
  let line = 1;
  const take = (): Buffer | null => {
    const bytes = tooLong ? null : parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts, held);
    if (tooLong) notices.add('LEAT_IMPORT_LONG_LINE', line);
    parts = [];
    held = 0;
    tooLong = false;
    line += 1;
    return bytes;
  };
  for await (const given of chunks) {
    const chunk = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      parts.push(chunk.subarray(start, end));
      held += end - start;
      start = end + 1;
      yield take();
    }
    parts.push(chunk.subarray(start));
    held += chunk.length - start;
    if (held > IMPORT_LIMITS.lineBytesMax) {
      tooLong = true;
      parts = [];
      held = 0;
    }
  }
  if (held > 0 || tooLong) yield take();
}

async function* objectsOf(
  bytes: Buffer,
  line: number,
  parser: LineParser,
  notices: ImportNotices,
): AsyncGenerator<ForeignRecord> {
  if (bytes.length > IMPORT_LIMITS.parseBytesMax) {
    const value = await parser.parse(bytes);
    if (isObject(value)) {
      yield { value, line };
      return;
    }
  }
  const source = stripped(bytes.toString('utf8'));
  if (source === '') return;
  const whole = parsed(source);
  if (whole) {
    yield { value: whole, line };
    return;
  }
  const { objects, junk } = splitObjects(source);
  if (objects.length > 1) notices.add('LEAT_IMPORT_JOINED_LINES', line);
  if (junk > 0) notices.add('LEAT_IMPORT_BAD_LINE', line, `line ${line}`);
  for (const value of objects) yield { value, line };
}

/** Without a byte order mark, NUL bytes and blanks at both ends. */
function stripped(source: string): string {
  let text = source.trim();
  while (text.startsWith('\0') || text.endsWith('\0'))
    text = text.replace(/^\0+/, '').replace(TRAILING_NULS, '').trim();
  return text;
}
const TRAILING_NULS = /(?<!\0)\0+$/;

function parsed(source: string) {
  try {
    const value: unknown = JSON.parse(source);
    return isObject(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
