import { describe, expect, it } from 'vitest';
import { createSseParser, type SseFrame } from '../../src/provider/sse.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const parse = (...chunks: readonly (string | Uint8Array)[]): SseFrame[] => {
  const parser = createSseParser();
  return chunks.flatMap((chunk) => parser.push(typeof chunk === 'string' ? bytes(chunk) : chunk));
};

const STREAM =
  ': hello\r\nevent: a\r\ndata: {"x":"é😀"}\r\n\r\nevent:b\ndata:1\ndata: 2\n\nid: 7\ndata:  z\r\rdata: half';
const FRAMES = [
  { event: 'a', data: '{"x":"é😀"}' },
  { event: 'b', data: '1\n2' },
  { event: '', data: ' z' },
];

describe('frames of an event stream', () => {
  it('reads comments, CRLF, CR, missing blanks and several data lines', () => {
    expect(parse(STREAM)).toEqual(FRAMES);
  });

  it('gives the same frames wherever the bytes are cut', () => {
    const whole = bytes(STREAM);
    for (let at = 0; at <= whole.length; at++) {
      expect(parse(whole.slice(0, at), whole.slice(at)), `cut at ${at}`).toEqual(FRAMES);
    }
  });

  it('gives the same frames when every byte comes alone', () => {
    expect(parse(...[...bytes(STREAM)].map((byte) => Uint8Array.of(byte)))).toEqual(FRAMES);
  });

  it('drops a frame that the end of the stream cut', () => {
    expect(parse('data: {"a":1}\n')).toEqual([]);
  });

  it('skips a byte order mark', () => {
    expect(parse('\uFEFFdata: 1\n\n')).toEqual([{ event: '', data: '1' }]);
  });

  it('refuses a line above its bound instead of growing without end', () => {
    const parser = createSseParser(10);
    expect(() => parser.push(bytes('data: 0123456789'))).toThrow(/longer than 10 bytes/);
  });
});
