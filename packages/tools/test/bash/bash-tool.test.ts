import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bashTool } from '../../src/bash/bash-tool.ts';
import { textOf, workbench } from '../workbench.ts';

describe('Bash', () => {
  it('returns the output, and words where there is none', async () => {
    const bench = workbench();
    expect(await bench.call(bashTool, { command: 'echo hello' })).toEqual({
      content: 'hello',
      display: { type: 'command', exitCode: 0, signal: null, timedOut: false, cwd: bench.folder },
    });
    expect(textOf(await bench.call(bashTool, { command: 'true' }))).toBe(
      'The command succeeded without output.',
    );
  });

  it('keeps standard output and error in the order in which they were written', async () => {
    const bench = workbench();
    const command = 'for n in 1 2 3 4 5 6 7 8 9; do echo out$n; echo err$n >&2; done';
    const wanted = [1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((n) => [`out${n}`, `err${n}`]).join('\n');
    expect(textOf(await bench.call(bashTool, { command }))).toBe(wanted);
  });

  it.each([
    ['an exit code', 'echo a; exit 3', 'a\n[Exit code 3]'],
    ['a failing last command', 'false', '[Exit code 1]'],
    ['set -e', 'set -e; echo a; false; echo b', 'a\n[Exit code 1]'],
    ['a signal', 'kill -KILL $$', '[Killed by signal SIGKILL]'],
    ['a syntax error', 'if true; then', 'syntax error'],
    ['an unknown command', 'no-such-command-here', '[Exit code 127]'],
  ])('reports %s as an error', async (_name, command, words) => {
    const outcome = await workbench().call(bashTool, { command });
    expect(outcome.isError).toBe(true);
    expect(outcome.content).toContain(words);
  });

  it('keeps the directory over calls, also after exit, and says when it changed', async () => {
    const bench = workbench();
    mkdirSync(bench.path('sub dir\nodd'), { recursive: true });
    const moved = await bench.call(bashTool, { command: `cd 'sub dir\nodd' && echo in; exit 0` });
    expect(textOf(moved)).toBe(`in\n[The current directory is now ${bench.path('sub dir\nodd')}]`);
    expect(bench.session.cwd).toBe(bench.path('sub dir\nodd'));
    expect(textOf(await bench.call(bashTool, { command: 'pwd' }))).toBe(bench.path('sub dir\nodd'));
    await bench.call(bashTool, { command: 'cd ..; false' });
    expect(bench.session.cwd).toBe(bench.folder);
    await bench.call(bashTool, { command: '(cd /); set -o noclobber' });
    expect(bench.session.cwd).toBe(bench.folder);
  });

  it('leaves nothing in the temporary folder and nothing of itself in the output', async () => {
    const bench = workbench();
    await bench.call(bashTool, { command: 'cd /; echo x' });
    await bench.call(bashTool, { command: 'exec true' });
    expect(readdirSync(bench.machine.env['TMPDIR'] ?? '')).toEqual([]);
    expect(textOf(await bench.call(bashTool, { command: 'echo "$0 $#" "$@"' }))).toBe('bash 0');
    const wrong = await bench.call(bashTool, { command: 'true\nno-such-command' });
    expect(wrong.content).toBe('bash: line 2: no-such-command: command not found\n[Exit code 127]');
  });

  it('keeps the path through a link as the person walks it', async () => {
    const bench = workbench();
    mkdirSync(bench.path('real'));
    symlinkSync('real', bench.path('link'));
    await bench.call(bashTool, { command: 'cd link' });
    expect(bench.session.cwd).toBe(bench.path('link'));
    await bench.call(bashTool, { command: 'true' });
    expect(bench.session.cwd).toBe(bench.path('link'));
  });

  it('falls back to the nearest directory when the current one vanished', async () => {
    const bench = workbench();
    mkdirSync(bench.path('a/b'), { recursive: true });
    bench.session.cwd = bench.path('a/b');
    rmSync(bench.path('a'), { recursive: true });
    const text = textOf(await bench.call(bashTool, { command: 'pwd' }));
    expect(text).toBe(
      `${bench.folder}\n[${bench.path('a/b')} does not exist any more; the command ran in ${bench.folder}]`,
    );
    expect(bench.session.cwd).toBe(bench.folder);
  });

  it('survives a command that removes the directory it runs in', async () => {
    const bench = workbench();
    mkdirSync(bench.path('a'));
    bench.session.cwd = bench.path('a');
    await bench.call(bashTool, { command: 'rmdir ../a' });
    expect(textOf(await bench.call(bashTool, { command: 'echo on' }))).toMatch(/^on\n/);
  });

  it('has no input, no pager and no prompt, and leaves CI as it is', async () => {
    const bench = workbench();
    const command =
      'cat; echo "$PAGER $GIT_PAGER $TERM ${CI-unset} $GIT_TERMINAL_PROMPT"; [ -t 0 ] || echo no terminal';
    expect(textOf(await bench.call(bashTool, { command }))).toBe('cat cat dumb unset 0\nno terminal');
  });

  it('strips escape sequences, also one that is cut by a pause (A-074)', async () => {
    const bench = workbench();
    const command = String.raw`printf 'A\033[3'; sleep 0.05; printf '1mRED\033[0m \033]8;;http://x\033\\link\033]8;;\007 \033(B'; printf 'Ûۛ🙂\n'`;
    expect(textOf(await bench.call(bashTool, { command }))).toBe('ARED link Ûۛ🙂');
  });

  it('replaces bytes that are not UTF-8', async () => {
    const bench = workbench();
    expect(textOf(await bench.call(bashTool, { command: String.raw`printf 'a\377b\303'` }))).toBe(
      'a\uFFFDb\uFFFD',
    );
  });

  it('keeps head and tail of 100,000 lines and the whole in a blob', async () => {
    const bench = workbench();
    const text = textOf(await bench.call(bashTool, { command: 'seq 1 100000' }));
    expect(text.length).toBeLessThan(30_300);
    expect(text).toMatch(/^1\n2\n3\n/);
    expect(text).toMatch(/\n99999\n100000$/);
    expect(text).toMatch(
      /\[… 5[\d,]+ characters left out; the whole was kept with the session, narrow the command to see another part …\]/,
    );
    expect([...bench.blobs.values()][0]?.split('\n')).toHaveLength(100_001);
  });

  it('bounds its memory where the output never ends', async () => {
    const bench = workbench();
    const text = textOf(await bench.call(bashTool, { command: 'head -c 20000000 /dev/zero | tr "\\0" "x"' }));
    expect(text.length).toBeLessThan(30_300);
    expect(text).toContain('the whole was too long to be kept');
    expect(bench.blobs.size).toBe(0);
  });

  it('tells the tail of the output while it runs', async () => {
    const stop = new AbortController();
    const bench = workbench({ onProgress: () => stop.abort() });
    const outcome = await bench.call(bashTool, { command: 'echo begun; sleep 60' }, stop.signal);
    expect(bench.progress).toEqual([{ tail: 'begun\n', chars: 6 }]);
    expect(outcome).toMatchObject({ isError: true });
    expect(outcome.content).toMatch(/^begun\n\[Stopped before it was done\./);
  });

  it('does not wait for a background child that holds the output', async () => {
    const bench = workbench();
    const outcome = await bench.call(bashTool, { command: 'sleep 60 & echo $! > p1; echo done' });
    expect(outcome.isError).toBeUndefined();
    expect(outcome.content).toMatch(/^done\n\[A process that the command left in the background/);
    const quiet = await bench.call(bashTool, {
      command: 'sleep 60 >/dev/null 2>&1 & echo $! > p2; echo done',
    });
    expect(quiet.content).toBe('done');
    for (const name of ['p1', 'p2']) process.kill(Number(readFileSync(bench.path(name), 'utf8')), 'SIGKILL');
  });

  it('settles on abort whatever ignores the signal, leaves the group or holds the pipe (A-070)', async () => {
    const stop = new AbortController();
    const bench = workbench({ onProgress: () => stop.abort() });
    const command = `trap "" TERM; (setsid sh -c 'echo $$ > escaped; while :; do echo x; sleep 0.1; done' &) ; echo $$ > shell; sleep 100`;
    const outcome = await bench.call(bashTool, { command }, stop.signal);
    expect(outcome).toMatchObject({ isError: true });
    const shell = readFileSync(bench.path('shell'), 'utf8').trim();
    expect(
      existsSync(`/proc/${shell}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${shell}/status`, 'utf8')),
    ).toBe(false);
    execFileSync('bash', ['-c', `kill -9 -$(cat '${bench.path('escaped')}') || true`]);
  });

  it('kills the whole group at the timeout and says so', async () => {
    const bench = workbench();
    const outcome = await bench.call(bashTool, {
      command: 'echo a; (sleep 60; echo late > late) & sleep 60',
      timeout: 300,
    });
    expect(outcome).toMatchObject({ isError: true, display: { timedOut: true, exitCode: null } });
    expect(outcome.content).toContain('a\n[Stopped: not done after 0.3 s (the timeout).');
    expect(existsSync(bench.path('late'))).toBe(false);
  });

  it('does not start when the turn was stopped before', async () => {
    const bench = workbench();
    await bench.call(bashTool, { command: 'touch a' }, AbortSignal.abort());
    expect(existsSync(bench.path('a'))).toBe(false);
  });

  it('refuses inputs that can not run', async () => {
    const bench = workbench();
    expect(textOf(await bench.call(bashTool, { command: ' ' }))).toContain('command: must not be empty');
    expect(textOf(await bench.call(bashTool, { command: `: ${'ü'.repeat(70_000)}` }))).toContain(
      'is too long',
    );
    expect(textOf(await bench.call(bashTool, { command: 'a\0b' }))).toContain('zero byte');
    expect(textOf(await bench.call(bashTool, { command: 'true', timeout: 900_000 }))).toContain(
      'at most 600000',
    );
  });

  it('says so where there is no bash', async () => {
    const bench = workbench({ machine: { env: { PATH: '/nowhere' } } });
    expect(textOf(await bench.call(bashTool, { command: 'true' }))).toContain('bash could not be started');
  });
});

describe('Bash never runs a session file as a script (D9)', () => {
  const file = '~/.leat/projects/-work/0123.jsonl';
  it.each([
    file,
    `bash ${file}`,
    `sh -x ${file}`,
    `true && . ${file}`,
    `FOO=1 ${file}`,
    `source "$HOME/.leat/projects/-work/0123.jsonl"`,
    `$LEAT_HOME/projects/-work/0123.jsonl`,
    `env -i bash -e ${file}`,
    `if true; then ${file}; fi`,
    `bash < ${file}`,
    `cat ${file} | bash`,
    `head -1 ${file} | sudo sh -s`,
    `echo $(${file})`,
    `echo "\`${file}\`"`,
    `(\n${file}\n)`,
    `bash ~/.leat/projects/*/*`,
    `nohup timeout 5 bash ${file} &`,
    `bash -c 'true; sh -c "bash ${file}"'`,
    `eval "cat ${file} | sh"`,
  ])('refuses %s', async (command) => {
    const bench = workbench();
    const script = join(bench.machine.home, '.leat/projects/-work/0123.jsonl');
    mkdirSync(join(script, '..'), { recursive: true });
    writeFileSync(script, 'touch ran', { mode: 0o755 });
    expect(textOf(await bench.call(bashTool, { command }))).toMatch(/^Refused: /);
    expect(existsSync(bench.path('ran'))).toBe(false);
  });

  it('from its own folder too', async () => {
    const bench = workbench();
    const folder = join(bench.machine.home, '.leat/projects/-work');
    mkdirSync(folder, { recursive: true });
    bench.session.cwd = folder;
    expect(textOf(await bench.call(bashTool, { command: 'bash ./0123.jsonl' }))).toMatch(/^Refused: /);
    expect(textOf(await bench.call(bashTool, { command: './0123.jsonl' }))).toMatch(/^Refused: /);
  });

  it.each([
    `cat ${file}`,
    `wc -l ${file}; bash -c 'echo ok'`,
    `grep x ${file}`,
    `cat ${file} | wc -l`,
    'bash script.jsonl',
  ])('lets %s be read', async (command) => {
    expect(textOf(await workbench().call(bashTool, { command }))).not.toMatch(/^Refused: /);
  });
});
