import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Machine } from '../../src/host/host.ts';
import { localMachine } from '../../src/host/local-machine.ts';
import { judge } from '../../src/permission/judge.ts';
import {
  PERMISSION_MODES,
  type PermissionMode,
  type PermissionOptions,
  type Verdict,
} from '../../src/permission/permission.ts';
import { parsePermissionRule } from '../../src/permission/rule.ts';
import type { Access } from '../../src/tool/tool.ts';

let top = '';
let machine: Machine;

beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'leat-flag-')));
  for (const folder of ['work/.git', 'outside/deep', "it's $HOME here", 'home/.leat']) {
    mkdirSync(join(top, folder), { recursive: true });
  }
  for (const file of ['work/a.ts', 'work/.env', 'outside/b.ts']) writeFileSync(join(top, file), 'x');
  symlinkSync(join(top, 'outside'), join(top, 'work/out'));
  machine = { ...localMachine(), home: join(top, 'home') };
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

interface Given {
  readonly mode: PermissionMode;
  readonly isRoot?: boolean;
  readonly sandboxed?: boolean;
}

const optionsOf = ({ mode, isRoot = false, sandboxed = false }: Given): PermissionOptions => ({
  mode,
  rules: [],
  roots: [join(top, 'work')],
  ownDirectories: [join(top, 'home/.leat')],
  isRoot,
  sandboxed,
});

const judged = (name: string, access: Access, options: PermissionOptions): Promise<Verdict> => {
  const readOnly = access.kind === 'read';
  const cwd = join(top, 'work');
  return judge({ toolUseId: 't', name, title: name, input: {}, access, readOnly, cwd }, options, machine);
};

/** Words of a command line as a shell reads them: plain, or in single quotes with `'\''` for a quote. */
const wordsOf = (line: string): readonly string[] =>
  (line.match(/(?:'[^']*'|\\'|[^\s'\\])+/g) ?? []).map((word) =>
    word.replaceAll(/'([^']*)'|\\(')/g, (_all, inner: string | undefined, quote: string | undefined) =>
      String(inner ?? quote),
    ),
  );

/** What the command line makes of the options when the named flags are added to it. */
const applied = (flag: string, options: PermissionOptions): PermissionOptions => {
  const [flags = '', environment] = flag.split(' with ');
  const words = wordsOf(flags);
  let next = options;
  for (let at = 0; at < words.length; at += 2) {
    const value = words[at + 1] ?? '';
    if (words[at] === '--add-dir') {
      if (!statSync(value).isDirectory()) throw new Error(`${value} is no folder`);
      next = { ...next, roots: [...next.roots, value] };
    } else if (words[at] === '--permission-mode') {
      const mode = PERMISSION_MODES.find((known) => known === value);
      if (mode === undefined) throw new Error(`${value} is no mode`);
      next = { ...next, mode };
    } else if (words[at] === '--allowed-tools') {
      const parsed = parsePermissionRule(value, 'allow', join(top, 'work'));
      if (!parsed.ok) throw new Error(parsed.message);
      next = { ...next, rules: [...next.rules, parsed.rule] };
    } else throw new Error(`${flag} is no flag`);
  }
  return environment === 'LEAT_SANDBOXED=1' ? { ...next, sandboxed: true } : next;
};

const PATHS = [
  'work/a.ts',
  'work/new/deep/file.ts',
  'work/.env',
  'work/.git/config',
  'work/out/b.ts',
  'outside',
  'outside/b.ts',
  'outside/b.ts/below-a-file',
  'outside/deep/not/there/yet.ts',
  "it's $HOME here/x.ts",
  'home/.leat/projects/s.jsonl',
  'home/.ssh/id_rsa',
];

const GIVENS: readonly Given[] = (['default', 'acceptEdits', 'dontAsk'] as const).flatMap((mode) => [
  { mode },
  { mode, isRoot: true },
  { mode, isRoot: true, sandboxed: true },
]);

describe('the flag that a refusal names', () => {
  it.each(GIVENS)('lets the same call run when it is given (%o)', async (given) => {
    const options = optionsOf(given);
    const calls: readonly (readonly [string, Access])[] = [
      ...PATHS.flatMap((path): readonly (readonly [string, Access])[] => [
        ['Read', { kind: 'read', path: join(top, path) }],
        ['Write', { kind: 'write', path: join(top, path) }],
      ]),
      ['Bash', { kind: 'shell', command: 'ls; rm x' }],
      ['mcp__git__push', { kind: 'none' }],
    ];
    let refused = 0;
    for (const [name, access] of calls) {
      const before = await judged(name, access, options);
      if (before.decision === 'allow') continue;
      refused++;
      if (before.flag === null) throw new Error(`${before.reason}: no flag is named`);
      const after = await judged(name, access, applied(before.flag, options));
      expect(after.decision, `${name} ${JSON.stringify(access)}: ${before.flag}`).toBe('allow');
    }
    expect(refused).toBeGreaterThan(12);
  });

  const flagOf = async (name: 'Read' | 'Write', path: string, given: Given): Promise<string | null> => {
    const kind = name === 'Read' ? 'read' : 'write';
    return (await judged(name, { kind, path: join(top, path) }, optionsOf(given))).flag;
  };

  it('is no wider than it must be, and names the folder that is really there', async () => {
    const outside = join(top, 'outside');
    expect(await flagOf('Read', 'work/out/b.ts', { mode: 'default' })).toBe(`--add-dir ${outside}`);
    expect(await flagOf('Write', 'outside/b.ts', { mode: 'acceptEdits' })).toBe(`--add-dir ${outside}`);
    expect(await flagOf('Write', 'outside/deep/not/yet.ts', { mode: 'default' })).toBe(
      `--add-dir ${outside}/deep --permission-mode acceptEdits`,
    );
    expect(await flagOf('Write', 'work/a.ts', { mode: 'default' })).toBe('--permission-mode acceptEdits');
  });

  it('for a sensitive path says what root must say too', async () => {
    const bypass = '--permission-mode bypassPermissions';
    expect(await flagOf('Read', 'work/.env', { mode: 'default' })).toBe(bypass);
    expect(await flagOf('Read', 'work/.env', { mode: 'default', isRoot: true })).toBe(
      `${bypass} with LEAT_SANDBOXED=1`,
    );
    expect(await flagOf('Read', 'work/.env', { mode: 'default', isRoot: true, sandboxed: true })).toBe(
      bypass,
    );
  });
});
