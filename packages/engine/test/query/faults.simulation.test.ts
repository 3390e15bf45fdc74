/**
 * Sessions in a bad world: busy servers, cut and garbled streams, a person who stops at any moment, a process that dies.
 * Whatever happens, no request breaks the contract, no effect runs twice for one call, and in the end the work is done.
 * `LEAT_RUNS` sets the number of seeds, `LEAT_SEED` the first: a failure names its seed.
 */
import { isToolResult, isToolUse, type TimelineRecord } from '@leat/kernel';
import { createSimulator, type FaultPlan, type Simulator } from '@leat/sim';
import { afterEach, describe, expect, it } from 'vitest';
import type { Clock } from '../../src/host/host.ts';
import { memoryHost } from '../../src/host/memory-host.ts';
import { realIds } from '../../src/host/real-time.ts';
import type { StreamTiming } from '../../src/provider/provider.ts';
import type { Turn } from '../../src/query/options.ts';
import { openOverHttp, roundsBehaviour } from '../support/over-http.ts';

const RUNS = Number(process.env['LEAT_RUNS'] ?? 6);
const FIRST_SEED = Number(process.env['LEAT_SEED'] ?? 1);
const ROUNDS = 10;
const TURNS_MAX = 60;

/** Waits are over at once, so that no time is spent; limits of the watchdog stay real. */
const hasty: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => {
          signal?.removeEventListener('abort', stop);
          resolve();
        },
        ms > 60_000 ? ms : 1,
      );
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal?.reason as Error); // an aborted signal has its reason
      };
      if (signal?.aborted === true) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    }),
};
const patient: StreamTiming = { connectMs: 1e8, firstByteMs: 1e8, silenceMs: null, contentMs: 1e8 };

/** Small numbers from a seed (mulberry32). */
const randomOf = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const plan = (seed: number): FaultPlan => ({
  seed,
  faults: [
    { kind: 'error', status: 529, type: 'overloaded_error', when: { rate: 0.08 } },
    { kind: 'error', status: 429, type: 'rate_limit_error', retry_after: 1, when: { rate: 0.05 } },
    { kind: 'error', status: 500, body: '<html>bad gateway</html>', when: { rate: 0.03 } },
    { kind: 'stream-error', type: 'overloaded_error', message: 'Overloaded', when: { rate: 0.06 } },
    { kind: 'cut', at: { inside: 'tool_json' }, how: 'reset', when: { rate: 0.06 } },
    { kind: 'cut', at: { byte: 700 + seed * 37 }, how: 'end', when: { rate: 0.06 } },
    { kind: 'duplicate', when: { rate: 0.04 } },
    { kind: 'framing', style: 'crlf', when: { rate: 0.1 } },
    { kind: 'chunks', style: 'single-bytes', when: { rate: 0.05 } },
  ],
});

let simulator: Simulator | null = null;
afterEach(async () => {
  await simulator?.close();
  simulator = null;
});

/** Reads a turn's events; at one of them the person stops it. */
const watch = async (turn: Turn, stopAt: number): Promise<string> => {
  let seen = 0;
  for await (const _event of turn.events) if (seen++ === stopAt) turn.abort('user-cancel');
  return (await turn.done).reason;
};

/** Calls and results of the records, without what was taken back. */
const ledger = (records: readonly TimelineRecord[]) => {
  const voided = new Set(records.flatMap((record) => (record.type === 'tombstone' ? [record.target] : [])));
  const live = records.filter((record) => !voided.has(record.uuid));
  return {
    calls: live.flatMap((record) =>
      record.type === 'assistant' ? record.content.filter(isToolUse).map(({ id }) => id) : [],
    ),
    results: live.flatMap((record) =>
      record.type === 'user' ? record.content.filter(isToolResult).map((block) => block.tool_use_id) : [],
    ),
  };
};

const live = async (seed: number): Promise<void> => {
  const random = randomOf(seed);
  const running = await createSimulator({ behaviour: roundsBehaviour(ROUNDS), faults: plan(seed), seed });
  simulator = running;
  const host = memoryHost({ clock: hasty, ids: { ...realIds, random } });
  let world = await openOverHttp(running.url, { host, timing: patient });
  const ran: string[] = [];
  let reason = '';
  for (let turns = 0; turns < TURNS_MAX; turns++) {
    const stopAt = random() < 0.5 ? Math.floor(random() * 60) : -1;
    const turn =
      turns > 0 && random() < 0.5 ? world.engine.continueTurn() : world.engine.submitMessage(`go ${turns}`);
    reason = await watch(turn, stopAt);
    const { records } = await host.sessions.read(world.session);
    if (
      reason === 'completed' &&
      records.some(
        (record) => record.type === 'assistant' && JSON.stringify(record.content).includes('all done'),
      )
    )
      break;
    if (random() < 0.4) {
      // Another process opens what stands on disk.
      ran.push(...world.trace.lines);
      world = await openOverHttp(running.url, { host, timing: patient, records, log: world.log });
    }
  }
  ran.push(...world.trace.lines);
  expect(reason).toBe('completed');
  for (const entry of running.log())
    expect(entry.rule, `request ${entry.number}: ${entry.message}`).toBeNull();
  const { records } = await host.sessions.read(world.session);
  const { calls, results } = ledger(records);
  expect(results.toSorted()).toEqual(calls.toSorted());
  const effects = ran.filter((line) => line.endsWith('+'));
  const started = new Set(
    records.flatMap((record) =>
      record.type === 'control' && record.control.kind === 'tool_started' ? [record.control.toolUseId] : [],
    ),
  );
  for (const line of effects) expect(started.has(line.slice(0, -1)), line).toBe(true);
};

describe('a session in a bad world', () => {
  for (let run = 0; run < RUNS; run++) {
    const seed = FIRST_SEED + run;
    it(`ends well: LEAT_SEED=${seed} LEAT_RUNS=1`, () => live(seed));
  }
});
