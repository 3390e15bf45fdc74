/**
 * Folders with all their parents, made one by one. Node's own recursive `mkdir` never returns where a file system says of
 * a parent that it is absent and can't be made either (`/proc/nothing/here` on Node 20); here each folder is tried once
 * on the way up and once on the way down, so a path of n parts costs 2n calls at most.
 */
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { systemCode } from '../errors.ts';

/** Makes a folder and what is missing above it; one that is there already is left as it is. Throws Node's own errors. */
export async function makeFolders(path: string, mode?: number): Promise<void> {
  const missing: string[] = [];
  let folder = resolve(path);
  while (!(await made(folder, mode))) {
    missing.push(folder);
    folder = dirname(folder);
  }
  for (const below of missing.toReversed()) {
    if (!(await made(below, mode))) throw absent(below);
  }
}

/** Whether the folder is there now; false where its parent is missing. */
async function made(folder: string, mode: number | undefined): Promise<boolean> {
  try {
    await mkdir(folder, mode === undefined ? {} : { mode });
    return true;
  } catch (error) {
    if (systemCode(error) === 'ENOENT' && dirname(folder) !== folder) return false;
    // Some file systems refuse before they look whether it is there (a read-only one, the root of a drive).
    if (await isFolder(folder)) return true;
    throw error;
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false, // whatever is wrong with it: the error of the `mkdir` is the one to tell
  );

const absent = (path: string): Error =>
  Object.assign(new Error(`ENOENT: no such file or directory, mkdir '${path}'`), { code: 'ENOENT', path });
