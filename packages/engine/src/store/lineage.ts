/**
 * A fork's records are its parent's up to a point, plus its own (SPEC 5). This module walks from a file to the files it was
 * forked from, and reads all of them as one path.
 */
import type { SessionId, TimelineRecord } from '@leat/kernel';
import { isLeatError } from '../errors.ts';
import type { BlobStore } from '../host/host.ts';
import type { ChainReading, StoredRecord } from './chain-reader.ts';
import type { Disk, DiskFile } from './disk.ts';
import { type ChainHeader, type ForkPoint, parseHeader } from './header.ts';
import { parseBody, verifyLine } from './line.ts';
import { STORE_LIMITS } from './limits.ts';
import { READ_NOTICE_CODES, type ReadNoticeCode } from './notice.ts';
import type { SessionPaths } from './paths.ts';
import { readChain } from './read-chain.ts';

export interface Library {
  readonly disk: Disk;
  /** Where a session lies, or null. */
  locate(session: SessionId): Promise<SessionPaths | null>;
  blobs(session: SessionId): BlobStore;
}

/** A file read together with what it was forked from. */
export interface Lineage {
  /** The parent's records up to the fork, oldest first; empty where there is no parent. */
  readonly inherited: readonly StoredRecord[];
  /** This file. */
  readonly reading: ChainReading;
  /** The generation before, for a fork at one of its records. */
  readonly parent: { readonly session: SessionId; readonly lineage: Lineage } | null;
}

/** Header of an opened file without reading on: null where the first line is none. */
export async function peekHeader(file: DiskFile): Promise<ChainHeader | null> {
  const buffer = Buffer.allocUnsafe(Math.min(STORE_LIMITS.headerBytesMax, await file.size()));
  const count = await file.read(buffer, 0);
  const end = buffer.subarray(0, count).indexOf(0x0a);
  const line = verifyLine(buffer, 0, end < 0 ? count : end);
  if (!line) return null;
  const body = parseBody(buffer, line);
  return typeof body === 'object' && body !== null ? parseHeader({ ...body }) : null;
}

/** Reads an opened chain file with its ancestors. Ancestors that can't be read become notices of damage. */
export async function readLineage(
  library: Library,
  session: SessionId,
  file: DiskFile,
  depth = 0,
): Promise<Lineage> {
  const header = await peekHeader(file);
  const point = header?.forkOf ?? null;
  const parent = point ? await readParent(library, point, depth) : null;
  const inherited = parent?.ok ? parent.records : [];
  const reading = await readChain(
    file,
    library.blobs(session),
    inherited.map((stored) => stored.record),
  );
  if (parent && !parent.ok) reading.board.add('LEAT_READ_FORK_BROKEN', 1, parent.why);
  if (parent?.ok && parent.doubt) reading.board.add('LEAT_READ_FORK_BROKEN', 1, parent.doubt);
  return {
    inherited,
    reading,
    parent: parent?.ok && point ? { session: point.session, lineage: parent.lineage } : null,
  };
}

type Parent =
  | {
      readonly ok: true;
      readonly records: readonly StoredRecord[];
      readonly lineage: Lineage;
      readonly doubt: string | null;
    }
  | { readonly ok: false; readonly why: string };

async function readParent(library: Library, point: ForkPoint, depth: number): Promise<Parent> {
  const name = `the session ${point.session} that this one was forked from`;
  if (depth >= STORE_LIMITS.forkDepthMax) return { ok: false, why: `more than ${depth} forks of forks` };
  const paths = await library.locate(point.session);
  if (!paths) return { ok: false, why: `${name} is missing` };
  const file = await library.disk.open(paths.file, 'read');
  try {
    const lineage = await readLineage(library, point.session, file, depth + 1);
    if (lineage.reading.crcOf(point.seq) !== point.crc) {
      return { ok: false, why: `${name} has no line ${point.seq} as it was at the fork` };
    }
    const own = lineage.reading.stored.filter((stored) => stored.seq <= point.seq);
    const damaged = damagedUpTo(lineage, own.at(-1)?.line ?? 1);
    return {
      ok: true,
      records: [...lineage.inherited, ...own],
      lineage,
      doubt: damaged ? `${name} is damaged before the fork` : null,
    };
  } catch (error) {
    if (isLeatError(error, 'LEAT_STORE_NEWER_FORMAT')) return { ok: false, why: error.message };
    throw error;
  } finally {
    await file.close();
  }
}

/** Whether something is missing or in doubt at or before a line of the file. */
export function damagedUpTo(lineage: Lineage, line: number): boolean {
  return lineage.reading.board
    .list()
    .some((notice) => lossy(notice.code) && (notice.line === null || notice.line <= line));
}

const lossy = (code: string): boolean =>
  code in READ_NOTICE_CODES && READ_NOTICE_CODES[code as ReadNoticeCode]; // checked one step before

/** All records, the inherited first. */
export const recordsOf = (lineage: Lineage): readonly TimelineRecord[] =>
  [...lineage.inherited, ...lineage.reading.stored].map((stored) => stored.record);
