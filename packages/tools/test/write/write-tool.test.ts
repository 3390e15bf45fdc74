import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, it } from 'vitest';
import { editTool } from '../../src/edit/edit-tool.ts';
import { readTool } from '../../src/read/read-tool.ts';
import { writeTool } from '../../src/write/write-tool.ts';
import { textOf, workbench } from '../workbench.ts';

describe('Write', () => {
  it('creates a file and its parents, known from then on', async () => {
    const bench = workbench();
    const outcome = await bench.call(writeTool, { file_path: 'a/b/c.txt', content: 'one\ntwo\n' });
    expect(outcome.content).toBe(`Created ${bench.path('a/b/c.txt')} (2 lines).`);
    expect(outcome.display).toMatchObject({ type: 'diff', added: 2, removed: 0 });
    expect(readFileSync(bench.path('a/b/c.txt'), 'utf8')).toBe('one\ntwo\n');
    expect(
      await bench.call(editTool, { file_path: 'a/b/c.txt', old_string: 'one', new_string: '1' }),
    ).not.toHaveProperty('isError');
    expect(await bench.call(writeTool, { file_path: 'a/b/c.txt', content: '' })).not.toHaveProperty(
      'isError',
    );
    expect(readdirSync(bench.path('a/b'))).toEqual(['c.txt']);
  });

  it('refuses a path that begins with ~, and makes no folder of that name', async () => {
    const bench = workbench();
    for (const file_path of ['~/a', '~root/a']) {
      expect(writeTool.parse({ file_path, content: '' })).toMatchObject({ ok: false });
    }
    expect(writeTool.parse({ file_path: './~/a', content: '' })).toMatchObject({ ok: true });
    expect(readdirSync(bench.path('.'))).toEqual([]);
  });

  it('refuses an existing file that was not read, was read in part, or changed since', async () => {
    const bench = workbench();
    writeFileSync(bench.path('a'), '1\n2\n3\n');
    const call = () => bench.call(writeTool, { file_path: 'a', content: 'new' });
    expect(textOf(await call())).toContain('has not been read in this session');
    await bench.call(readTool, { file_path: 'a', limit: 2 });
    expect(textOf(await call())).toContain('Only a part of');
    await bench.call(readTool, { file_path: 'a' });
    writeFileSync(bench.path('a'), '1\n2\n4\n');
    expect(textOf(await call())).toContain('has changed on disk since it was read');
    await bench.call(readTool, { file_path: 'a' });
    expect(await call()).toMatchObject({ content: `Replaced ${bench.path('a')} (1 line).` });
    expect(readFileSync(bench.path('a'), 'utf8')).toBe('new');
  });

  it('succeeds without a write where the file already has this content, read or not', async () => {
    const bench = workbench();
    await bench.call(writeTool, { file_path: 'a', content: 'same' });
    const { ino } = statSync(bench.path('a'));
    bench.session.files.clear();
    const outcome = await bench.call(writeTool, { file_path: 'a', content: 'same' });
    expect(outcome.isError).toBeUndefined();
    expect(outcome.content).toContain('already has exactly this content');
    expect(statSync(bench.path('a')).ino).toBe(ino);
  });

  it.each<[string, string | Buffer, string, string | Buffer]>([
    ['CRLF for content without any', 'a\r\nb\r\n', 'x\ny\n', 'x\r\ny\r\n'],
    ['what the content states otherwise', 'a\nb\n', 'x\r\ny\r\n', 'x\r\ny\r\n'],
    ['mixed ends as they are given', 'a\r\nb\n', 'x\ny\n', 'x\ny\n'],
    ['a UTF-8 mark', '\uFEFFa\n', 'x\n', '\uFEFFx\n'],
    ['a mark that only the content has', 'a\n', '\uFEFFx\n', '\uFEFFx\n'],
    ['UTF-16', Buffer.from('\uFEFFa\r\n', 'utf16le'), 'ö\n', Buffer.from('\uFEFFö\r\n', 'utf16le')],
    [
      'UTF-16 for content without line ends',
      Buffer.from('\uFEFFa', 'utf16le'),
      'ö',
      Buffer.from('\uFEFFö', 'utf16le'),
    ],
    ['Latin-1', Buffer.from('gr\xfcn', 'latin1'), 'bla\xfc', Buffer.from('bla\xfc', 'latin1')],
    ['UTF-8 where Latin-1 lacks a character', Buffer.from('gr\xfcn', 'latin1'), 'ü🙂', 'ü🙂'],
  ])('keeps %s', async (_name, before, content, after) => {
    const bench = workbench();
    writeFileSync(bench.path('a'), before);
    await bench.call(readTool, { file_path: 'a' });
    const outcome = await bench.call(writeTool, { file_path: 'a', content });
    expect(outcome.isError, String(outcome.content)).toBeUndefined();
    expect(readFileSync(bench.path('a'))).toEqual(Buffer.from(after));
  });

  it('keeps the mode of a file and a link to it', async () => {
    const bench = workbench();
    writeFileSync(bench.path('run'), 'a');
    chmodSync(bench.path('run'), 0o750);
    symlinkSync('run', bench.path('link'));
    await bench.call(readTool, { file_path: 'run' });
    await bench.call(writeTool, { file_path: 'link', content: 'b' });
    expect(readFileSync(bench.path('run'), 'utf8')).toBe('b');
    expect(statSync(bench.path('run')).mode & 0o777).toBe(0o750);
  });

  it('refuses a directory, a device, and a dangling link, and creates nothing outside (A-081)', async () => {
    const bench = workbench();
    mkdirSync(bench.path('dir'));
    symlinkSync('/dev/null', bench.path('null'));
    symlinkSync(`${bench.machine.home}/not-yet`, bench.path('draft'));
    for (const file_path of ['dir', 'null', 'draft']) {
      expect(await bench.call(writeTool, { file_path, content: 'x' })).toMatchObject({ isError: true });
    }
    expect(existsSync(`${bench.machine.home}/not-yet`)).toBe(false);
  });

  it('says so when a parent is a file, and when a device is meant for a folder', async () => {
    const bench = workbench();
    writeFileSync(bench.path('a'), '');
    expect(await bench.call(writeTool, { file_path: 'a/b', content: 'x' })).toMatchObject({ isError: true });
    expect(await bench.call(writeTool, { file_path: '/dev/null/here', content: 'x' })).toMatchObject({
      isError: true,
    });
  });

  it('refuses images and binary files', async () => {
    const bench = workbench();
    writeFileSync(bench.path('a.bin'), Buffer.from([0, 1, 2]));
    expect(textOf(await bench.call(writeTool, { file_path: 'a.bin', content: 'x' }))).toContain('binary');
  });

  it('writes nothing when the turn was stopped', async () => {
    const bench = workbench();
    await bench.call(writeTool, { file_path: 'a', content: 'x' }, AbortSignal.abort());
    expect(existsSync(bench.path('a'))).toBe(false);
  });
});
