/**
 * Mends the end of a file on disk before the first append (RELIABILITY D1, D7): the torn bytes go to `<file>.torn`, a whole
 * line without newline gets one. Nothing else of the file is ever touched.
 */
import type { FileTail } from './chain-reader.ts';
import { type Disk, type DiskFile, writeAll } from './disk.ts';
import { STORE_LIMITS } from './limits.ts';

export async function repairTail(disk: Disk, path: string, file: DiskFile, tail: FileTail): Promise<void> {
  if (tail.tornFrom !== null) {
    await keepTorn(disk, path, file, tail.tornFrom);
    await file.truncate(tail.tornFrom);
  }
  const size = await file.size();
  if (size > 0 && size === tail.goodEnd) await writeAll(file, Buffer.from('\n'), STORE_LIMITS.shortWritesMax);
}

async function keepTorn(disk: Disk, path: string, file: DiskFile, from: number): Promise<void> {
  const torn = await disk.open(`${path}.torn`, 'append');
  try {
    const buffer = Buffer.alloc(STORE_LIMITS.chunkBytes);
    for (let position = from; ;) {
      const count = await file.read(buffer, position);
      if (count === 0) break;
      await writeAll(torn, buffer.subarray(0, count), STORE_LIMITS.shortWritesMax);
      position += count;
    }
    await writeAll(torn, Buffer.from('\n'), STORE_LIMITS.shortWritesMax);
    await torn.sync();
  } finally {
    await torn.close();
  }
}
