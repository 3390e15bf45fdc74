import { expect, test } from 'vitest';
import { plainText } from '../../src/print/plain-text.ts';

test.each([
  ['plain words, Ünïcode 日本 👩‍💻\n\tand tabs', 'plain words, Ünïcode 日本 👩‍💻\n\tand tabs'],
  ['\u001b[2Jgone', '␛[2Jgone'],
  ['a\u009b31mred', 'a\\u009b31mred'],
  ['title\u0007', 'title␇'],
  ['one\r\ntwo', 'one\ntwo'],
  ['abc\u202etxt.exe', 'abc\\u202etxt.exe'],
])('%j is shown, not obeyed', (text, shown) => {
  expect(plainText(text)).toBe(shown);
});
