/**
 * The side index of a session: what a list shows, so that nobody reads whole files for it. Rebuildable, verified, never
 * needed: it names the line it reaches to by offset and crc; where that line is not there it counts for nothing, and what
 * the file holds behind it is read and added.
 */
import { type Disk, type DiskFile, readWhole, writeAll } from './disk.ts';
import { STORE_LIMITS } from './limits.ts';
import type { SummaryFacts } from './summary.ts';

export interface SideIndex {
  readonly version: 1;
  /** Bytes of the file that it covers; a line ends there. */
  readonly bytes: number;
  /** Crc of the last line covered. */
  readonly crc: string;
  readonly facts: SummaryFacts;
}

/** Null where there is none, it is damaged, or it doesn't fit the file. */
export async function readIndex(disk: Disk, path: string, file: DiskFile): Promise<SideIndex | null> {
  const content = await readWhole(disk, path, STORE_LIMITS.indexBytesMax);
  const index = content && parseIndex(content.toString('utf8'));
  return index && (await fits(index, file)) ? index : null;
}

/** Best effort: an index that can't be written is rebuilt by whoever needs it. */
export async function writeIndex(
  disk: Disk,
  path: string,
  temporary: string,
  index: SideIndex,
): Promise<void> {
  const file = await disk.open(temporary, 'create');
  try {
    await writeAll(file, Buffer.from(`${JSON.stringify(index)}\n`), STORE_LIMITS.shortWritesMax);
  } finally {
    await file.close();
  }
  await disk.rename(temporary, path);
}

async function fits(index: SideIndex, file: DiskFile): Promise<boolean> {
  const end = Buffer.from(`,"crc":"${index.crc}"}\n`);
  if (index.bytes < end.length || (await file.size()) < index.bytes) return false;
  const there = Buffer.alloc(end.length);
  const count = await file.read(there, index.bytes - end.length);
  return count === end.length && there.equals(end);
}

function parseIndex(text: string): SideIndex | null {
  try {
    const value = JSON.parse(text) as Partial<SideIndex> | null; // each member is checked below
    if (value?.version !== 1 || typeof value.bytes !== 'number' || typeof value.crc !== 'string') return null;
    return isFacts(value.facts)
      ? { version: 1, bytes: value.bytes, crc: value.crc, facts: value.facts }
      : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function isFacts(value: unknown): value is SummaryFacts {
  if (typeof value !== 'object' || value === null) return false;
  if (!('title' in value) || !('firstPrompt' in value) || !('updatedAt' in value) || !('records' in value))
    return false;
  const { title, firstPrompt, updatedAt, records } = value;
  return (
    (title === null || typeof title === 'string') &&
    (firstPrompt === null || typeof firstPrompt === 'string') &&
    (updatedAt === null || typeof updatedAt === 'number') &&
    typeof records === 'number'
  );
}
