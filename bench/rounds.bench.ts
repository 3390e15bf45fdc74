// Fifty tool rounds (BENCHMARKS' session) through the whole command against the built-in simulator: what they cost, beside
// the same without a cache, and what a round costs in time, beside the tools' own and at ten times the length.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSimulator, type LogEntry } from '@leat/sim';
import { makeWorkload, workloadTurns } from '../test/support/workload.ts';
// @ts-expect-error a plain script without types
import { median, printTable } from './table.mjs';

const leat = join(process.cwd(), 'packages/leat/bin/leat.cjs');

export async function run([model = 'claude-sonnet-4-6', ...lengths]: readonly string[]): Promise<void> {
  const rows: (string | number)[][] = [
    [
      'rounds',
      'cost $',
      'without cache $',
      'read',
      'written',
      'uncached',
      'ms a round',
      'last 50',
      'peak MiB',
      'first request: bytes / tokens',
    ],
  ];
  for (const rounds of lengths.length > 0 ? lengths.map(Number) : [50, 500])
    rows.push(await session(model, rounds));
  process.stdout.write(`${model}; time is between requests: the server's, the tool's and leat's together\n`);
  printTable(rows);
}

async function session(model: string, rounds: number): Promise<(string | number)[]> {
  const folder = mkdtempSync(join(tmpdir(), 'leat-bench-'));
  makeWorkload(folder);
  const simulator = await createSimulator({ script: workloadTurns(rounds, folder) });
  try {
    const peak = await leatSession(folder, simulator.url, model);
    const entries = simulator.log().filter((entry: LogEntry) => entry.path === '/v1/messages');
    const refused = entries.filter((entry: LogEntry) => entry.outcome !== 'answered');
    if (refused.length > 0) throw new Error(`refused: ${refused[0]?.message}`);
    const totals = simulator.totals();
    const at = entries.map((entry: LogEntry) => Date.parse(entry.at));
    const gaps = at.slice(1).map((time: number, index: number) => time - (at[index] ?? time));
    const first = entries[0]?.bodyBytes ?? 0;
    return [
      rounds,
      totals.price.total.toFixed(3),
      totals.price.withoutCache.toFixed(3),
      totals.tokens.read,
      totals.tokens.write5m + totals.tokens.write1h,
      totals.tokens.uncached,
      median(gaps),
      median(gaps.slice(-50)),
      peak.toFixed(0),
      `${first} / ${Math.round(first / 4)}`,
    ];
  } finally {
    await simulator.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the command; gives back its own peak memory in MiB (the kernel's high-water mark; NaN where there is no /proc). */
function leatSession(folder: string, url: string, model: string): Promise<number> {
  const args = [
    '-p',
    'Do the rounds.',
    '--model',
    model,
    '--permission-mode',
    'acceptEdits',
    '--allowed-tools',
    'Bash',
  ];
  const home = join(folder, '.leat');
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    LEAT_HOME: home,
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'bench',
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [leat, ...args], {
      cwd: folder,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    let peak = Number.NaN;
    const watch = setInterval(() => (peak = highWater(child.pid) ?? peak), 50);
    child.on('close', (code) => {
      clearInterval(watch);
      if (code === 0) resolve(peak);
      else reject(new Error(`leat exited with ${code}`));
    });
  });
}

function highWater(pid: number | undefined): number | undefined {
  try {
    const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined; // it has just ended, or this machine has no /proc
  }
}
