/**
 * The flag that a refusal names (SPEC 21): given as it is named, on top of what is set already, it lets the same call run.
 * A folder is named as it really is, the deepest one that exists, because `--add-dir` takes no other.
 */
import { dirname } from 'node:path';
import type { FileSystem } from '../host/host.ts';
import type { PermissionOptions } from './permission.ts';

/** Folders that are looked at on the way up; the same bound as for resolving a path. */
const DEPTH_MAX = 256;
/** Characters that mean themselves to every shell. */
const SHELL_PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

const ACCEPT_EDITS = '--permission-mode acceptEdits';

/** For a file that lies outside every root. `realPath` is where it really leads. */
export const flagForOutside = async (
  realPath: string,
  access: 'read' | 'write',
  options: PermissionOptions,
  files: FileSystem,
): Promise<string> => {
  const added = `--add-dir ${shellWord(await folderOf(realPath, files))}`;
  return access === 'read' || options.mode === 'acceptEdits' ? added : `${added} ${ACCEPT_EDITS}`;
};

/** For a write inside a root. */
export const flagForEdit = (): string => ACCEPT_EDITS;

/** For a sensitive path: nothing less than bypass opens it, and as root that needs a word about the machine. */
export const flagForSensitive = ({ isRoot, sandboxed }: PermissionOptions): string =>
  `--permission-mode bypassPermissions${isRoot && !sandboxed ? ' with LEAT_SANDBOXED=1' : ''}`;

const folderOf = async (realPath: string, files: FileSystem): Promise<string> => {
  let folder = realPath;
  for (let depth = 0; depth < DEPTH_MAX && !(await isFolder(folder, files)); depth++)
    folder = dirname(folder);
  return folder;
};

const isFolder = async (path: string, files: FileSystem): Promise<boolean> => {
  try {
    return (await files.stat(path)).kind === 'directory';
  } catch {
    return false; // It doesn't exist, or can't be looked at: one above it is named.
  }
};

const shellWord = (text: string): string =>
  SHELL_PLAIN.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
