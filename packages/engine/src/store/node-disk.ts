/** The file layer on the real file system. Files are made for their owner only (0600, folders 0700). */
import { type FileHandle, open, link, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises';
import { systemCode } from '../errors.ts';
import { makeFolders } from '../host/folders.ts';
import type { Disk, DiskFile, DiskStat } from './disk.ts';

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const FLAGS = { read: 'r', append: 'a+', create: 'ax+' } as const;

/** Magic numbers of statfs(2) for file systems where locks and renames are weaker than on a local disk. */
const NETWORK_KINDS: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x01021997, '9P'],
  [0x5346414f, 'AFS'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
]);

export function nodeDisk(): Disk {
  return {
    onMachine: true,
    open: async (path, mode) => openedFile(await open(path, FLAGS[mode], FILE_MODE)),
    stat: (path) => orElse(async () => diskStat(await stat(path)), null),
    names: (folder) => orElse(() => readdir(folder), []),
    makeFolder: (path) => makeFolders(path, FOLDER_MODE),
    link,
    rename,
    remove: (path) => rm(path, { force: true }),
    touch: async (path) => {
      const now = new Date();
      await utimes(path, now, now);
    },
    syncFolder,
    networkKind: (path) =>
      orElse(async () => NETWORK_KINDS.get(Number((await statfs(path)).type) >>> 0) ?? null, null),
  };
}

function openedFile(handle: FileHandle): DiskFile {
  return {
    write: async (bytes) => (await handle.write(bytes)).bytesWritten,
    read: async (into, position) => (await handle.read(into, 0, into.length, position)).bytesRead,
    sync: () => handle.datasync(),
    truncate: (bytes) => handle.truncate(bytes),
    size: async () => (await handle.stat()).size,
    close: () => handle.close(),
  };
}

function diskStat(info: Awaited<ReturnType<typeof stat>>): DiskStat {
  const kind = info.isFile() ? 'file' : info.isDirectory() ? 'directory' : 'other';
  return { kind, bytes: Number(info.size), modifiedMs: Number(info.mtimeMs) };
}

async function orElse<T>(run: () => Promise<T>, absent: T): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'ENOSYS'].includes(systemCode(error))) return absent;
    throw error;
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Some systems (and some file systems) can't sync a folder; there the rename is all there is.
    if (!['EINVAL', 'EISDIR', 'EPERM', 'ENOTSUP', 'EBADF'].includes(systemCode(error))) throw error;
  } finally {
    await handle.close();
  }
}
