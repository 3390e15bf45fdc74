import { expect, test } from 'vitest';
import { cleanJson, isPlainObjectText, wellFormed } from '../../src/assembly/clean-json.ts';

test.each([
  ['plain', 'plain'],
  ['👋 whole', '👋 whole'],
  ['a\ud800', 'a\ufffd'],
  ['\udc00a', '\ufffda'],
  ['\ud800\ud800\udc00', '\ufffd\ud800\udc00'],
])('replaces lone surrogates only: %j', (text, clean) => {
  expect(wellFormed(text)).toBe(clean);
});

test('keeps a value that is clean as the same object, and cleans keys and depths', () => {
  const value = { a: ['b', { c: 1 }] };
  expect(cleanJson(value)).toBe(value);
  expect(cleanJson({ '\ud800': ['\udc00'] })).toEqual({ '\ufffd': ['\ufffd'] });
  let deep: unknown = 'end';
  for (let n = 0; n < 200; n++) deep = [deep];
  expect(JSON.stringify(cleanJson(deep))).toContain('nested too deeply');
});

test.each([
  ['{"n":1e400}', true],
  ['[1]', false],
  ['{"n":', false],
  ['{"s":"\\ud800"}', false],
])('streamed text %s stands as it came: %s', (text, expected) => {
  expect(isPlainObjectText(text)).toBe(expected);
});
