/**
 * Files for tools. Two dangers are met here once, for every tool: a path that is no regular file (a FIFO or a device would
 * block or flood), and a write that is cut (the old content must stay whole until the new one is complete).
 */
import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import {
  type FileHandle,
  lstat,
  open,
  opendir,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { LeatError, systemCode } from '../errors.ts';
import { MACHINE_LIMITS } from '../store/limits.ts';
import { makeFolders } from './folders.ts';
import type { FileInfo, FileKind, FileSystem } from './host.ts';

const NEW_FILE_MODE = 0o666;
const MODE_BITS = 0o7777;

/** The file system of this machine. Writes replace the name, so other hard links of a file keep the old content. */
export function localFiles(): FileSystem {
  return {
    stat: async (path) => infoOf(await stat(path)),
    lstat: async (path) => infoOf(await lstat(path)),
    realpath: (path) => realpath(path),
    readdir,
    readFile,
    writeFile,
    mkdir: (path) => makeFolders(path),
    remove,
  };
}

interface Kinds {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

const kindOf = (entry: Kinds): FileKind =>
  entry.isFile() ? 'file' : entry.isDirectory() ? 'directory' : entry.isSymbolicLink() ? 'link' : 'other';

const infoOf = (stats: Stats): FileInfo => ({
  kind: kindOf(stats),
  size: stats.size,
  mtimeMs: stats.mtimeMs,
  mode: stats.mode & MODE_BITS,
  inode: stats.ino,
});

async function readdir(path: string): Promise<{ name: string; kind: FileKind }[]> {
  const entries: { name: string; kind: FileKind }[] = [];
  for await (const entry of await opendir(path)) {
    entries.push({ name: entry.name, kind: kindOf(entry) });
    if (entries.length >= MACHINE_LIMITS.directoryEntriesMax) break;
  }
  return entries;
}

async function readFile(
  path: string,
  options: { readonly offset?: number; readonly maxBytes?: number } = {},
): Promise<Uint8Array> {
  // Without O_NONBLOCK the open itself would wait for a FIFO's other end.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await handle.stat();
    if (stats.isDirectory()) throw nodeError('EISDIR', 'illegal operation on a directory', path);
    if (!stats.isFile()) throw notRegular(path);
    return await readSpan(
      handle,
      options.offset ?? 0,
      options.maxBytes ?? MACHINE_LIMITS.readBytesMax,
      stats.size,
    );
  } finally {
    await handle.close();
  }
}

/** Files of /proc and the like say size 0 and have content, so the end is where a read brings nothing. */
async function readSpan(
  handle: FileHandle,
  offset: number,
  maxBytes: number,
  size: number,
): Promise<Uint8Array> {
  const limit = Math.min(maxBytes, MACHINE_LIMITS.readBytesMax);
  const expected = Math.max(0, Math.min(limit, size - offset));
  const parts: Buffer[] = [];
  let total = 0;
  while (total < limit) {
    const ahead = total < expected ? expected - total : 64 * 1024;
    const buffer = Buffer.allocUnsafe(Math.min(ahead, limit - total));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset + total);
    if (bytesRead === 0) break;
    parts.push(buffer.subarray(0, bytesRead));
    total += bytesRead;
  }
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts, total);
}

async function writeFile(path: string, content: Uint8Array): Promise<void> {
  const { target, before } = await writeTarget(path);
  const temporary = join(dirname(target), `.${basename(target).slice(0, 100)}.${randomUUID()}.tmp`);
  const handle = await open(temporary, 'wx', before ? before.mode & MODE_BITS & ~0o7000 : NEW_FILE_MODE);
  try {
    try {
      await handle.writeFile(content);
      if (before) await keepRights(handle, before);
      await handle.datasync();
    } finally {
      await handle.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Where a write goes: through a link only if it ends at a regular file; never onto anything but a regular file. */
async function writeTarget(path: string): Promise<{ target: string; before: Stats | null }> {
  const there = await lstatOrNull(path);
  if (!there) return { target: path, before: null };
  if (there.isFile()) return { target: path, before: there };
  if (there.isDirectory()) throw nodeError('EISDIR', 'illegal operation on a directory', path);
  if (!there.isSymbolicLink()) throw notRegular(path);
  const target = await realpath(path).catch((error: unknown) => {
    throw systemCode(error) === 'ENOENT' ? notRegular(path) : error;
  });
  const before = await stat(target);
  if (!before.isFile()) throw notRegular(path);
  return { target, before };
}

async function keepRights(handle: FileHandle, before: Stats): Promise<void> {
  const now = await handle.stat();
  if (now.uid !== before.uid || now.gid !== before.gid) {
    await handle.chown(before.uid, before.gid).catch((error: unknown) => {
      // Only root may give a file away; the content is still written, owned by whom leat runs as.
      if (systemCode(error) !== 'EPERM') throw error;
    });
  }
  await handle.chmod(before.mode & MODE_BITS);
}

async function remove(path: string): Promise<void> {
  const there = await lstat(path);
  await (there.isDirectory() ? rmdir(path) : unlink(path));
}

const lstatOrNull = (path: string): Promise<Stats | null> =>
  lstat(path).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  });

const notRegular = (path: string): LeatError =>
  new LeatError('LEAT_MACHINE_NOT_REGULAR', `${path} is not a regular file`);

const nodeError = (code: string, words: string, path: string): Error =>
  Object.assign(new Error(`${code}: ${words}, '${path}'`), { code, path });
