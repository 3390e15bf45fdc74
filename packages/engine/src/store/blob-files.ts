/**
 * Blobs of a session by the SHA-256 of their content. A blob is written under a name of its own, forced to the medium and
 * then renamed, so a name always stands for whole content; reading checks the hash.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { LeatError } from '../errors.ts';
import type { BlobStore } from '../host/host.ts';
import { type Disk, readWhole, writeAll } from './disk.ts';
import { storeFailure } from './failure.ts';
import { STORE_LIMITS } from './limits.ts';

const HASH = /^[0-9a-f]{64}$/;

/** SHA-256, hexadecimal. */
export const blobHash = (content: Uint8Array | string): string =>
  createHash('sha256').update(content).digest('hex');

/** `older`: folders of the sessions that this one was forked from, read where the own folder has nothing. */
export function blobFiles(
  disk: Disk,
  own: () => Promise<string>,
  uuid: () => string,
  older: () => Promise<readonly string[]>,
): BlobStore {
  const find = async (hash: string): Promise<string | null> => {
    if (!HASH.test(hash)) return null;
    const name = join(await own(), hash);
    if (await disk.stat(name)) return name;
    for (const other of await older()) {
      if (await disk.stat(join(other, hash))) return join(other, hash);
    }
    return null;
  };
  return {
    put: async (content, level = 'power') => {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      const hash = blobHash(bytes);
      const folder = await own();
      const name = join(folder, hash);
      try {
        if (await isWhole(disk, name, hash, bytes.length)) return hash;
        await writeBlob(
          disk,
          folder,
          { name, temporary: join(folder, `${uuid()}.tmp`) },
          bytes,
          level === 'power',
        );
      } catch (error) {
        throw storeFailure(error, 'writing a blob');
      }
      return hash;
    },
    get: async (hash) => {
      const name = await find(hash);
      const content = name === null ? null : await readWhole(disk, name, Number.MAX_SAFE_INTEGER);
      if (content && blobHash(content) === hash) return content;
      const what = content ? 'is damaged' : 'is missing';
      throw new LeatError('LEAT_STORE_BLOB_MISSING', `the blob ${hash.slice(0, 80)} ${what}`);
    },
    has: async (hash) => (await find(hash)) !== null,
    ...(disk.onMachine === true
      ? { path: find, folders: async () => [await own(), ...(await older())] }
      : {}),
  };
}

/** Whether the blob stands there already. A damaged one of the same size is written again. */
async function isWhole(disk: Disk, name: string, hash: string, length: number): Promise<boolean> {
  if ((await disk.stat(name))?.bytes !== length) return false;
  const content = await readWhole(disk, name, length);
  return content !== null && blobHash(content) === hash;
}

async function writeBlob(
  disk: Disk,
  folder: string,
  names: { readonly name: string; readonly temporary: string },
  bytes: Uint8Array,
  sync: boolean,
): Promise<void> {
  await disk.makeFolder(folder);
  const file = await disk.open(names.temporary, 'create');
  try {
    try {
      await writeAll(file, bytes, STORE_LIMITS.shortWritesMax);
      if (sync) await file.sync();
    } finally {
      await file.close();
    }
    await disk.rename(names.temporary, names.name);
    if (sync) await disk.syncFolder(folder);
  } catch (error) {
    await disk.remove(names.temporary);
    throw error;
  }
}
