import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localMachine } from '../../src/host/local-machine.ts';
import type { Machine } from '../../src/host/host.ts';
import { judge } from '../../src/permission/judge.ts';
import type {
  PermissionMode,
  PermissionOptions,
  PermissionRule,
  RuleEffect,
} from '../../src/permission/permission.ts';
import { parsePermissionRule } from '../../src/permission/rule.ts';
import type { Access } from '../../src/tool/tool.ts';

let top = '';
let work = '';
let machine: Machine;

beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'leat-judge-')));
  work = join(top, 'work');
  for (const folder of ['work/src', 'work/.git/hooks', 'outside', 'home/.ssh', 'added']) {
    mkdirSync(join(top, folder), { recursive: true });
  }
  for (const file of ['work/src/a.ts', 'outside/b.ts', 'home/.ssh/id_rsa', 'work/.env']) {
    writeFileSync(join(top, file), 'x');
  }
  symlinkSync(join(top, 'outside'), join(work, 'out'));
  symlinkSync(join(top, 'home/.ssh/authorized_keys'), join(work, 'dangling'));
  symlinkSync(join(top, 'home/.ssh/id_rsa'), join(work, 'innocent.txt'));
  machine = { ...localMachine(), home: join(top, 'home') };
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

const rule = (effect: RuleEffect, text: string): PermissionRule => {
  const parsed = parsePermissionRule(text, effect, work);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.rule;
};

interface Case {
  readonly mode?: PermissionMode;
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
  readonly isRoot?: boolean;
  readonly sandboxed?: boolean;
}

const verdict = async (name: string, access: Access, given: Case = {}): Promise<string> => {
  const options: PermissionOptions = {
    mode: given.mode ?? 'default',
    rules: [
      ...(given.allow ?? []).map((text) => rule('allow', text)),
      ...(given.ask ?? []).map((text) => rule('ask', text)),
      ...(given.deny ?? []).map((text) => rule('deny', text)),
    ],
    roots: [work, join(top, 'added')],
    ownDirectories: [join(top, 'home/.leat')],
    isRoot: given.isRoot ?? false,
    sandboxed: given.sandboxed ?? false,
  };
  const readOnly = access.kind === 'read' || access.kind === 'none';
  const request = { toolUseId: 't', name, title: name, input: {}, access, readOnly, cwd: work };
  return (await judge(request, options, machine)).decision;
};

const read = (path: string, given?: Case) => verdict('Read', { kind: 'read', path: join(top, path) }, given);
const write = (path: string, given?: Case) =>
  verdict('Edit', { kind: 'write', path: join(top, path) }, given);
const bash = (command: string, given?: Case) => verdict('Bash', { kind: 'shell', command }, given);
const EDITS: Case = { mode: 'acceptEdits' };

describe('reads', () => {
  it('go through inside the working directories and ask outside', async () => {
    expect(await read('work/src/a.ts')).toBe('allow');
    expect(await read('work')).toBe('allow');
    expect(await read('work/src/missing.ts')).toBe('allow');
    expect(await read('outside/b.ts')).toBe('ask');
    expect(await read('work/../outside/b.ts')).toBe('ask');
    expect(await read('workspace/b.ts')).toBe('ask');
  });
  it('are judged by where a link leads', async () => {
    expect(await read('work/out/b.ts')).toBe('ask');
    expect(await read('work/innocent.txt')).toBe('ask');
    expect(await read('work/dangling')).toBe('deny');
  });
  it('of secrets ask even inside, and even when a rule allows reading', async () => {
    expect(await read('work/.env')).toBe('ask');
    expect(await read('work/.ENV')).toBe('ask');
    expect(await read('work/.env.example')).toBe('allow');
    expect(await read('home/.ssh/id_rsa', { allow: ['Read'] })).toBe('ask');
  });
});

describe('writes', () => {
  it('ask in default mode, and go through in acceptEdits inside the roots only', async () => {
    expect(await write('work/src/a.ts')).toBe('ask');
    expect(await write('work/src/new/deep/file.ts', EDITS)).toBe('allow');
    expect(await write('added/x.ts', EDITS)).toBe('allow');
    expect(await write('outside/b.ts', EDITS)).toBe('ask');
    expect(await write('work/out/new.ts', EDITS)).toBe('ask');
  });
  it('through a link that leads nowhere are refused', async () => {
    expect(await write('work/dangling', EDITS)).toBe('deny');
    expect(await write('work/dangling/x', EDITS)).toBe('deny');
  });
  it.each([
    'work/.git/hooks/pre-commit',
    'work/.git/config',
    'work/.claude/settings.json',
    'work/.leat/settings.json',
    'work/.vscode/tasks.json',
    'work/.bashrc',
    'work/.mcp.json',
    'work/.GIT/hooks/x',
    'work/keys/server.pem',
  ])('of %s always ask', async (path) => {
    expect(await write(path, { ...EDITS, allow: ['Edit', 'Write'] })).toBe('ask');
  });
  it('into a worktree of another agent are ordinary', async () => {
    expect(await write('work/.claude/worktrees/one/a.ts', EDITS)).toBe('allow');
  });
  it('with a NUL in the path are refused', async () => {
    expect(await verdict('Edit', { kind: 'write', path: `${work}/a\0b` }, EDITS)).toBe('deny');
  });
});

describe('the shell', () => {
  it('asks in default mode and in acceptEdits', async () => {
    expect(await bash('ls')).toBe('ask');
    expect(await bash('ls', EDITS)).toBe('ask');
  });
  it('is allowed whole by Bash alone', async () => {
    expect(await bash('rm x; ls', { allow: ['Bash'] })).toBe('allow');
  });
  it('is allowed by a pattern only when equal to the letter and plain', async () => {
    const given: Case = { allow: ['Bash(npm test)', 'Bash(a;b)', 'Bash(npm run *)'] };
    expect(await bash('npm test', given)).toBe('allow');
    expect(await bash('npm test ', given)).toBe('ask');
    expect(await bash('npm test; rm x', given)).toBe('ask');
    expect(await bash('npm test\nrm x', given)).toBe('ask');
    expect(await bash('a;b', given)).toBe('ask');
    expect(await bash('npm run build', given)).toBe('ask');
    expect(await bash('npm run *', given)).toBe('ask');
  });
  it('always asks while a pattern denies some of it, in every mode', async () => {
    const given: Case = { allow: ['Bash', 'Bash(ls)'], deny: ['Bash(rm *)'] };
    expect(await bash('ls', given)).toBe('ask');
    expect(await bash('ls', { ...given, mode: 'bypassPermissions' })).toBe('ask');
  });
});

describe('rules', () => {
  it('that deny win over everything, in every mode', async () => {
    for (const mode of ['default', 'acceptEdits', 'dontAsk', 'bypassPermissions'] as const) {
      expect(await bash('ls', { mode, allow: ['Bash'], deny: ['Bash'] }), mode).toBe('deny');
      expect(await write('work/src/a.ts', { mode, allow: ['Edit'], deny: ['Edit(src/**)'] }), mode).toBe(
        'deny',
      );
    }
  });
  it('that ask win over those that allow', async () => {
    expect(await write('work/src/a.ts', { ...EDITS, allow: ['Edit'], ask: ['Edit(*.ts)'] })).toBe('ask');
  });
  it('speak for their family', async () => {
    expect(await verdict('Write', { kind: 'write', path: join(work, 'x') }, { allow: ['Edit'] })).toBe(
      'allow',
    );
    expect(await verdict('Grep', { kind: 'read', path: join(work, 'src') }, { deny: ['Read'] })).toBe('deny');
    expect(await verdict('Edit', { kind: 'write', path: join(work, 'x') }, { allow: ['Write'] })).toBe('ask');
  });
  it('have patterns relative to the root, the home, the settings and the working directory', async () => {
    expect(await read('outside/b.ts', { allow: [`Read(/${top}/outside/**)`] })).toBe('allow');
    expect(await read('home/notes.md', { allow: ['Read(~/notes.md)'] })).toBe('allow');
    expect(await read('work/src/a.ts', { deny: ['Read(/src/*.ts)'] })).toBe('deny');
    expect(await read('work/src/a.ts', { deny: ['Read(./src/a.ts)'] })).toBe('deny');
    expect(await read('work/src/a.ts', { deny: ['Read(*.js)'] })).toBe('allow');
  });
  it('give one verdict for a file and its aliases', async () => {
    expect(await read('work/out/b.ts', { allow: ['Read(out/**)'] })).toBe('ask');
    expect(await read('work/out/b.ts', { allow: [`Read(/${top}/outside/**)`] })).toBe('allow');
    expect(await read('work/out/b.ts', { allow: ['Read'], deny: ['Read(out/**)'] })).toBe('deny');
    expect(await read('work/out/b.ts', { allow: ['Read'], deny: [`Read(/${top}/outside/**)`] })).toBe('deny');
  });
  it('of MCP tools speak for a server or for names with a star', async () => {
    const given = (text: string): Case => ({ allow: [text] });
    expect(await verdict('mcp__git__log', { kind: 'none' }, given('mcp__git'))).toBe('allow');
    expect(await verdict('mcp__git__log', { kind: 'none' }, given('mcp__git__*'))).toBe('allow');
    expect(
      await verdict('mcp__github__log', { kind: 'none' }, { ...given('mcp__git'), deny: ['mcp__github'] }),
    ).toBe('deny');
  });
});

describe('bypassPermissions', () => {
  it('lets everything through but denied calls, and is refused as root without a sandbox', async () => {
    expect(await bash('rm -rf x', { mode: 'bypassPermissions' })).toBe('allow');
    expect(await write('work/.git/config', { mode: 'bypassPermissions' })).toBe('allow');
    expect(await bash('ls', { mode: 'bypassPermissions', isRoot: true })).toBe('deny');
    expect(await bash('ls', { mode: 'bypassPermissions', isRoot: true, sandboxed: true })).toBe('allow');
  });
});

describe("leat's own folder inside the working directory", () => {
  const readIn = async (path: string): Promise<string> => {
    const request = {
      toolUseId: 't1',
      name: 'Read',
      title: `Read ${path}`,
      input: {},
      access: { kind: 'read', path } as const,
      readOnly: true,
      cwd: work,
    };
    const options: PermissionOptions = {
      mode: 'default',
      rules: [],
      roots: [top],
      readableRoots: [join(top, 'home/.leat/projects/p/s/blobs')],
      ownDirectories: [join(top, 'home/.leat')],
      isRoot: false,
      sandboxed: false,
    };
    return (await judge(request, options, machine)).decision;
  };

  it('is closed to reading but for what the session may read of its own', async () => {
    expect(await readIn(join(top, 'home/.leat/projects/p/other.jsonl'))).toBe('ask');
    expect(await readIn(join(top, 'home/.leat/projects/p/s/blobs/ab'))).toBe('allow');
    expect(await readIn(join(top, 'work/src/a.ts'))).toBe('allow');
  });
});
