/** The whole command against a server with the documented cache: fifty tool rounds, every one judged. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSimulator, type LogEntry } from '@leat/sim';
import { expect, test } from 'vitest';
import { leat } from './support/cli.ts';
import { canonicalBlocks, type Body } from './support/canonical.ts';
import { temporaryFolder } from './support/temp.ts';
import { makeWorkload, workloadTurns } from './support/workload.ts';

const ROUNDS = 50;

async function runWorkload(
  model: string,
): Promise<{ entries: readonly LogEntry[]; folder: string; stdout: string }> {
  const home = temporaryFolder();
  const folder = temporaryFolder();
  makeWorkload(folder);
  const simulator = await createSimulator({ script: workloadTurns(ROUNDS, folder), keepBodies: true });
  try {
    const run = await leat(
      [
        '-p',
        'Do the rounds.',
        '--model',
        model,
        '--permission-mode',
        'acceptEdits',
        '--allowed-tools',
        'Bash',
      ],
      { home, cwd: folder, env: { ANTHROPIC_BASE_URL: simulator.url, ANTHROPIC_API_KEY: 'test' } },
    );
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' });
    return {
      entries: simulator.log().filter((entry) => entry.path.startsWith('/v1/messages')),
      folder,
      stdout: run.stdout,
    };
  } finally {
    await simulator.close();
  }
}

for (const model of ['claude-sonnet-5-5', 'claude-opus-4-8', 'claude-sonnet-4-5']) {
  test(`fifty rounds on ${model}: nothing is refused, the prefix stands, and each round reads what the last one left`, async () => {
    const { entries, folder, stdout } = await runWorkload(model);
    expect(stdout).toBe('All rounds are done.\n');
    expect(entries.map((entry) => entry.outcome)).toEqual(
      Array.from({ length: ROUNDS + 1 }, () => 'answered'),
    );
    expect(readFileSync(join(folder, 'effects.log'), 'utf8').trim().split('\n')).toHaveLength(ROUNDS / 5);

    const usages = entries.map((entry) => entry.tokens);
    let judged = 0;
    for (const [index, usage] of usages.entries()) {
      const before = usages[index - 1] ?? null;
      if (usage === null || before === null || before.read + written(before) === 0) continue;
      judged++;
      expect({ round: index, read: usage.read }).toEqual({
        round: index,
        read: before.read + written(before),
      });
      expect(usage.uncached).toBeLessThanOrEqual(100);
    }
    expect(judged).toBeGreaterThan(ROUNDS - 5);

    // The law of the prefix: what request n sent up to its last breakpoint begins request n + 1.
    const bodies = entries.map((entry) => canonicalBlocks(entry.body as Body)); // kept by `keepBodies`
    for (const [index, body] of bodies.entries()) {
      const before = bodies[index - 1];
      if (before === undefined) continue;
      expect(body.blocks.slice(0, before.lastBreakpoint + 1)).toEqual(
        before.blocks.slice(0, before.lastBreakpoint + 1),
      );
    }
  });
}

const written = (usage: NonNullable<LogEntry['tokens']>): number => usage.write5m + usage.write1h;
