import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { environmentSegment } from '../../src/memory/environment.ts';
import { type Workbench, workbench } from '../workbench.ts';

function git(bench: Workbench, ...args: readonly string[]): void {
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false'];
  const env = { PATH: process.env['PATH'], HOME: bench.machine.home, GIT_CONFIG_NOSYSTEM: '1' };
  execFileSync('git', [...identity, ...args], { cwd: bench.folder, env });
}

const segment = (bench: Workbench, date?: string) =>
  environmentSegment(bench.machine, {
    cwd: bench.folder,
    model: 'a-model',
    timeoutMs: 60_000,
    ...(date === undefined ? {} : { date }),
  });

describe('the environment segment', () => {
  it('says where it runs, and that there is no repository', async () => {
    const bench = workbench();
    expect(await segment(bench, '2026-11-29')).toBe(
      `# Environment\nWorking directory: ${bench.folder}\nPlatform: ${bench.machine.platform}\nModel: a-model\nDate: 2026-11-29\nGit: not a repository`,
    );
  });

  it('tells of a repository without commits', async () => {
    const bench = workbench();
    git(bench, 'init', '-q', '-b', 'trunk');
    writeFileSync(bench.path('a'), '');
    const text = await segment(bench);
    expect(text).toContain('Branch: trunk\nStatus:\n?? a\nNo commits yet');
  });

  it('tells branch, status and last commits', async () => {
    const bench = workbench();
    git(bench, 'init', '-q', '-b', 'main');
    for (let n = 1; n <= 7; n++) git(bench, 'commit', '-q', '--allow-empty', '-m', `change ${n}`);
    const clean = await segment(bench);
    expect(clean).toMatch(
      /Branch: main\nStatus: clean\nLast commits:\n[0-9a-f]+ change 7\n(?:.*\n){3}[0-9a-f]+ change 3$/,
    );
    git(bench, 'checkout', '-q', '--detach');
    for (let n = 0; n < 60; n++) writeFileSync(bench.path(`f${n}`), '');
    const detached = await segment(bench);
    expect(detached).toContain('Branch: none (detached)');
    expect(detached).toContain('… and 20 more');
  });

  it('runs nothing that the repository configures', async () => {
    const bench = workbench();
    git(bench, 'init', '-q', '-b', 'main');
    git(bench, 'commit', '-q', '--allow-empty', '-m', 'one');
    const trap = `touch '${bench.path('ran')}'`;
    for (const key of ['core.fsmonitor', 'core.pager', 'pager.status', 'pager.log', 'gpg.program'])
      git(bench, 'config', key, trap);
    git(bench, 'config', 'log.showSignature', 'true');
    for (const filter of ['f', 'a=b'])
      for (const kind of ['clean', 'process']) git(bench, 'config', `filter.${filter}.${kind}`, trap);
    git(bench, 'config', 'filter.f.required', 'true');
    writeFileSync(bench.path('.gitattributes'), 'tracked filter=f\n');
    writeFileSync(bench.path('tracked'), 'one');
    git(
      bench,
      '-c',
      'filter.f.clean=',
      '-c',
      'filter.f.process=',
      '-c',
      'filter.f.required=false',
      '-c',
      'core.fsmonitor=false',
      'add',
      '.',
    );
    writeFileSync(bench.path('tracked'), 'two');
    mkdirSync(bench.path('.git/hooks'), { recursive: true });
    for (const hook of ['post-index-change', 'fsmonitor-watchman'])
      writeFileSync(bench.path('.git/hooks', hook), `#!/bin/sh\n${trap}\n`, { mode: 0o755 });
    rmSync(bench.path('ran'), { force: true });
    expect(await segment(bench)).toContain('Branch: main');
    expect(existsSync(bench.path('ran'))).toBe(false);
  });

  it('goes without git where it is not installed', async () => {
    const bench = workbench({ machine: { env: { PATH: '/nowhere' } } });
    expect(await segment(bench)).toContain('Git: not available');
  });
});
