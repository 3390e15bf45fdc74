/**
 * Writes groups of lines at the end of one file, whole or not at all.
 *
 *     lines ─ one write ─→ OS ─ fdatasync (level `power`) ─→ medium
 *                │ fails: cut back to where the group began, coded error
 *                              │ fails: close, re-open, look at the tail, append the same bytes again, sync; only then acknowledged
 */
import { LeatError } from '../errors.ts';
import { type Disk, type DiskFile, writeAll } from './disk.ts';
import { storeFailure } from './failure.ts';
import { encodeLine } from './line.ts';
import { STORE_LIMITS } from './limits.ts';

export interface GroupWriter {
  /** `bodies`: JSON texts of records. Rejects with a coded error; then nothing of the group counts as written. */
  write(bodies: readonly string[], sync: boolean): Promise<void>;
  /** The number and crc of the last line written. */
  readonly last: { readonly seq: number; readonly crc: string };
  /** Bytes of the file. */
  readonly size: number;
  close(): Promise<void>;
}

/** `next` is the number of the next line, `prev` the crc it names, `size` the length of the file, which ends with a newline. */
export function groupWriter(
  disk: Disk,
  path: string,
  opened: DiskFile,
  start: { readonly next: number; readonly prev: string; readonly size: number },
): GroupWriter {
  let file = opened;
  let { next, prev, size } = start;

  const append = async (bytes: Buffer): Promise<void> => {
    try {
      await writeAll(file, bytes, STORE_LIMITS.shortWritesMax);
    } catch (error) {
      await cutBack(file, size);
      throw storeFailure(error, 'appending to the session');
    }
  };

  const sync = async (group: Buffer): Promise<number> => {
    try {
      await file.sync();
      return group.length;
    } catch (error) {
      // After a failed fsync the kernel may have dropped the pages and called them clean: the file can't be trusted.
      file = await reopen(disk, path, file, error);
      return appendAgain(file, size, group);
    }
  };

  return {
    write: async (bodies, durable) => {
      const foreign = await file.size();
      if (foreign !== size) {
        throw new LeatError(
          'LEAT_STORE_FENCED',
          `another process wrote to the session (${foreign} bytes, not ${size})`,
        );
      }
      const lines: Buffer[] = [];
      let crc = prev;
      for (const [index, body] of bodies.entries()) {
        const line = encodeLine(next + index, body, crc);
        lines.push(line.bytes);
        crc = line.crc;
      }
      const group = Buffer.concat(lines);
      await append(group);
      size += durable ? await sync(group) : group.length;
      next += bodies.length;
      prev = crc;
    },
    get last() {
      return { seq: next - 1, crc: prev };
    },
    get size() {
      return size;
    },
    close: () => file.close(),
  };
}

/** Mends a short write. Where even that fails the next opening of the session does it. */
async function cutBack(file: DiskFile, size: number): Promise<void> {
  try {
    await file.truncate(size);
  } catch (error) {
    void error; // the write's own error is the one to report; the torn tail is mended at the next opening
  }
}

async function reopen(disk: Disk, path: string, file: DiskFile, cause: unknown): Promise<DiskFile> {
  try {
    await file.close();
  } catch (error) {
    void error; // a handle whose fsync failed owes us nothing
  }
  try {
    return await disk.open(path, 'append');
  } catch (error) {
    throw new LeatError('LEAT_STORE_SYNC_FAILED', 'the disk could not confirm a write', cause ?? error);
  }
}

/** Returns how many bytes the file grew since `start`: the first copy may still stand there; readers drop the twin. */
async function appendAgain(file: DiskFile, start: number, group: Buffer): Promise<number> {
  try {
    const there = Buffer.alloc(group.length);
    let filled = 0;
    while (filled < there.length) {
      const count = await file.read(there.subarray(filled), start + filled);
      if (count === 0) break;
      filled += count;
    }
    if (filled < group.length || !there.equals(group)) await file.truncate(start);
    await writeAll(file, group, STORE_LIMITS.shortWritesMax);
    await file.sync();
    return (await file.size()) - start;
  } catch (error) {
    throw new LeatError('LEAT_STORE_SYNC_FAILED', 'the disk could not confirm a write, twice', error);
  }
}
