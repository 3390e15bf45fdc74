/**
 * Finding the file that was meant. Names differ in ways that can't be seen: NFC against NFD, a curly quote for a straight one,
 * a narrow space for a space. Where exactly one name of a directory reads the same it is taken; else near names are suggested.
 */
import { basename, dirname, join, parse, sep } from 'node:path';
import type { FileInfo, FileSystem } from '@leat/engine';
import { nearNamesScanned, nearNamesShown } from '../limits.ts';

/** `path` is what exists on disk; `rescued` says that it is not spelt as it was asked for. */
export interface FoundPath {
  readonly path: string;
  readonly info: FileInfo;
  readonly rescued: boolean;
}

/** Stats a path, links followed, with the rescue of look-alike names. Null where nothing is there. Other errors pass through. */
export async function findPath(files: FileSystem, path: string): Promise<FoundPath | null> {
  const direct = await statOrNull(files, path);
  if (direct !== null) return { path, info: direct, rescued: false };
  const rescued = await respell(files, path);
  if (rescued === null || rescued === path) return null;
  const info = await statOrNull(files, rescued);
  return info === null ? null : { path: rescued, info, rescued: true };
}

/** Null where nothing is there (also a dangling link, and a file used as a directory). */
export async function statOrNull(files: FileSystem, path: string): Promise<FileInfo | null> {
  try {
    return await files.stat(path);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** Whether an error of the file system says that there is nothing at the path. */
function isAbsent(error: unknown): boolean {
  const code = errorCode(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** The `code` of a node error, or ''. */
function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** Near names for a path that does not exist, as absolute paths, the nearest first. */
export async function nearPaths(files: FileSystem, path: string): Promise<readonly string[]> {
  const directory = dirname(path);
  const wanted = basename(path).toLowerCase();
  const names = await namesIn(files, directory);
  return names
    .map((name) => ({ name, distance: nameDistance(wanted, name.toLowerCase()) }))
    .filter((candidate) => candidate.distance <= Math.max(2, Math.floor(wanted.length / 3)))
    .toSorted((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, nearNamesShown)
    .map((candidate) => join(directory, candidate.name));
}

/** The deepest directory above a path that exists. */
export async function existingAncestor(files: FileSystem, path: string): Promise<string> {
  let current = dirname(path);
  while (current !== dirname(current)) {
    if ((await statOrNull(files, current)) !== null) return current;
    current = dirname(current);
  }
  return current;
}

async function respell(files: FileSystem, path: string): Promise<string | null> {
  const { root } = parse(path);
  let current = root;
  for (const part of path.slice(root.length).split(sep)) {
    if (part === '') continue;
    const next = join(current, part);
    if ((await statOrNull(files, next)) !== null) {
      current = next;
      continue;
    }
    const wanted = readsAs(part);
    const same = (await namesIn(files, current)).filter((name) => readsAs(name) === wanted);
    const [only] = same;
    if (only === undefined || same.length > 1) return null;
    current = join(current, only);
    // The permissions judged the path as it was asked for; a link with a look-alike name could lead anywhere.
    if ((await files.lstat(current)).kind === 'link') return null;
  }
  return current;
}

async function namesIn(files: FileSystem, directory: string): Promise<readonly string[]> {
  try {
    return (await files.readdir(directory)).slice(0, nearNamesScanned).map((entry) => entry.name);
  } catch {
    return []; // no suggestions from a directory that can't be listed; the caller's error already says what failed
  }
}

/** What a name looks like: one normal form, straight quotes, plain hyphens and spaces. */
function readsAs(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[\u2018\u2019\u201A\u201B\u2032]/g, "'")
    .replace(/[\u201C\u201D\u201E\u201F\u2033]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, ' ');
}

/** Edit distance of two names; the same stem with another ending counts as 1. */
function nameDistance(a: string, b: string): number {
  if (a === b) return 0;
  const stem = (name: string) => name.replace(/\.[^.]+$/, '');
  if (stem(a) === stem(b) && stem(a) !== '') return 1;
  if (Math.abs(a.length - b.length) > 8) return Infinity;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? Infinity;
}
