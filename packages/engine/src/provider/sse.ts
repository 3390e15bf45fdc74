/**
 * Frames of a server's event stream, from bytes cut anywhere: LF, CRLF or CR, with or without the space behind the
 * colon, comments, several frames in a chunk, a character split over two chunks, a BOM. A line has a bounded size.
 * A frame without its closing blank line is never given out: the end of the stream drops it (it may be half of one).
 */
import { LeatError } from '../errors.ts';
import { SSE_LINE_BYTES_MAX } from '../query/limits.ts';

export interface SseFrame {
  /** The `event:` field; empty when there was none. */
  readonly event: string;
  readonly data: string;
}

/** Thrown for a line above the bound: the stream is broken, not big. */
class SseLineTooLong extends LeatError {
  constructor(max: number) {
    super('LEAT_PROVIDER_LINE_TOO_LONG', `A line of the event stream is longer than ${max} bytes.`);
  }
}

export interface SseParser {
  /** Frames that these bytes complete. */
  push(bytes: Uint8Array): SseFrame[];
}

/** A parser with its own state; one per stream. */
export const createSseParser = (lineBytesMax: number = SSE_LINE_BYTES_MAX): SseParser => {
  const decoder = new TextDecoder('utf-8');
  let pieces: string[] = [];
  let pending = 0;
  let afterCr = false;
  let event = '';
  let data: string[] = [];

  const takeLine = (line: string, frames: SseFrame[]): void => {
    if (line === '') {
      if (data.length > 0) frames.push({ event, data: data.join('\n') });
      event = '';
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const raw = colon === -1 ? '' : line.slice(colon + 1);
    const value = raw.startsWith(' ') ? raw.slice(1) : raw;
    if (field === 'data') data.push(value);
    else if (field === 'event') event = value;
  };

  const takeText = (text: string, frames: SseFrame[]): void => {
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const char = text.charCodeAt(at);
      const isLf = char === 10;
      if (!isLf && char !== 13) {
        afterCr = false;
        continue;
      }
      // The LF of a CRLF ends nothing: its CR already did, perhaps in the chunk before.
      if (isLf && afterCr) {
        afterCr = false;
        from = at + 1;
        continue;
      }
      afterCr = !isLf;
      pieces.push(text.slice(from, at));
      from = at + 1;
      const line = pieces.length === 1 ? (pieces[0] ?? '') : pieces.join('');
      pieces = [];
      pending = 0;
      takeLine(line, frames);
    }
    if (from < text.length) {
      pieces.push(text.slice(from));
      pending += text.length - from;
    }
    if (pending > lineBytesMax) throw new SseLineTooLong(lineBytesMax);
  };

  return {
    push(bytes) {
      const frames: SseFrame[] = [];
      takeText(decoder.decode(bytes, { stream: true }), frames);
      return frames;
    },
  };
};
