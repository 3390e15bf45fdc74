/** The whole command against a server with the documented cache: fifty tool rounds, every one judged. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSimulator, type LogEntry } from '@leat/sim';
import { expect, test } from 'vitest';
import { leat, type Run } from './support/cli.ts';
import { canonicalBlocks, type Body } from './support/canonical.ts';
import { temporaryFolder } from './support/temp.ts';
import { makeWorkload, workloadTurns } from './support/workload.ts';

const ROUNDS = 50;

interface Outcome {
  readonly entries: readonly LogEntry[];
  readonly folder: string;
  readonly runs: readonly Run[];
}

/** Each list of flags is a process of its own on the same session. */
async function runWorkload(model: string, runs: readonly (readonly string[])[]): Promise<Outcome> {
  const home = temporaryFolder();
  const folder = temporaryFolder();
  makeWorkload(folder);
  const simulator = await createSimulator({ script: workloadTurns(ROUNDS, folder), keepBodies: true });
  const place = { home, cwd: folder, env: { ANTHROPIC_BASE_URL: simulator.url, ANTHROPIC_API_KEY: 'test' } };
  const always = ['--model', model, '--permission-mode', 'acceptEdits', '--allowed-tools', 'Bash'];
  try {
    const done: Run[] = [];
    for (const flags of runs) done.push(await leat(['-p', ...flags, ...always], place));
    return {
      entries: simulator.log().filter((entry) => entry.path.startsWith('/v1/messages')),
      folder,
      runs: done,
    };
  } finally {
    await simulator.close();
  }
}

/** Read and written add up, little is uncached, and what was sent up to the last breakpoint begins the next request. */
function expectLaw(entries: readonly LogEntry[]): void {
  const usages = entries.map((entry) => entry.tokens);
  let judged = 0;
  for (const [index, usage] of usages.entries()) {
    const before = usages[index - 1] ?? null;
    if (usage === null || before === null || before.read + written(before) === 0) continue;
    judged++;
    expect({ round: index, read: usage.read }).toEqual({ round: index, read: before.read + written(before) });
    expect(usage.uncached).toBeLessThanOrEqual(100);
  }
  expect(judged).toBeGreaterThan(ROUNDS - 5);
  const bodies = entries.map((entry) => canonicalBlocks(entry.body as Body)); // kept by `keepBodies`
  for (const [index, body] of bodies.entries()) {
    const before = bodies[index - 1];
    if (before === undefined) continue;
    const sent = before.blocks.slice(0, before.lastBreakpoint + 1);
    expect(body.blocks.slice(0, sent.length)).toEqual(sent);
  }
}

function expectAllDone(outcome: Outcome): void {
  expect(outcome.runs.at(-1)).toEqual({
    code: 0,
    signal: null,
    stdout: 'All rounds are done.\n',
    stderr: '',
  });
  expect(outcome.entries.map((entry) => entry.outcome)).toEqual(
    Array.from({ length: ROUNDS + 1 }, () => 'answered'),
  );
  const effects = readFileSync(join(outcome.folder, 'effects.log'), 'utf8').trim().split('\n');
  expect(effects).toEqual(Array.from({ length: ROUNDS / 5 }, (_, index) => String(index * 5 + 2)));
}

for (const model of ['claude-sonnet-5-5', 'claude-opus-4-8', 'claude-sonnet-4-5']) {
  test(`fifty rounds on ${model}: nothing is refused, the prefix stands, each round reads what the last one left`, async () => {
    const outcome = await runWorkload(model, [['Do the rounds.']]);
    expectAllDone(outcome);
    expectLaw(outcome.entries);
  });
}

test('the same over three processes: a resume reads from the cache all that the last request left', async () => {
  const outcome = await runWorkload('claude-sonnet-5-5', [
    ['Do the rounds.', '--max-turns', '17'],
    ['--continue', '--max-turns', '16'],
    ['--continue'],
  ]);
  expect(outcome.runs.map((run) => run.code)).toEqual([3, 3, 0]);
  expectAllDone(outcome);
  expectLaw(outcome.entries);
});

const written = (usage: NonNullable<LogEntry['tokens']>): number => usage.write5m + usage.write1h;
