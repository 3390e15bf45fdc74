/** A cut at every byte of the last three records, and a flipped byte anywhere (RELIABILITY b). */
import { asSessionId } from '@leat/kernel';
import { describe, expect, it } from 'vitest';
import { memoryDisk } from '../../src/store/memory-disk.ts';
import type { Disk } from '../../src/store/disk.ts';
import { human, talk } from './records.ts';
import { splitLines } from './session-file.ts';
import { storeOn } from './store-on.ts';

const S = asSessionId('s');
const PATH = '/h/projects/-w/s.jsonl';
const RUNS = Number(process.env.LEAT_RUNS ?? '0');
const RECORDS = [
  ...talk(9),
  ...[9, 10, 11].map((n) => human(n, `水路🛶 ${'long '.repeat(150)} \`$\` \ud800`)),
];

async function bytesOf(disk: Disk): Promise<Buffer> {
  const file = await disk.open(PATH, 'read');
  const bytes = Buffer.alloc(await file.size());
  await file.read(bytes, 0);
  return bytes;
}

async function written(): Promise<Buffer> {
  const disk = memoryDisk(() => 0);
  const log = await storeOn(disk).create({ session: S, cwd: '/w' });
  await log.append(RECORDS);
  await log.close();
  return bytesOf(disk);
}

async function diskWith(bytes: Buffer): Promise<Disk> {
  const disk = memoryDisk(() => 0);
  await disk.makeFolder('/h/projects/-w');
  await (await disk.open(PATH, 'create')).write(bytes);
  return disk;
}

/** A seeded generator (mulberry32), so that a failing place can be tried again. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

describe('a file that ends anywhere', () => {
  it('loses nothing whole, says what was cut, and takes the next append', async () => {
    const bytes = await written();
    const lines = splitLines(bytes);
    const from = bytes.length - lines.slice(-3).reduce((sum, line) => sum + line.length, 0);
    for (let cut = from; cut <= bytes.length; cut += 1) {
      const disk = await diskWith(bytes.subarray(0, cut));
      const sessions = storeOn(disk);
      const { log, loaded } = await sessions.open(S);
      const ends = lines.map((_, n) => lines.slice(0, n + 1).reduce((sum, line) => sum + line.length, 0));
      const whole = ends.filter((end) => end - 1 <= cut).length - 1;
      const clean = ends.includes(cut);
      expect([loaded.records.length, loaded.damaged, loaded.notices.length], `cut at ${cut}`).toEqual([
        whole,
        false,
        clean ? 0 : 1,
      ]);
      await log.append([human(whole, 'next')]);
      await log.close();
      const after = await sessions.read(S);
      expect([after.records, after.notices], `cut at ${cut}`).toEqual([
        [...RECORDS.slice(0, whole), human(whole, 'next')],
        [],
      ]);
    }
  });
});

describe('a flipped byte', () => {
  it('is always noticed, whatever it was', async () => {
    const bytes = await written();
    const seed = RUNS > 0 ? Date.now() >>> 0 : 20261129;
    const next = random(seed);
    for (let run = 0; run < Math.max(RUNS, 2000); run += 1) {
      const at = Math.floor(next() * bytes.length);
      const flip = 1 + Math.floor(next() * 255);
      const bad = Buffer.from(bytes);
      bad[at] = bad[at]! ^ flip;
      const loaded = await storeOn(await diskWith(bad)).read(S);
      const where = `byte ${at} ^ ${flip}, seed ${seed}`;
      expect(loaded.notices.length, where).toBeGreaterThan(0);
      if (!loaded.damaged) expect(loaded.records, where).toEqual(RECORDS);
    }
  });
});
