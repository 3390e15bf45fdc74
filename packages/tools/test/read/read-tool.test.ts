import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTool } from '../../src/read/read-tool.ts';
import { textOf, workbench } from '../workbench.ts';

describe('Read', () => {
  it('numbers the lines and says nothing more of a file shown whole', async () => {
    const bench = workbench();
    writeFileSync(bench.path('a.txt'), 'one\ntwo\n\nfour');
    const outcome = await bench.call(readTool, { file_path: bench.path('a.txt') });
    expect(outcome.isError).toBeUndefined();
    expect(outcome.content).toBe('     1\tone\n     2\ttwo\n     3\t\n     4\tfour');
    expect([...bench.session.files.values()]).toMatchObject([{ size: 13, whole: true }]);
  });

  it('takes paths relative to the current directory', async () => {
    const bench = workbench();
    writeFileSync(bench.path('a.txt'), 'one');
    expect(textOf(await bench.call(readTool, { file_path: 'a.txt' }))).toBe('     1\tone');
  });

  it('shows a range and how to go on', async () => {
    const bench = workbench();
    writeFileSync(bench.path('a.txt'), Array.from({ length: 10 }, (_, n) => `line ${n + 1}\n`).join(''));
    const outcome = await bench.call(readTool, { file_path: 'a.txt', offset: 3, limit: 2 });
    expect(outcome.content).toBe(
      '     3\tline 3\n     4\tline 4\n[Lines 3-4 of 10; the file has 71 bytes. Go on with offset 5.]',
    );
    expect([...bench.session.files.values()]).toMatchObject([{ whole: false }]);
  });

  it('shows at most 2,000 lines when no limit is given, more when one is', async () => {
    const bench = workbench();
    writeFileSync(bench.path('a.txt'), 'x\n'.repeat(5_000));
    const capped = textOf(await bench.call(readTool, { file_path: 'a.txt' }));
    expect(capped).toContain(
      '  2000\tx\n[Lines 1-2000 of 5,000; the file has 10 KB. Go on with offset 2001.]',
    );
    const all = textOf(await bench.call(readTool, { file_path: 'a.txt', limit: 5_000 }));
    expect(all.split('\n')).toHaveLength(5_000);
  });

  it('keeps a file known as a whole when a part of it is read again', async () => {
    const bench = workbench();
    writeFileSync(bench.path('a.txt'), 'one\ntwo\n');
    await bench.call(readTool, { file_path: 'a.txt' });
    await bench.call(readTool, { file_path: 'a.txt', limit: 1 });
    expect([...bench.session.files.values()]).toMatchObject([{ whole: true }]);
  });

  it('cuts long lines with a note', async () => {
    const bench = workbench();
    writeFileSync(bench.path('a.txt'), `${'y'.repeat(5_000)}\nshort\n`);
    const lines = textOf(await bench.call(readTool, { file_path: 'a.txt' })).split('\n');
    expect(lines[0]).toBe(`     1\t${'y'.repeat(2_000)}… [line cut: 2,000 of 5,000 characters shown]`);
    expect(lines[1]).toBe('     2\tshort');
  });

  it('stops before a result grows too long and says where to go on', async () => {
    const bench = workbench();
    writeFileSync(bench.path('a.txt'), `${'z'.repeat(1_500)}\n`.repeat(500));
    const text = textOf(await bench.call(readTool, { file_path: 'a.txt' }));
    expect(text.length).toBeLessThan(101_000);
    expect(text).toMatch(/\[Lines 1-66 of 500; .* Go on with offset 67\.\]$/);
  });

  it('says that a file is empty, and that a range lies behind the end', async () => {
    const bench = workbench();
    writeFileSync(bench.path('empty'), '');
    writeFileSync(bench.path('short'), 'a\nb\n');
    expect(await bench.call(readTool, { file_path: 'empty' })).toMatchObject({
      content: 'The file exists and is empty (0 lines).',
    });
    const behind = await bench.call(readTool, { file_path: 'short', offset: 9 });
    expect(behind.isError).toBe(true);
    expect(behind.content).toContain('has only 2 lines; line 9 lies behind its end');
  });

  it.each([
    ['a directory', 'is a directory', (path: string) => mkdirSync(path)],
    ['a FIFO', 'not a regular file', (path: string) => execFileSync('mkfifo', [path])],
    ['a link to a device', 'not a regular file', (path: string) => symlinkSync('/dev/zero', path)],
    [
      'a dangling link',
      'a link whose target does not exist',
      (path: string) => symlinkSync('/nowhere/at/all', path),
    ],
    ['a link in a circle', 'links that lead in a circle', (path: string) => symlinkSync(path, path)],
    ['binary data', 'is a binary file', (path: string) => writeFileSync(path, Buffer.from([1, 2, 0, 3]))],
    [
      'a PNG',
      'is an image (PNG',
      (path: string) => writeFileSync(path, Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
    ],
    ['a PDF', 'is a PDF', (path: string) => writeFileSync(path, '%PDF-1.7\n')],
    [
      'UTF-32',
      'is a binary file',
      (path: string) => writeFileSync(path, Buffer.from([0xff, 0xfe, 0, 0, 65, 0, 0, 0])),
    ],
    [
      'odd UTF-16',
      'odd number of bytes',
      (path: string) => writeFileSync(path, Buffer.from([0xff, 0xfe, 65])),
    ],
  ])('refuses %s with words', async (_name, words, make) => {
    const bench = workbench();
    make(bench.path('thing'));
    const outcome = await bench.call(readTool, { file_path: 'thing' });
    expect(outcome.isError).toBe(true);
    expect(outcome.content).toContain(words);
    expect(bench.session.files.size).toBe(0);
  });

  it('does not hang on /dev/zero itself', async () => {
    expect(await workbench().call(readTool, { file_path: '/dev/zero' })).toMatchObject({ isError: true });
  });

  it('reads a file that claims to have no size', async () => {
    expect(textOf(await workbench().call(readTool, { file_path: '/proc/version' }))).toContain('Linux');
  });

  it.each([
    ['UTF-8 with a mark', Buffer.from('\uFEFFgrün\n'), '     1\tgrün'],
    ['UTF-16 LE', Buffer.from('\uFEFFgrün\n', 'utf16le'), '[Encoding: UTF-16 little endian]\n     1\tgrün'],
    [
      'UTF-16 BE',
      Buffer.from('\uFEFFgrün\n', 'utf16le').swap16(),
      '[Encoding: UTF-16 big endian]\n     1\tgrün',
    ],
    ['Latin-1', Buffer.from('grün\n', 'latin1'), '[Not valid UTF-8; shown as Latin-1]\n     1\tgrün'],
    ['CRLF', Buffer.from('a\r\nb\r\n'), '     1\ta\n     2\tb'],
    ['a lone carriage return', Buffer.from('a\rb\n'), '     1\ta\rb'],
    ['a late zero byte', Buffer.from(`${'x\n'.repeat(5_000)}a\0b\n`), '  5001\ta\u2400b'],
  ])('decodes %s', async (_name, bytes, shown) => {
    const bench = workbench();
    writeFileSync(bench.path('a.txt'), bytes);
    const text = textOf(await bench.call(readTool, { file_path: 'a.txt', limit: 6_000 }));
    expect(shown.startsWith('  5001') ? text.split('\n').at(-1) : text).toBe(shown);
  });

  it('finds a name in NFD with a curly quote that was asked for in NFC with a straight one', async () => {
    const bench = workbench();
    const onDisk = 'Capture d\u2019e\u0301cran\u202F1.txt';
    writeFileSync(bench.path(onDisk), 'here');
    const outcome = await bench.call(readTool, { file_path: bench.path("Capture d'\u00e9cran 1.txt") });
    expect(outcome.content).toBe(`[The file's name on disk is ${bench.path(onDisk)}]\n     1\there`);
  });

  it('does not follow a link with a look-alike name', async () => {
    const bench = workbench();
    writeFileSync(`${bench.machine.home}/secret`, 'secret');
    symlinkSync(`${bench.machine.home}/secret`, bench.path('e\u0301'));
    expect(await bench.call(readTool, { file_path: '\u00e9' })).toMatchObject({ isError: true });
  });

  it('suggests near names and names the deepest directory', async () => {
    const bench = workbench();
    writeFileSync(bench.path('parser.ts'), '');
    const near = textOf(await bench.call(readTool, { file_path: 'parser.js' }));
    expect(near).toContain(`Did you mean ${bench.path('parser.ts')}?`);
    const far = textOf(await bench.call(readTool, { file_path: 'no/such/file' }));
    expect(far).toContain(`the deepest that exists is ${bench.folder}`);
    expect(textOf(await bench.call(readTool, { file_path: '~/x' }))).toContain('is not expanded');
  });

  it('refuses a sparse gigabyte of zeros without loading it', async () => {
    const bench = workbench();
    writeFileSync(bench.path('huge'), '');
    truncateSync(bench.path('huge'), 1_000_000_000);
    expect(textOf(await bench.call(readTool, { file_path: 'huge' }))).toContain('is a binary file (1.0 GB)');
  });

  it('reads the first lines of a file of a gigabyte, and lines far down in a large one, in pieces', async () => {
    const bench = workbench();
    writeFileSync(bench.path('huge'), 'first ü\nsecond\n'.repeat(1_000));
    truncateSync(bench.path('huge'), 1_000_000_000);
    const text = textOf(await bench.call(readTool, { file_path: 'huge', limit: 2 }));
    expect(text).toBe(
      '     1\tfirst ü\n     2\tsecond\n[Lines 1-2 of more; the file has 1.0 GB. Go on with offset 3.]',
    );
    writeFileSync(bench.path('large'), '0123456789abcde\n'.repeat(1_100_000));
    const far = textOf(await bench.call(readTool, { file_path: 'large', offset: 1_099_999 }));
    expect(far).toMatch(/^1099999\t0123456789abcde\n1100000\t.*\n\[Lines 1099999-1100000 of 1,100,000;/);
    const behind = await bench.call(readTool, { file_path: 'large', offset: 3_000_000 });
    expect(behind.content).toContain('has only 1,100,000 lines');
  });

  it('keeps only the beginning of a line of many megabytes', async () => {
    const bench = workbench();
    writeFileSync(bench.path('line'), 'ü'.repeat(10_000_000));
    const text = textOf(await bench.call(readTool, { file_path: 'line' }));
    expect(text).toContain('characters shown]');
    expect(text.length).toBeLessThan(2_200);
    expect(text).not.toContain('\uFFFD');
  });

  it('stops when the signal aborts', async () => {
    const bench = workbench();
    writeFileSync(bench.path('huge'), 'x\n'.repeat(10_000));
    truncateSync(bench.path('huge'), 1_000_000_000);
    const outcome = await bench.call(readTool, { file_path: 'huge', offset: 50_000 }, AbortSignal.abort());
    expect(outcome).toMatchObject({ isError: true, content: 'The read was stopped before it was done.' });
  });

  it('says what is wrong with an input', async () => {
    const bench = workbench();
    const outcome = await bench.call(readTool, { path: 'a.txt', limit: 0 });
    expect(outcome.content).toBe(
      'file_path: is missing (expected a string); limit: must be at least 1; unknown: `path`. Parameters: file_path, offset, limit. Required: file_path.',
    );
  });

  it('takes null for an option that was left out, and for nothing else', () => {
    expect(readTool.parse({ file_path: 'a', limit: null })).toEqual({ ok: true, input: { file_path: 'a' } });
    for (const input of [{ file_path: null }, null, 'a', ['a'], 7])
      expect(readTool.parse(input)).toMatchObject({ ok: false });
  });

  it('is titled by path and range', () => {
    expect(readTool.title({ file_path: 'src/a.ts' })).toBe('Read src/a.ts');
    expect(readTool.title({ file_path: 'src/a.ts', limit: 40 })).toBe('Read src/a.ts (1-40)');
    expect(readTool.title({ file_path: 'src/a.ts', offset: 7 })).toBe('Read src/a.ts (7-)');
  });
});
