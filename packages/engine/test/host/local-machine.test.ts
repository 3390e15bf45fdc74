import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localMachine } from '../../src/host/local-machine.ts';

const machine = localMachine();
const { files } = machine;
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leat-machine-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);
const bytes = (words: string): Uint8Array => new TextEncoder().encode(words);
const read = async (path: string, options = {}): Promise<string> =>
  new TextDecoder().decode(await files.readFile(path, options));

describe('reading', () => {
  it('reads whole files and spans', async () => {
    writeFileSync(at('f'), 'hello world');
    expect(await read(at('f'))).toBe('hello world');
    expect(await read(at('f'), { offset: 6, maxBytes: 3 })).toBe('wor');
    expect(await read(at('f'), { offset: 100 })).toBe('');
  });

  it('reads files that say they are empty and are not', async () => {
    expect((await read('/proc/self/status')).length).toBeGreaterThan(10);
  });

  it('never waits for a FIFO and never reads a device, also through links', async () => {
    execFileSync('mkfifo', [at('fifo')]);
    symlinkSync(at('fifo'), at('link'));
    for (const path of [at('fifo'), at('link'), '/dev/zero', '/dev/null']) {
      await expect(files.readFile(path)).rejects.toMatchObject({ code: 'LEAT_MACHINE_NOT_REGULAR' });
    }
    await expect(files.readFile(folder)).rejects.toMatchObject({ code: 'EISDIR' });
    await expect(files.readFile(at('none'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('tells kinds apart', async () => {
    mkdirSync(at('d'));
    writeFileSync(at('f'), 'x');
    symlinkSync(at('f'), at('l'));
    execFileSync('mkfifo', [at('p')]);
    const kinds = Object.fromEntries((await files.readdir(folder)).map((entry) => [entry.name, entry.kind]));
    expect(kinds).toEqual({ d: 'directory', f: 'file', l: 'link', p: 'other' });
    expect([(await files.stat(at('l'))).kind, (await files.lstat(at('l'))).kind]).toEqual(['file', 'link']);
  });
});

describe('writing', () => {
  it('replaces a file whole, keeps its mode, leaves nothing beside it', async () => {
    writeFileSync(at('f'), 'old');
    chmodSync(at('f'), 0o751);
    linkSync(at('f'), at('other-name'));
    await files.writeFile(at('f'), bytes('new'));
    expect([readFileSync(at('f'), 'utf8'), statSync(at('f')).mode & 0o7777]).toEqual(['new', 0o751]);
    expect(readFileSync(at('other-name'), 'utf8')).toBe('old');
    expect(readdirSync(folder).toSorted()).toEqual(['f', 'other-name']);
  });

  it('writes through a link that ends at a regular file, and through no other', async () => {
    writeFileSync(at('f'), 'old');
    symlinkSync('f', at('good'));
    symlinkSync('nowhere', at('dangling'));
    symlinkSync('/dev/null', at('device'));
    await files.writeFile(at('good'), bytes('new'));
    expect([readFileSync(at('f'), 'utf8'), (await files.lstat(at('good'))).kind]).toEqual(['new', 'link']);
    for (const name of ['dangling', 'device']) {
      await expect(files.writeFile(at(name), bytes('x'))).rejects.toMatchObject({
        code: 'LEAT_MACHINE_NOT_REGULAR',
      });
    }
    await expect(files.writeFile('/dev/null', bytes('x'))).rejects.toMatchObject({
      code: 'LEAT_MACHINE_NOT_REGULAR',
    });
    await expect(files.writeFile(folder, bytes('x'))).rejects.toMatchObject({ code: 'EISDIR' });
    await expect(files.writeFile(at('no/f'), bytes('x'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('makes folders with their parents, whether or not they are there', async () => {
    await files.mkdir(at('a/b/c'));
    await files.mkdir(at('a/b/c/'));
    await files.mkdir('/');
    symlinkSync('a', at('l'));
    await files.mkdir(at('l/d'));
    expect(readdirSync(at('a')).toSorted()).toEqual(['b', 'd']);
    writeFileSync(at('f'), 'x');
    symlinkSync('nowhere', at('dangling'));
    await expect(files.mkdir(at('f'))).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(files.mkdir(at('f/x/y'))).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(files.mkdir(at('dangling/x'))).rejects.toMatchObject({ code: expect.any(String) });
  });

  // Node's own recursive mkdir never comes back from there.
  it.skipIf(!existsSync('/proc/self'))('says so where a file system takes no folders', async () => {
    await expect(files.mkdir('/proc/nothing/here')).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(files.mkdir('/proc/self/nothing')).rejects.toMatchObject({ code: expect.any(String) });
  });

  it('makes folders and removes files, links and empty folders', async () => {
    await files.mkdir(at('a/b'));
    writeFileSync(at('f'), 'x');
    symlinkSync('a', at('l'));
    for (const name of ['l', 'f', 'a/b', 'a']) await files.remove(at(name));
    expect(readdirSync(folder)).toEqual([]);
    await expect(files.remove(at('none'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('children', () => {
  const shell = (script: string, input?: string) =>
    machine.spawn({
      command: 'sh',
      args: ['-c', script],
      cwd: folder,
      env: { PATH: process.env.PATH ?? '' },
      ...(input === undefined ? {} : { input }),
    });

  it('gives output, exit code and input', async () => {
    const child = shell('cat; pwd; echo err >&2; exit 3', 'in\n');
    const [out, err, exit] = await Promise.all([text(child.stdout), text(child.stderr), child.exit]);
    expect([out, err, exit]).toEqual([`in\n${folder}\n`, 'err\n', { code: 3, signal: null }]);
  });

  it('says why a child could not start', async () => {
    const child = machine.spawn({ command: at('none'), args: [], cwd: folder, env: {} });
    expect(await child.exit).toMatchObject({ code: null, error: { code: 'ENOENT' } });
    await child.kill();
  });

  it('survives a child that reads no input', async () => {
    const child = shell('exec true', 'x'.repeat(1_000_000));
    expect(await child.exit).toMatchObject({ code: 0 });
  });

  it('ends when the child does, whatever its descendants hold open, and kills those too', async () => {
    const child = shell('sleep 1000 & echo $!; exit 0');
    const started = new Promise<string>((resolve) =>
      child.stdout.once('data', (data: Buffer) => resolve(String(data))),
    );
    expect(await child.exit).toMatchObject({ code: 0 });
    const pid = (await started).trim();
    await child.kill();
    const state = await read(`/proc/${pid}/stat`).catch(() => 'gone');
    expect(state).toMatch(/^gone$|\) [ZX] /);
  });

  it('kills a whole group that ignores TERM', async () => {
    const child = shell("trap '' TERM; sh -c \"trap '' TERM; echo ready; sleep 1000\" & wait");
    await new Promise((resolve) => child.stdout.once('data', resolve));
    await child.kill();
    await child.kill();
    expect(await child.exit).toMatchObject({ signal: 'SIGKILL' });
  });
});
