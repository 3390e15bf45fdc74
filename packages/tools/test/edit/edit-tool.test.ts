import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import { editTool } from '../../src/edit/edit-tool.ts';
import { readTool } from '../../src/read/read-tool.ts';
import { textOf, type Workbench, workbench } from '../workbench.ts';

/** Writes, reads and edits one file; gives back the outcome and the bytes. */
async function edit(
  bench: Workbench,
  content: string | Buffer,
  old_string: string,
  new_string: string,
  replace_all?: boolean,
) {
  const path = bench.path('file.txt');
  writeFileSync(path, content);
  await bench.call(readTool, { file_path: path });
  const all = replace_all === undefined ? {} : { replace_all };
  const outcome = await bench.call(editTool, { file_path: path, old_string, new_string, ...all });
  return { outcome, bytes: readFileSync(path) };
}

const utf16le = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
const utf16be = (text: string) => utf16le(text).swap16();
const latin1 = (text: string) => Buffer.from(text, 'latin1');

describe('Edit keeps every byte that it does not edit', () => {
  it.each<[string, string | Buffer, string, string, string | Buffer]>([
    ['LF', 'a\nb\nc\n', 'b', 'B', 'a\nB\nc\n'],
    ['no final line end', 'a\nb', 'b', 'B', 'a\nB'],
    ['no final line end, text added at the end', 'a\nb', 'b', 'b\nc', 'a\nb\nc'],
    [
      'CRLF, LF given (A-079)',
      'alpha\r\nbeta\r\ngamma',
      'alpha\nbeta',
      'ALPHA\nBETA',
      'ALPHA\r\nBETA\r\ngamma',
    ],
    ['CRLF, CRLF given (A-077)', 'a\r\nb\r\n', 'a\r\nb', 'A\r\nB', 'A\r\nB\r\n'],
    ['LF, CRLF given (A-077)', 'a\nb\n', 'a\r\nb', 'A\r\nB', 'A\nB\n'],
    ['mixed (A-078)', 'a\r\nb\nc\r\nd', 'c', 'C', 'a\r\nb\nC\r\nd'],
    ['mixed, over several lines', 'a\r\nb\nc\r\nd', 'a\nb\nc', 'A\nB\nC', 'A\r\nB\nC\r\nd'],
    ['mixed, a line put in', 'a\r\nb\nc\r\nd', 'a\nb\nc', 'a\nx\nb\nc', 'a\r\nx\r\nb\nc\r\nd'],
    ['mixed, a line taken out', 'a\r\nb\nc\r\nd', 'a\nb\nc', 'a\nc', 'a\r\nc\r\nd'],
    [
      'CRLF, lines put in where the text has none',
      'a\r\nb\r\nc\r\n',
      'b',
      'b1\nb2\nb3',
      'a\r\nb1\r\nb2\r\nb3\r\nc\r\n',
    ],
    ['CRLF, at the last line without an end', 'a\r\nb', 'b', 'b\nc', 'a\r\nb\r\nc'],
    ['CRLF, a line end given at the start', 'a\r\nb\r\n', '\nb', '\nB', 'a\r\nB\r\n'],
    ['CRLF, a line with its end taken out', 'a\r\nb\r\nc\r\n', 'b\n', '', 'a\r\nc\r\n'],
    ['a lone carriage return', 'a\rb\r\nc\n', 'c', 'C', 'a\rb\r\nC\n'],
    ['CRLF after a carriage return', 'a\r\r\nb\r\n', 'b', 'B', 'a\r\r\nB\r\n'],
    ['UTF-8 mark', '\uFEFFa\nb\n', 'a', 'A', '\uFEFFA\nb\n'],
    ['UTF-8 mark and CRLF (A-077)', '\uFEFFa\r\nb\r\n', 'a\nb', 'A\nb', '\uFEFFA\r\nb\r\n'],
    ['UTF-8 mark, given too', '\uFEFFa\nb\n', '\uFEFFa', '\uFEFFA', '\uFEFFA\nb\n'],
    ['UTF-16 LE', utf16le('a\r\nö\r\n'), 'ö', 'é🙂', utf16le('a\r\né🙂\r\n')],
    ['UTF-16 BE', utf16be('a\r\nö\r\n'), 'a\nö', 'b\né', utf16be('b\r\né\r\n')],
    ['UTF-16 with half a surrogate pair', utf16le('a\ud800b'), 'b', 'c', utf16le('a\ud800c')],
    ['Latin-1', latin1('gr\xfcn\nrot\n'), 'rot', 'bla\xfc', latin1('gr\xfcn\nbla\xfc\n')],
    [
      'UTF-8 with one bad byte',
      Buffer.from([0xc3, 0xa9, 0xff, 10, 98]),
      'b',
      'B',
      Buffer.from([0xc3, 0xa9, 0xff, 10, 66]),
    ],
    ['characters that normalise', 'e\u0301 = \u00e9\n', '=', '==', 'e\u0301 == \u00e9\n'],
    ['a replacement pattern in the new text', 'a b\n', 'a', "$& $1 $'", "$& $1 $' b\n"],
    ['everything taken out', 'a\n', 'a\n', '', ''],
  ])('%s', async (_name, before, old, next, after) => {
    const { outcome, bytes } = await edit(workbench(), before, old, next);
    expect(outcome.isError, String(outcome.content)).toBeUndefined();
    expect(bytes).toEqual(Buffer.from(after));
  });

  it.each<[string, string, string, string, string]>([
    ['LF', 'a b a\na\n', 'a', 'x', 'x b x\nx\n'],
    ['CRLF (A-079)', 'a\r\nb\r\na\r\nb\r\n', 'a\nb', 'c\nd', 'c\r\nd\r\nc\r\nd\r\n'],
    ['mixed', 'a\r\nb\na\nb\n', 'a\nb', 'c\nd\ne', 'c\r\nd\r\ne\na\nb\n'.replace('a\nb', 'c\nd\ne')],
    ['places that would overlap', 'aaaa', 'aa', 'b', 'bb'],
  ])('replace_all: %s', async (_name, before, old, next, after) => {
    const { outcome, bytes } = await edit(workbench(), before, old, next, true);
    expect(outcome.isError, String(outcome.content)).toBeUndefined();
    expect(bytes.toString()).toBe(after);
  });

  it('keeps the mode, and writes through a link to the file it leads to', async () => {
    const bench = workbench();
    mkdirSync(bench.path('real'));
    writeFileSync(bench.path('real/run.sh'), 'echo a\n');
    chmodSync(bench.path('real/run.sh'), 0o755);
    symlinkSync('real/run.sh', bench.path('link.sh'));
    await bench.call(readTool, { file_path: 'link.sh' });
    const outcome = await bench.call(editTool, { file_path: 'link.sh', old_string: 'a', new_string: 'b' });
    expect(outcome.isError).toBeUndefined();
    expect(readFileSync(bench.path('real/run.sh'), 'utf8')).toBe('echo b\n');
    expect(statSync(bench.path('real/run.sh')).mode & 0o777).toBe(0o755);
    expect(statSync(bench.path('link.sh'), { throwIfNoEntry: true }).isFile()).toBe(true);
  });
});

describe('Edit refuses with words that help', () => {
  it('a file that was not read', async () => {
    const bench = workbench();
    writeFileSync(bench.path('a'), 'a');
    const outcome = await bench.call(editTool, { file_path: 'a', old_string: 'a', new_string: 'b' });
    expect(outcome).toMatchObject({ isError: true });
    expect(outcome.content).toContain('has not been read in this session. Read it first');
  });

  it('a file that changed since it was read, also with the same size and time', async () => {
    const bench = workbench();
    writeFileSync(bench.path('a'), 'one');
    await bench.call(readTool, { file_path: 'a' });
    const { atime, mtime } = statSync(bench.path('a'));
    writeFileSync(bench.path('a'), 'two');
    utimesSync(bench.path('a'), atime, mtime);
    const outcome = await bench.call(editTool, { file_path: 'a', old_string: 'two', new_string: 'b' });
    expect(outcome.content).toContain('has changed on disk since it was read');
    expect(readFileSync(bench.path('a'), 'utf8')).toBe('two');
  });

  it('not a file that was only touched', async () => {
    const bench = workbench();
    writeFileSync(bench.path('a'), 'one');
    await bench.call(readTool, { file_path: 'a' });
    utimesSync(bench.path('a'), 1, 1);
    expect(
      await bench.call(editTool, { file_path: 'a', old_string: 'one', new_string: 'b' }),
    ).not.toHaveProperty('isError');
  });

  it.each([
    ['the same text', 'a\nb', 'a', 'a', 'are the same'],
    ['only other line ends', 'a\r\nb', 'a\nb', 'a\r\nb', 'are the same'],
    ['an empty old_string', 'a', '', 'x', 'exists already'],
    ['several places', 'x\nx\n\nx', 'x', 'y', 'occurs 3 times in'],
    ['several places by line', 'x\nx\n\nx', 'x', 'y', '(lines 1, 2, 4)'],
    [
      'other indentation',
      'if (a) {\n\treturn b;\n}\n',
      'if (a) {\n  return b;\n}',
      'x',
      'Lines 1-3 differ from it only in white space',
    ],
    ['other spacing', 'a = b + c\n', 'a = b+c', 'x', 'differ from it only in white space inside the lines'],
    ['curly quotes', 'say “hi”\n', 'say "hi"', 'x', 'only in quotes, dashes'],
    ['escaped quotes', 'say "hi"\n', 'say \\"hi\\"', 'x', 'only in backslashes'],
    ['other case', 'Hello World\n', 'hello world', 'x', 'only in upper and lower case'],
    ['line numbers', 'one\ntwo\n', '     1\tone\n     2\ttwo', 'x', 'leave the number and the tab out'],
    [
      'a near place',
      'one\nfunction two() {\n  three();\n}\n',
      'function two() {\n  four();\n}',
      'x',
      'The nearest place is at line 2 (2 of 3 lines match). The first that does not: "  four();"',
    ],
    [
      'a line a little like it',
      'const total = price * count;\n',
      'const total = price * amount;',
      'x',
      'The nearest place is at line 1',
    ],
    ['nothing alike', 'one\ntwo\n', 'zzz qqq', 'x', 'No line of the file is like any of it'],
    ['an empty file', '', 'zzz qqq', 'x', 'The file is empty'],
    ['nothing but white space', 'a\n', '\n\n', 'x', 'nothing but white space'],
  ])('%s', async (_name, content, old, next, words) => {
    const { outcome, bytes } = await edit(workbench(), content, old, next);
    expect(outcome.isError).toBe(true);
    expect(outcome.content).toContain(words);
    expect(bytes.toString()).toBe(content);
  });

  it('a character that the encoding lacks', async () => {
    const { outcome, bytes } = await edit(workbench(), latin1('gr\xfcn'), 'n', '🙂');
    expect(outcome.content).toContain('Latin-1, which has no 🙂');
    expect(bytes).toEqual(latin1('gr\xfcn'));
  });

  it('a file that does not exist, with near names', async () => {
    const bench = workbench();
    writeFileSync(bench.path('parser.ts'), '');
    const outcome = await bench.call(editTool, { file_path: 'parse.ts', old_string: 'a', new_string: 'b' });
    expect(outcome.content).toContain('Did you mean');
  });

  it('a dangling link, also for a new file', async () => {
    const bench = workbench();
    symlinkSync(`${bench.machine.home}/outside`, bench.path('draft'));
    const outcome = await bench.call(editTool, { file_path: 'draft', old_string: '', new_string: 'b' });
    expect(outcome.content).toContain('a link whose target does not exist');
  });
});

describe('Edit tells what it did', () => {
  it('with a numbered snippet and a diff for the person', async () => {
    const lines = Array.from({ length: 20 }, (_, n) => `line ${n + 1}\n`).join('');
    const { outcome } = await edit(workbench(), lines, 'line 10\n', 'ten\nten and a half\n');
    expect(textOf(outcome)).toMatch(/^Edited .*file\.txt:\n {5}7\tline 7\n/);
    expect(textOf(outcome)).toContain('    10\tten\n    11\tten and a half\n    12\tline 11');
    expect(textOf(outcome).split('\n')).toHaveLength(9);
    expect(outcome.display).toMatchObject({ type: 'diff', added: 2, removed: 1 });
    const { patch } = outcome.display as { patch: string };
    expect(patch).toContain(
      '@@ -7,7 +7,8 @@\n line 7\n line 8\n line 9\n-line 10\n+ten\n+ten and a half\n line 11',
    );
  });

  it('with the first places of many', async () => {
    const { outcome } = await edit(
      workbench(),
      'x\n'.repeat(200).replaceAll('x\nx\n', `x\n${'-\n'.repeat(20)}`),
      'x',
      'y',
      true,
    );
    expect(textOf(outcome)).toContain('in 100 places');
    expect(textOf(outcome).match(/\ty/g)).toHaveLength(3);
  });

  it('without a diff where the change is too large to compare', async () => {
    const { outcome } = await edit(workbench(), `${'a'.repeat(300_000)}\nend\n`, 'a'.repeat(300_000), 'b');
    expect(outcome).toMatchObject({ display: { patch: null } });
    expect(outcome.isError).toBeUndefined();
  });

  it('so that the next edit needs no new read', async () => {
    const bench = workbench();
    await edit(bench, 'a b', 'a', 'A');
    const again = await bench.call(editTool, { file_path: 'file.txt', old_string: 'b', new_string: 'B' });
    expect(again.isError).toBeUndefined();
    expect(readFileSync(bench.path('file.txt'), 'utf8')).toBe('A B');
  });

  it('and creates a new file with its parents for an empty old_string', async () => {
    const bench = workbench();
    const outcome = await bench.call(editTool, {
      file_path: 'new/dir/a.txt',
      old_string: '',
      new_string: 'one\ntwo\n',
    });
    expect(outcome.content).toBe(`Created ${bench.path('new/dir/a.txt')} (2 lines).`);
    expect(readFileSync(bench.path('new/dir/a.txt'), 'utf8')).toBe('one\ntwo\n');
  });

  it('in order, when several edits of one file run at once', async () => {
    const bench = workbench();
    writeFileSync(bench.path('a'), Array.from({ length: 20 }, (_, n) => `<${n}>\n`).join(''));
    await bench.call(readTool, { file_path: 'a' });
    const edits = Array.from({ length: 20 }, (_, n) =>
      bench.call(editTool, { file_path: 'a', old_string: `<${n}>`, new_string: `[${n}]` }),
    );
    expect((await Promise.all(edits)).every((outcome) => outcome.isError === undefined)).toBe(true);
    expect(readFileSync(bench.path('a'), 'utf8')).toBe(
      Array.from({ length: 20 }, (_, n) => `[${n}]\n`).join(''),
    );
  });

  it('and leaves other names of a hard-linked file with the old content', async () => {
    const bench = workbench();
    writeFileSync(bench.path('other'), 'a');
    linkSync(bench.path('other'), bench.path('a'));
    await bench.call(readTool, { file_path: 'a' });
    await bench.call(editTool, { file_path: 'a', old_string: 'a', new_string: 'b' });
    expect(readFileSync(bench.path('other'), 'utf8')).toBe('a');
  });
});
