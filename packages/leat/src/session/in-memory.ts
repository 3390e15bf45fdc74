/**
 * Memory-only mode (SPEC 5): where nothing can be written from the start, the session lives in memory and the turn runs as
 * ever. What stood on disk before is still read from there.
 */
import { memoryHost, type BlobStore, type Host } from '@leat/engine';
import type { SessionId } from '@leat/kernel';
import type { OpenSession } from './open-session.ts';

interface Unwritten {
  readonly session: OpenSession;
  readonly disk: Host;
  /** The session whose blobs are on disk: itself, or the one that it was forked from. */
  readonly onDisk: SessionId;
  readonly cwd: string;
  readonly version: string;
}

/** The same session with a log in memory; `disk` keeps answering for the blobs that are there. */
export async function inMemory(unwritten: Unwritten): Promise<OpenSession> {
  const { session, disk, onDisk, cwd, version } = unwritten;
  const memory = memoryHost({ clock: disk.clock, ids: disk.ids, version });
  const log = await memory.sessions.create({ session: session.log.session, cwd });
  await log.append(session.records);
  await session.log.close();
  const blobs = (id: SessionId): BlobStore =>
    eitherBlobs(memory.sessions.blobs(id), disk.sessions.blobs(onDisk));
  return { ...session, log, host: { ...memory, sessions: { ...memory.sessions, blobs } } };
}

function eitherBlobs(memory: BlobStore, disk: BlobStore): BlobStore {
  return {
    put: (content, level) => memory.put(content, level),
    get: async (hash) => ((await memory.has(hash)) ? memory.get(hash) : disk.get(hash)),
    has: async (hash) => (await memory.has(hash)) || disk.has(hash),
    ...(disk.folders === undefined ? {} : { folders: () => foldersOf(disk) }),
  };
}

/** A new session has no folder where none can be made. */
async function foldersOf(disk: BlobStore): Promise<readonly string[]> {
  try {
    return (await disk.folders?.()) ?? [];
  } catch {
    return [];
  }
}
