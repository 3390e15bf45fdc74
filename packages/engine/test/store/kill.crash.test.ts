/** kill -9 at every write of a real process, and two processes at one session (RELIABILITY b). LEAT_RUNS sets the points. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asSessionId } from '@leat/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localHost } from '../../src/host/local-host.ts';
import { bundledWriter, startWriter } from './child.ts';
import { human, ids } from './records.ts';

const S = asSessionId('s');
const PARTS = ['before', 'one', 'half', 'almost', 'after'] as const;
const POINTS = Number(process.env.LEAT_RUNS ?? '150');
const RECORDS = POINTS > 500 ? 250 : 40;
const SIDE_BY_SIDE = 2;

let folder = '';
let bundle = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'leat-kill-'));
  bundle = await bundledWriter(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const writesOf = (lines: readonly string[]): number =>
  Number(lines.find((line) => line.startsWith('writes '))?.slice(7) ?? '0');

async function die(home: string, nth: number, part: string): Promise<readonly string[]> {
  const writer = startWriter(bundle, [home, String(nth), part, String(RECORDS)]);
  await writer.ended;
  return writer.lines().filter((line) => line.startsWith('r'));
}

async function tryPoint(nth: number, part: string): Promise<void> {
  const home = mkdtempSync(join(folder, 'home-'));
  const what = `write ${nth}, ${part}`;
  const acknowledged = await die(home, nth, part);
  // Every second time the same again on what the first death left.
  const more = nth % 2 === 0 ? await die(home, 2 + (nth % 5), part) : [];
  const host = localHost({ home, version: '0' });
  if ((await host.sessions.list('/w')).length === 0) {
    expect([...acknowledged, ...more], what).toEqual([]);
    return;
  }
  const { log, loaded } = await host.sessions.open(S);
  const found = ids(loaded.records);
  expect(found, what).toEqual(found.map((_, n) => `r${n}`));
  expect(found.length, what).toBeGreaterThanOrEqual(acknowledged.length + more.length);
  expect(
    [...acknowledged, ...more].every((id) => found.includes(id)),
    what,
  ).toBe(true);
  expect(loaded.damaged, what).toBe(false);
  await log.append([human(found.length, 'next')], 'power');
  await log.close();
  expect((await host.sessions.read(S)).notices, what).toEqual([]);
  rmSync(home, { recursive: true });
}

describe('a process that is killed', () => {
  it('loses nothing that it had acknowledged, wherever the blow falls', async () => {
    const whole = startWriter(bundle, [mkdtempSync(join(folder, 'home-')), '0', 'before', String(RECORDS)]);
    await whole.said('writes');
    whole.process.kill('SIGKILL');
    await whole.ended;
    const writes = writesOf(whole.lines());
    expect(writes).toBeGreaterThan(RECORDS);
    const all = Array.from({ length: writes }, (_, n) => PARTS.map((part) => [n + 1, part] as const)).flat();
    const step = Math.max(1, (all.length * 3) / (POINTS * 2));
    const points = Array.from(
      { length: Math.floor(all.length / step) },
      (_, n) => all[Math.floor(n * step)]!,
    );
    while (points.length > 0) {
      await Promise.all(points.splice(0, SIDE_BY_SIDE).map(([nth, part]) => tryPoint(nth, part)));
    }
  });
});

describe('two processes and one session', () => {
  it('tells the second, and lets it in at once when the first is killed', async () => {
    const home = mkdtempSync(join(folder, 'home-'));
    const first = startWriter(bundle, [home, '0', 'before', '5']);
    await first.said('writes');
    const host = localHost({ home, version: '0' });
    await expect(host.sessions.open(S)).rejects.toMatchObject({
      code: 'LEAT_STORE_LOCKED',
      message: expect.stringContaining(`process ${first.process.pid}`),
    });
    expect((await host.sessions.read(S)).records).toHaveLength(5);
    const fork = await host.sessions.fork({ from: S, session: asSessionId('mine') });
    expect(fork.loaded.records).toHaveLength(5);
    await fork.log.close();
    first.process.kill('SIGKILL');
    await first.ended;
    const { log, loaded } = await host.sessions.open(S);
    expect([loaded.records.length, loaded.notices]).toEqual([5, []]);
    await log.close();
  });

  it('lets exactly one of many in when all come at once to a stale lease', async () => {
    const home = mkdtempSync(join(folder, 'home-'));
    const first = startWriter(bundle, [home, '0', 'before', '2']);
    await first.said('writes');
    first.process.kill('SIGKILL');
    await first.ended;
    const hosts = Array.from({ length: 8 }, () => localHost({ home, version: '0' }));
    const results = await Promise.allSettled(hosts.map((host) => host.sessions.open(S)));
    const opened = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const codes = results.flatMap((result) =>
      result.status === 'rejected' ? [(result.reason as { code: string }).code] : [],
    );
    expect([opened.length, new Set(codes)]).toEqual([1, new Set(['LEAT_STORE_LOCKED'])]);
    await opened[0]!.log.close();
  });
});
