/** Makes and opens one chain's file: header, tail repair, writer. Each step may fail; the caller decides what that means. */
import { dirname } from 'node:path';
import type { SessionId } from '@leat/kernel';
import { LeatError, systemCode } from '../errors.ts';
import type { LoadedChain } from '../host/host.ts';
import { type Disk, type DiskFile, writeAll } from './disk.ts';
import { type GroupWriter, groupWriter } from './group-writer.ts';
import { type ChainHeader, headerBody } from './header.ts';
import { encodeLine, NO_PREVIOUS } from './line.ts';
import { STORE_LIMITS } from './limits.ts';
import { type Library, type Lineage, readLineage, recordsOf } from './lineage.ts';
import { repairTail } from './repair.ts';

/** A new file never exists without its header: it is written under another name first. */
export async function createChain(
  disk: Disk,
  path: string,
  header: Omit<ChainHeader, 'version'>,
  temporary: string,
): Promise<GroupWriter> {
  const line = encodeLine(0, headerBody(header), NO_PREVIOUS);
  await disk.makeFolder(dirname(path));
  try {
    const file = await disk.open(temporary, 'create');
    try {
      await writeAll(file, line.bytes, STORE_LIMITS.shortWritesMax);
      await file.sync();
    } finally {
      await file.close();
    }
    await disk.link(temporary, path);
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error;
    throw new LeatError('LEAT_STORE_EXISTS', `there is a session ${header.session} already`, error);
  } finally {
    await disk.remove(temporary);
  }
  await disk.syncFolder(dirname(path));
  const file = await disk.open(path, 'append');
  return groupWriter(disk, path, file, { next: 1, prev: line.crc, size: line.bytes.length });
}

/** Reads the file whole, mends its end on disk, and stands ready to append behind it. */
export async function openChain(
  library: Library,
  session: SessionId,
  path: string,
): Promise<{ readonly writer: GroupWriter; readonly loaded: LoadedChain }> {
  const file = await library.disk.open(path, 'append');
  try {
    const lineage = await readLineage(library, session, file);
    const { tail, last, lostAtEnd } = lineage.reading;
    await repairTail(library.disk, path, file, tail);
    // What was lost at the end keeps its numbers, so that the gap stays visible for ever.
    const start = { next: last.seq + 1 + lostAtEnd, prev: last.crc, size: await file.size() };
    return { writer: groupWriter(library.disk, path, file, start), loaded: loadedOf(lineage) };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Reads without writing. */
export async function readChainFile(library: Library, session: SessionId, path: string): Promise<Lineage> {
  const file: DiskFile = await library.disk.open(path, 'read');
  try {
    return await readLineage(library, session, file);
  } finally {
    await file.close();
  }
}

export function loadedOf(lineage: Lineage): LoadedChain {
  const { board, header, last } = lineage.reading;
  return {
    records: recordsOf(lineage),
    notices: board.list(),
    damaged: board.damaged,
    header,
    tip: { seq: last.seq, crc: last.crc },
  };
}
