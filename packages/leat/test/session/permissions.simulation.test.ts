/** What a session may read of other sessions, and which tools it is offered. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSimulator, type ScriptTurn, type Simulator } from '@leat/sim';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { leat, type Place } from '../../../../test/support/cli.ts';
import { temporaryFolder } from '../../../../test/support/temp.ts';

let simulator: Simulator;
let place: Place;

beforeEach(async () => {
  simulator = await createSimulator({ keepBodies: true });
  place = {
    home: temporaryFolder(),
    cwd: temporaryFolder(),
    env: { ANTHROPIC_BASE_URL: simulator.url, ANTHROPIC_API_KEY: 'test' },
  };
});
afterEach(() => simulator.close());

const call = (name: string, input: object): ScriptTurn => ({ content: [{ type: 'tool_use', name, input }] });
const bodies = () =>
  simulator.log().flatMap((entry) => (entry.path === '/v1/messages' ? [JSON.stringify(entry.body)] : []));
const offered = () =>
  simulator
    .log()
    .filter((entry) => entry.path === '/v1/messages')
    .map((entry) => {
      const body = entry.body as { readonly tools?: readonly { readonly name: string }[] }; // what our client sent
      return (body.tools ?? []).map((tool) => tool.name);
    });

test("the files of other sessions are not read; a result's whole is, in a fork too", async () => {
  writeFileSync(join(place.cwd, 'long.txt'), `${'word '.repeat(20_000)}NEEDLE ${'word '.repeat(20_000)}\n`);
  simulator.setScript([call('Bash', { command: 'cat long.txt' }), { text: 'a' }]);
  await leat(['-p', 'one', '--allowed-tools', 'Bash'], place);
  const project = join(place.home, 'projects', readdirSync(join(place.home, 'projects'))[0] ?? '');
  const session = readdirSync(project).find((name) => name.endsWith('.jsonl')) ?? '';
  const whole = /the whole stands in ([^: ]+)/.exec(bodies().at(-1) ?? '')?.[1] ?? '';

  expect(whole).toContain(place.home);
  simulator.setScript([
    call('Grep', { pattern: 'NEEDLE', path: whole, output_mode: 'count' }),
    { text: 'b' },
  ]);
  expect((await leat(['--continue', '--fork-session', '-p', 'two'], place)).stderr).toBe('');

  simulator.setScript([
    call('Read', { file_path: join(project, session) }),
    call('Grep', { pattern: 'NEEDLE', path: whole }),
    { text: 'c' },
  ]);
  const stranger = await leat(['-p', 'three'], place);
  expect(stranger.stderr.match(/is sensitive: it belongs to leat's own sessions/g)).toHaveLength(2);
});

test('a bare deny rule takes its tools out of a new session, and refuses them in a resumed one', async () => {
  simulator.setScript([{ text: 'a' }]);
  await leat(['-p', 'one', '--disallowed-tools', 'Bash', 'Edit'], place);
  expect(offered()).toEqual([['Glob', 'Grep', 'Read']]);

  await leat(['-p', 'two'], place);
  simulator.setScript([call('Bash', { command: 'echo ran > proof' }), { text: 'b' }]);
  const resumed = await leat(
    ['-c', '-p', 'three', '--disallowed-tools', 'Bash', '--permission-mode', 'bypassPermissions'],
    place,
  );
  expect(offered().at(-1)).toContain('Bash');
  expect(resumed.stderr).toContain('the rule Bash denies it');
  expect(readdirSync(place.cwd)).toEqual([]);
});

test('every tool denied leaves a session that can still talk', async () => {
  simulator.setScript([{ text: 'words' }]);
  const run = await leat(['-p', 'one', '--disallowed-tools', 'Bash,Edit,Read'], place);
  expect(run).toMatchObject({ code: 0, stdout: 'words\n', stderr: '' });
  expect(offered()).toEqual([[]]);
});
