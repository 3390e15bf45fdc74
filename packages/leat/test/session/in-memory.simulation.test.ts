/** Memory-only mode: a home that takes nothing is said first, and the job is done all the same. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSimulator } from '@leat/sim';
import { expect, test } from 'vitest';
import { leat } from '../../../../test/support/cli.ts';
import { temporaryFolder } from '../../../../test/support/temp.ts';

test('where LEAT_HOME is a file the turn runs in memory, large results too', async () => {
  const simulator = await createSimulator();
  const home = join(temporaryFolder(), 'file');
  writeFileSync(home, '');
  const place = {
    home,
    cwd: temporaryFolder(),
    env: { ANTHROPIC_BASE_URL: simulator.url, ANTHROPIC_API_KEY: 'test' },
  };
  simulator.setScript([
    { content: [{ type: 'tool_use', name: 'Bash', input: { command: 'seq 1 50000; echo ran > proof' } }] },
    { text: 'Done.' },
  ]);
  const run = await leat(['-p', 'question', '--allowed-tools', 'Bash'], place);
  await simulator.close();
  expect(run).toMatchObject({ code: 0, stdout: 'Done.\n' });
  expect(run.stderr).toMatch(/^leat: nothing of this session is kept on disk: [^\n]+\n$/);
  expect(readFileSync(join(place.cwd, 'proof'), 'utf8')).toBe('ran\n');
  expect(readFileSync(home, 'utf8')).toBe('');
});
