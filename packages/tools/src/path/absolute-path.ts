/** Paths as the model writes them, made absolute, and absolute ones made short for reading. */
import { isAbsolute, relative, resolve } from 'node:path';

/** Makes a path absolute. `~` is not expanded: what is judged by the permissions and what is opened must be the same path. */
export function absolutePath(path: string, cwd: string): string {
  return resolve(cwd, path);
}

/** The path as a person reads it: relative where it lies in `cwd`, else absolute. */
export function shownPath(path: string, cwd: string): string {
  const short = relative(cwd, path);
  if (short === '') return '.';
  if (short === '..' || short.startsWith('../') || isAbsolute(short)) return path;
  return short;
}

/** Whether `path` is `directory` or lies in it. Both absolute and real (links resolved). */
export function isInside(path: string, directory: string): boolean {
  const rest = relative(directory, path);
  return rest === '' || (rest !== '..' && !rest.startsWith('../') && !isAbsolute(rest));
}
