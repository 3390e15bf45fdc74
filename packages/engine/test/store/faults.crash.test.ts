/**
 * Every operation of the disk fails in turn (RELIABILITY b): once, and from then on; the loop goes on until a run passes
 * without meeting its fault. Whatever was acknowledged is there afterwards, and the session goes on once the disk is well.
 */
import { asSessionId, type TimelineRecord } from '@leat/kernel';
import { describe, expect, it } from 'vitest';
import { isLeatError } from '../../src/errors.ts';
import type { ChainLog, SessionStore } from '../../src/host/host.ts';
import { memoryDisk } from '../../src/store/memory-disk.ts';
import { brokenDisk, type Operation } from './broken-disk.ts';
import { human, ids, talk } from './records.ts';
import { storeOn } from './store-on.ts';

const S = asSessionId('s');
const OPERATIONS: readonly Operation[] = [
  'open',
  'write',
  'short',
  'sync',
  'truncate',
  'link',
  'rename',
  'read',
  'makeFolder',
];
const CODES = ['ENOSPC', 'EIO', 'EROFS', 'EACCES', 'EMFILE'];
const OCCURRENCES_MAX = 200;

/** Appends until the log fails; what was acknowledged before that is added to `acknowledged`. */
async function appendAll(
  log: ChainLog,
  records: readonly TimelineRecord[],
  acknowledged: string[],
): Promise<void> {
  for (const [index, record] of records.entries()) {
    await log.append([record], index % 2 === 0 ? 'power' : 'process');
    if (log.failure) break;
    acknowledged.push(record.uuid);
  }
  await log.close();
}

/** A small life of a session: made, filled, left, opened again, filled. Coded errors end it. */
async function life(sessions: SessionStore, acknowledged: string[]): Promise<void> {
  try {
    const log = await sessions.create({ session: S, cwd: '/w' });
    await appendAll(log, [...talk(2), human(2, 'long '.repeat(20_000)), ...talk(1, 3)], acknowledged);
    if (log.failure) expect(isLeatError(log.failure)).toBe(true);
    if (log.failure) return;
    const again = await sessions.open(S);
    await appendAll(again.log, talk(3, 4), acknowledged);
  } catch (error) {
    if (!isLeatError(error)) throw error;
  }
}

async function tryOne(operation: Operation, nth: number, code: string, sticky: boolean): Promise<boolean> {
  const whole = memoryDisk(() => Date.now());
  const disk = brokenDisk({ operation, nth, code, sticky }, whole);
  const acknowledged: string[] = [];
  await life(storeOn(disk), acknowledged);
  const what = `${operation} ${nth} ${code} ${sticky ? 'from then on' : 'once'}`;
  const after = storeOn(whole);
  const there = (await after.list(null)).length > 0;
  if (!there) {
    expect(acknowledged, what).toEqual([]);
    return disk.hit;
  }
  const { log, loaded } = await after.open(S);
  const found = ids(loaded.records);
  expect(found.slice(0, acknowledged.length), what).toEqual(acknowledged);
  expect(loaded.damaged, what).toBe(false);
  await log.append([{ ...human(8, 'well again'), parentUuid: loaded.records.at(-1)?.uuid ?? null }], 'power');
  await log.close();
  const end = await after.read(S);
  expect([ids(end.records), end.notices], what).toEqual([[...found, 'r8'], []]);
  return disk.hit;
}

describe('a disk that fails', () => {
  for (const operation of OPERATIONS) {
    it(`keeps what was acknowledged when any ${operation} fails`, async () => {
      let points = 0;
      for (const sticky of [false, true]) {
        for (const code of operation === 'short' ? ['none'] : CODES) {
          let nth = 1;
          while (nth <= OCCURRENCES_MAX && (await tryOne(operation, nth, code, sticky))) nth += 1;
          expect(nth).toBeLessThan(OCCURRENCES_MAX);
          points += nth - 1;
        }
      }
      expect(points > 0 || operation === 'truncate' || operation === 'read').toBe(true);
    });
  }

  it('appends the same bytes again after a failed fsync, and acknowledges only then', async () => {
    const whole = memoryDisk(() => Date.now());
    // Syncs: 1 the header, 2 the first append.
    const disk = brokenDisk({ operation: 'sync', nth: 2, code: 'EIO', sticky: false }, whole);
    const log = await storeOn(disk).create({ session: S, cwd: '/w' });
    await log.append(talk(1), 'power');
    await log.append(talk(1, 1), 'power');
    expect([disk.hit, log.failure]).toEqual([true, null]);
    await log.close();
    const path = '/h/projects/-w/s.jsonl';
    const file = await whole.open(path, 'read');
    const bytes = Buffer.alloc(await file.size());
    await file.read(bytes, 0);
    const seqs = bytes
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).seq as number);
    expect(seqs).toEqual([0, 1, 1, 2]);
    expect(await storeOn(whole).read(S)).toMatchObject({ records: talk(2), notices: [] });
  });

  it('goes to memory-only when the second try fails too', async () => {
    const whole = memoryDisk(() => Date.now());
    const disk = brokenDisk({ operation: 'sync', nth: 2, code: 'EIO', sticky: true }, whole);
    const log = await storeOn(disk).create({ session: S, cwd: '/w' });
    await log.append(talk(1), 'power');
    expect(log.failure).toMatchObject({ code: 'LEAT_STORE_SYNC_FAILED' });
    await log.append(talk(1, 1), 'process');
    await log.close();
  });
});
