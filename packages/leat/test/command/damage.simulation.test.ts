/** A damaged session: said in a few lines, never called sound. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSimulator } from '@leat/sim';
import { expect, test } from 'vitest';
import { leat } from '../../../../test/support/cli.ts';
import { temporaryFolder } from '../../../../test/support/temp.ts';

test('lost blobs and lines of rubbish are found by fsck, and do not flood who goes on', async () => {
  const simulator = await createSimulator();
  const place = {
    home: temporaryFolder(),
    cwd: temporaryFolder(),
    env: { ANTHROPIC_BASE_URL: simulator.url, ANTHROPIC_API_KEY: 'test' },
  };
  simulator.setScript([{ text: 'a', times: 2 }]);
  await leat(['-p', 'question'], place);
  const projects = join(place.home, 'projects');
  const project = join(projects, readdirSync(projects)[0] ?? '');
  const file = readdirSync(project).find((name) => name.endsWith('.jsonl')) ?? '';
  const session = file.replace('.jsonl', '');
  expect(await leat(['fsck', session], place)).toMatchObject({ code: 0 });

  rmSync(join(project, session, 'blobs'), { recursive: true });
  const lost = await leat(['fsck', session], place);
  expect(lost).toMatchObject({ code: 1 });
  expect(lost.stdout).toMatch(/^[^\n]+: DAMAGED\n/);
  expect(lost.stdout).toMatch(/the head can't be read: the blob [0-9a-f]{64} is missing/);

  writeFileSync(join(project, file), 'rubbish\n'.repeat(200));
  const run = await leat(['--resume', session, '-p', 'again'], place);
  await simulator.close();
  expect(run).toMatchObject({ code: 0, stdout: 'a\n' });
  expect(run.stderr.trimEnd().split('\n')).toHaveLength(6);
  expect(run.stderr).toContain(`more of this kind: leat fsck ${session} lists them`);
});
