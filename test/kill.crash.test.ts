/** kill -9 at random moments of a real session, then `--continue`: always valid, nothing acknowledged lost, no effect twice. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createSimulator } from '@leat/sim';
import { expect, test } from 'vitest';
import { leat, startLeat, type Place } from './support/cli.ts';
import { temporaryFolder } from './support/temp.ts';
import { makeWorkload, workloadTurns } from './support/workload.ts';

const ROUNDS = 15;
const KILLS = Number(process.env['LEAT_RUNS'] ?? 12);
/** Milliseconds after the first sign of life, within which the kill falls. */
const SPAN_MS = 900;

/** A small generator with a seed, so that a failure can be run again. */
function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

test(`a session killed at any moment goes on (${KILLS} kills)`, async () => {
  const seed = Number(process.env['LEAT_SEED'] ?? Date.now() % 1_000_000);
  const next = chance(seed);
  for (let kill = 0; kill < KILLS; kill++) {
    await killedOnce(next() * SPAN_MS, `seed ${seed}, kill ${kill}`);
  }
});

async function killedOnce(afterMs: number, name: string): Promise<void> {
  const home = temporaryFolder();
  const folder = temporaryFolder();
  makeWorkload(folder);
  const simulator = await createSimulator({ script: workloadTurns(ROUNDS, folder) });
  const place: Place = {
    home,
    cwd: folder,
    env: { ANTHROPIC_BASE_URL: simulator.url, ANTHROPIC_API_KEY: 'test' },
  };
  const flags = [
    '--permission-mode',
    'acceptEdits',
    '--allowed-tools',
    'Bash',
    '--output-format',
    'stream-json',
  ];
  try {
    const { child, done } = startLeat(['-p', 'Do the rounds.', ...flags], place);
    const acknowledged: string[] = [];
    await new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()));
    child.stdout?.on('data', (text: string) => acknowledged.push(text));
    const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
    const first = await done;
    clearTimeout(timer);

    const second = await leat(['-p', '--continue', ...flags], place);
    const alreadyDone = second.stderr.includes('nothing was cut');
    expect(alreadyDone || second.code === 0, `${name}: ${second.stderr}`).toBe(true);
    const refused = simulator.log().filter((entry) => entry.outcome === 'refused');
    expect(
      refused.map((entry) => entry.message),
      name,
    ).toEqual([]);

    const file = sessionFile(home);
    for (const uuid of uuidsOf(first.stdout)) expect(file.includes(uuid), `${name}: lost ${uuid}`).toBe(true);
    const effects = readFileSync(join(folder, 'effects.log'), { encoding: 'utf8', flag: 'a+' })
      .trim()
      .split('\n');
    expect(effects, name).toEqual([...new Set(effects)]);
  } finally {
    await simulator.close();
  }
}

/** Ids of the records that the killed run had shown. A last line cut by the kill was not shown whole. */
function uuidsOf(stdout: string): string[] {
  return stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { type: string; uuid?: string }) // our own output
    .filter((message) => message.type === 'assistant' || message.type === 'user')
    .flatMap((message) => (message.uuid === undefined ? [] : [message.uuid]));
}

function sessionFile(home: string): string {
  const projects = join(home, 'projects');
  return readdirSync(projects)
    .flatMap((folder) => readdirSync(join(projects, folder)).map((file) => join(projects, folder, file)))
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('');
}
