/** A machine, an environment or a command line that is wrong: one line says so, nothing is written or sent. */
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { createSimulator, type Simulator } from '@leat/sim';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { leat, LEAT, type Place } from '../../../../test/support/cli.ts';
import { temporaryFolder } from '../../../../test/support/temp.ts';

let simulator: Simulator;
let place: Place;

beforeEach(async () => {
  simulator = await createSimulator();
  place = {
    home: join(temporaryFolder(), 'home'),
    cwd: temporaryFolder(),
    env: { ANTHROPIC_BASE_URL: simulator.url, ANTHROPIC_API_KEY: 'test' },
  };
});
afterEach(() => simulator.close());

const withEnv = (env: { readonly [name: string]: string }): Place => ({
  ...place,
  env: { ...place.env, ...env },
});

test.each([
  [['--add-dir', '/no/such/folder'], {}, '--add-dir /no/such/folder: there is no such folder'],
  [['--disallowed-tools', 'bash'], {}, 'there is no tool bash: did you mean Bash?'],
  [[], { ANTHROPIC_BASE_URL: 'localhost' }, 'ANTHROPIC_BASE_URL takes an address such as https://'],
  [[], { ANTHROPIC_BASE_URL: 'ftp://localhost' }, 'ANTHROPIC_BASE_URL takes an address'],
  [[], { ANTHROPIC_API_KEY: 'sec\nret' }, 'ANTHROPIC_API_KEY holds characters that no key has'],
])('%j with %j is refused before anything happens', async (flags, env, words) => {
  const run = await leat(['-p', 'question', ...flags], withEnv(env));
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toMatch(/^leat: [^\n]+\n$/);
  expect(run.stderr).toContain(words);
  expect(run.stderr).not.toContain('ret\n');
  expect(existsSync(place.home)).toBe(false);
  expect(simulator.log()).toEqual([]);
});

test('a key with a line break at its end is taken without it', async () => {
  simulator.setScript([{ text: 'words' }]);
  expect(await leat(['-p', 'question'], withEnv({ ANTHROPIC_API_KEY: 'test\r\n' }))).toMatchObject({
    code: 0,
    stdout: 'words\n',
  });
});

test('a folder that is gone is said, without a stack', () => {
  const gone = join(place.cwd, 'gone');
  mkdirSync(gone);
  const script = `process.chdir(${JSON.stringify(gone)}); require('fs').rmdirSync(${JSON.stringify(gone)}); process.argv.splice(1, 0, 'leat'); require(${JSON.stringify(LEAT)})`;
  const run = spawnSync(process.execPath, ['-e', script, '--', 'sessions'], { encoding: 'utf8' });
  expect([run.stdout, run.stderr, run.status]).toEqual([
    '',
    'leat: the folder that this was started in is gone: change to one that exists\n',
    1,
  ]);
});

test('a transcript that is not there is no puzzle', async () => {
  const run = await leat(['import', 'none.jsonl'], place);
  expect(run).toMatchObject({ code: 1, stdout: '' });
  expect(run.stderr).toBe(`leat: there is no file ${join(place.cwd, 'none.jsonl')}\n`);
});

test("what a server's error holds never commands the terminal; a piped answer stays as it is", async () => {
  simulator.setFaults({
    faults: [
      {
        kind: 'error',
        status: 400,
        type: 'invalid_request_error',
        message: 'a\u001b]0;title\u0007b',
        times: 1,
      },
    ],
  });
  const failed = await leat(['-p', 'question'], place);
  expect(failed.stderr).toContain('a␛]0;title␇b');
  simulator.setScript([{ text: 'a \u001b[31mred\u001b[0m word' }]);
  expect((await leat(['-p', 'question'], place)).stdout).toBe('a \u001b[31mred\u001b[0m word\n');
});

test.skipIf(!existsSync('/dev/full'))(
  'a full disk behind stdout is said in one line; the session is whole',
  () => {
    const full = openSync('/dev/full', 'w');
    const run = spawnSync(process.execPath, [LEAT, '-p', 'question', '--output-format', 'stream-json'], {
      cwd: place.cwd,
      env: { LEAT_HOME: place.home },
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    const deaf = spawnSync(process.execPath, [LEAT, 'nonsense'], {
      stdio: ['ignore', 'pipe', full],
      encoding: 'utf8',
    });
    closeSync(full);
    // The first line is that of the rehearsal.
    expect([run.stderr.split('\n').slice(1), run.status]).toEqual([
      ['leat: the output could not be written (ENOSPC)', ''],
      1,
    ]);
    expect([deaf.stdout, deaf.status]).toEqual(['', 2]);
    const sessions = spawnSync(process.execPath, [LEAT, 'sessions', '--json'], {
      cwd: place.cwd,
      env: { LEAT_HOME: place.home },
      encoding: 'utf8',
    });
    expect(JSON.parse(sessions.stdout)).toMatchObject([{ firstPrompt: 'question', records: 7 }]);
  },
);
