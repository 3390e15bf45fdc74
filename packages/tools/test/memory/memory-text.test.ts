import { describe, expect, it } from 'vitest';
import { memoryText } from '../../src/memory/memory-text.ts';

describe('the text of a memory file', () => {
  it.each([
    ['nothing to do', 'a\nb', 'a\nb'],
    ['a comment of one line', 'a\n<!-- no -->\nb', 'a\nb'],
    ['a comment of several lines', 'a\n<!-- no\n@no.md\n-->\nb', 'a\nb'],
    ['text behind a comment', '<!-- no --> a', 'a'],
    ['two comments on a line', '<!-- no --> <!-- no -->\na', 'a'],
    ['a comment inside a line', 'a <!-- yes --> b', 'a <!-- yes --> b'],
    ['a comment in a fence', '```\n<!-- yes -->\n```', '```\n<!-- yes -->\n```'],
    ['a longer fence', '````\n```\n<!-- yes -->\n````\n<!-- no -->', '````\n```\n<!-- yes -->\n````'],
    ['a fence of tildes', '~~~ html\n<!-- yes -->\n~~~', '~~~ html\n<!-- yes -->\n~~~'],
    ['a comment that never ends', '<!-- yes\na', '<!-- yes\na'],
    ['CRLF', 'a\r\n<!-- no -->\r\nb\r\n', 'a\nb'],
  ])('keeps and strips: %s', (_name, source, text) => {
    expect(memoryText(source).text).toBe(text);
  });

  it.each<[string, string, readonly string[]]>([
    ['at the start', '@a.md', ['a.md']],
    ['in a sentence', 'See @docs/a.md, and (@~/b.md).', ['docs/a.md', '~/b.md']],
    ['with a space', String.raw`@my\ notes.md`, ['my notes.md']],
    ['not in a code span', 'use `@a.md` and ``x ` @b.md``', []],
    ['not in a fence', '```\n@a.md\n```\n@b.md', ['b.md']],
    ['not in an address', 'mail a@b.md', []],
    ['not in a comment', '<!-- @a.md -->', []],
  ])('imports %s', (_name, source, imports) => {
    expect(memoryText(source).imports).toEqual(imports);
  });
});
