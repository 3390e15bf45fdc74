import { describe, expect, it } from 'vitest';
import { validateBytes } from '../../src/contract/index.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const refused = (raw: Uint8Array) => {
  const read = validateBytes(raw);
  return read.ok ? null : `${read.rejection.status} ${read.rejection.rule} ${read.rejection.message}`;
};
const CONTROL = 'The request body is not valid JSON: unexpected control character in string';
const SURROGATE = 'The request body is not valid JSON: no low surrogate in string';

describe('reading the bytes of a body', () => {
  it('takes JSON', () => {
    expect(validateBytes(bytes('{"a":["\\ud83d\\ude00","é😀","\\"\\\\"]}'))).toEqual({
      ok: true,
      body: { a: ['😀', 'é😀', '"\\'] },
    });
  });

  it.each([
    ['{"a":"b\nc"}', `400 C2 ${CONTROL}: line 1 column 8 (char 7)`],
    ['{"a":\n"b\u0001"}', `400 C2 ${CONTROL}: line 2 column 3 (char 8)`],
    ['{"a\t":1}', `400 C2 ${CONTROL}: line 1 column 4 (char 3)`],
    ['{"a":"\\ud83d"}', `400 C1 ${SURROGATE}: line 1 column 7 (char 6)`],
    ['{"a":"\\ud83dx\\ude00"}', `400 C1 ${SURROGATE}: line 1 column 7 (char 6)`],
    ['{"a":"x\\ude00"}', `400 C1 ${SURROGATE}: line 1 column 8 (char 7)`],
    ['{"a":"\\\\","b":"\\uD83D\\u0041"}', `400 C1 ${SURROGATE}: line 1 column 16 (char 15)`],
  ])('says where %j breaks', (text, says) => {
    expect(refused(bytes(text))).toBe(says);
  });

  it.each([
    '',
    ' ',
    '{',
    '{"a":1,}',
    "{'a':1}",
    '{"a":NaN}',
    '[1 2]',
    '{"a":"b',
    '\ufeff{}',
    '{"a":"\\x"}',
    'undefined',
  ])('refuses %j as no JSON', (text) => {
    expect(refused(bytes(text))).toMatch(/^400 A3 A3: The request body is not valid JSON: /);
  });

  it.each([[[0x22, 0xff, 0x22]], [[0x22, 0xed, 0xa0, 0x80, 0x22]], [[0x22, 0xc3, 0x22]]])(
    'refuses %j as no UTF-8',
    (raw) => {
      expect(refused(Uint8Array.from(raw))).toBe(
        '400 A3 A3: The request body is not valid JSON: it is not UTF-8.',
      );
    },
  );

  it('refuses more than 32 MB, and takes 32 MB', () => {
    const raw = Buffer.alloc(32 * 1024 * 1024 + 1, ' ');
    raw.write('{}');
    expect(refused(raw.subarray(0, -1))).toBeNull();
    expect(refused(raw)).toBe('413 C60 Request exceeds the maximum size');
  }, 30_000);
});
