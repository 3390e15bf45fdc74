/**
 * Where a path really leads: the deepest existing ancestor resolved, the missing rest appended. A link that leads nowhere
 * is refused, because nobody can say where a write through it would land (cases D 51 to 54 of the attack corpus).
 */
import { basename, dirname, join, relative, isAbsolute, resolve } from 'node:path';
import type { FileSystem } from '../host/host.ts';

export type RealPath =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly message: string };

/** Ancestors that are looked at before a path counts as broken. */
const DEPTH_MAX = 256;

const codeOf = (error: unknown): unknown =>
  error instanceof Error ? (error as { code?: unknown }).code : undefined; // node's errors have one

export const realPathOf = async (files: FileSystem, path: string): Promise<RealPath> => {
  if (path.includes('\0')) return { ok: false, message: 'the path holds a NUL character' };
  if (!isAbsolute(path)) return { ok: false, message: 'the path is not absolute' };
  let existing = resolve(path);
  const missing: string[] = [];
  for (let depth = 0; depth < DEPTH_MAX; depth++) {
    try {
      return { ok: true, path: join(await files.realpath(existing), ...missing) };
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR') {
        return { ok: false, message: `the path can't be resolved (${String(codeOf(error) ?? error)})` };
      }
    }
    if (await isLink(files, existing)) {
      return { ok: false, message: `${existing} is a link that leads nowhere` };
    }
    const parent = dirname(existing);
    if (parent === existing) break;
    missing.unshift(basename(existing));
    existing = parent;
  }
  return { ok: false, message: "the path can't be resolved" };
};

/** `lstat` succeeds on a dangling link, and on nothing else that `realpath` misses. */
const isLink = async (files: FileSystem, path: string): Promise<boolean> => {
  try {
    return (await files.lstat(path)).kind === 'link';
  } catch {
    return false; // It doesn't exist at all: no link.
  }
};

/** Whether a path is the directory itself or lies in it. Both must be real paths. */
export const liesIn = (path: string, directory: string): boolean => {
  const way = relative(directory, path);
  return way === '' || (way !== '..' && !way.startsWith('../') && !isAbsolute(way));
};

/** The roots, resolved; one that can't be resolved covers nothing. */
export const realRoots = async (files: FileSystem, roots: readonly string[]): Promise<readonly string[]> => {
  const resolved = await Promise.all(roots.map((root) => realPathOf(files, root)));
  return resolved.flatMap((root) => (root.ok ? [root.path] : []));
};
