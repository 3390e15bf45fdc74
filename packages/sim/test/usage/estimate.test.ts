import { expect, test } from 'vitest';
import { textWithin, tokensOfBlock, tokensOfText } from '../../src/usage/estimate.ts';
import { dimensionsOf, pdfPagesOf } from '../../src/usage/media.ts';
import { issueSignature, readSignature } from '../../src/usage/signature.ts';

const png = (width: number, height: number) => {
  const bytes = Buffer.alloc(32);
  bytes.writeUInt32BE(0x89504e47, 0);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString('base64');
};
const image = (width: number, height: number) => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: png(width, height) },
});

test('the new tokenizer counts about 30 % more', () => {
  const text = 'Some ordinary words of prose. '.repeat(100);
  expect(tokensOfText(text, 'new') / tokensOfText(text, 'old')).toBeCloseTo(1.29, 1);
});

test.each([
  [28, 28, 'new', 1],
  [280, 56, 'new', 20],
  [1568, 1568, 'old', 1568],
  [2000, 1000, 'new', 72 * 36],
  [8000, 8000, 'new', 4784],
] as const)('an image of %i × %i costs by its area (%s)', (width, height, tokenizer, tokens) => {
  expect(tokensOfBlock(image(width, height), tokenizer)).toBe(tokens);
});

test('a picture that cannot be read costs the most that one may', () => {
  const unknown = { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } };
  expect(tokensOfBlock(unknown, 'old')).toBe(1568);
  expect(dimensionsOf(Buffer.from('nothing of the kind').toString('base64'))).toBeNull();
});

test('a PDF costs by the page', () => {
  const pdf = (pages: number) =>
    Buffer.from(`%PDF-1.4 /Type /Pages ${'<< /Type /Page >> '.repeat(pages)}`).toString('base64');
  expect(pdfPagesOf(pdf(7))).toBe(7);
  const document = (pages: number) => ({ type: 'document', source: { type: 'base64', data: pdf(pages) } });
  expect(tokensOfBlock(document(4), 'old')).toBe(2 * tokensOfBlock(document(2), 'old'));
});

test('a text that is cut to fit never ends in half a character', () => {
  const text = '🙂'.repeat(50);
  for (let tokens = 0; tokens < 60; tokens++) {
    const cut = textWithin(text, tokens, 'new');
    expect(tokensOfText(cut, 'new')).toBeLessThanOrEqual(tokens);
    expect(cut.length % 2).toBe(0);
  }
});

test('a signature says what it was issued for, and a changed one says so', () => {
  const signature = {
    prefix: 'abc_-1',
    after: 'beef',
    thought: '00ff',
    tokens: 77,
    model: 'claude-opus-5-5',
    corrupt: false,
  };
  const text = issueSignature(signature);
  expect(readSignature(text)).toEqual(signature);
  expect(readSignature('EqQBCkYIBxgC')).toBeNull();
  for (let at = 16; at < text.length - 4; at += 4) {
    const changed = text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
    const read = readSignature(changed);
    expect(read === null || read.corrupt, String(at)).toBe(true);
  }
});

test('thinking costs what its signature says, however much of it is shown', () => {
  const signature = issueSignature({
    prefix: 'p',
    after: '',
    thought: 't',
    tokens: 500,
    model: 'm',
    corrupt: false,
  });
  expect(tokensOfBlock({ type: 'thinking', thinking: '', signature }, 'new')).toBe(500);
});
