/** Finds sessions under the leat home by their id, and remembers where they lie. */
import { join } from 'node:path';
import type { SessionId } from '@leat/kernel';
import { LeatError } from '../errors.ts';
import type { BlobStore } from '../host/host.ts';
import { blobFiles } from './blob-files.ts';
import type { Disk } from './disk.ts';
import { STORE_LIMITS } from './limits.ts';
import { type Library, peekHeader } from './lineage.ts';
import { encodedCwd, projectsFolder, type SessionPaths, sessionPaths } from './paths.ts';

export interface Places extends Library {
  /** Rejects with LEAT_STORE_NOT_FOUND. */
  needed(session: SessionId): Promise<SessionPaths>;
  /** Where a new session of this working directory will lie. Rejects with LEAT_STORE_EXISTS where the id is taken. */
  fresh(session: SessionId, cwd: string): Promise<SessionPaths>;
}

export function placesUnder(disk: Disk, home: string, uuid: () => string): Places {
  const projects = projectsFolder(home);
  const known = new Map<SessionId, SessionPaths>();

  const locate = async (session: SessionId): Promise<SessionPaths | null> => {
    const before = known.get(session);
    if (before && (await disk.stat(before.file))) return before;
    for (const project of await disk.names(projects)) {
      const paths = sessionPaths(join(projects, project), session);
      if (!(await disk.stat(paths.file))) continue;
      known.set(session, paths);
      return paths;
    }
    return null;
  };

  const needed = async (session: SessionId): Promise<SessionPaths> => {
    const paths = await locate(session);
    if (!paths) throw new LeatError('LEAT_STORE_NOT_FOUND', `there is no session ${session}`);
    return paths;
  };

  /** Blob folders of the sessions that this one was forked from, nearest first. */
  const olderFolders = async (session: SessionId): Promise<readonly string[]> => {
    const folders: string[] = [];
    let at = await locate(session);
    for (let depth = 0; at && depth < STORE_LIMITS.forkDepthMax; depth += 1) {
      const file = await disk.open(at.file, 'read');
      const header = await peekHeader(file).finally(() => file.close());
      at = header?.forkOf ? await locate(header.forkOf.session) : null;
      if (at) folders.push(at.blobs);
    }
    return folders;
  };

  const blobs = (session: SessionId): BlobStore =>
    blobFiles(
      disk,
      async () => (known.get(session) ?? (await needed(session))).blobs,
      uuid,
      () => olderFolders(session),
    );

  const fresh = async (session: SessionId, cwd: string): Promise<SessionPaths> => {
    const paths = sessionPaths(join(projects, encodedCwd(cwd)), session);
    if (await locate(session))
      throw new LeatError('LEAT_STORE_EXISTS', `there is a session ${session} already`);
    known.set(session, paths);
    return paths;
  };

  return { disk, locate, needed, fresh, blobs };
}
