/** Paths as the model writes them, made absolute, and absolute ones made short for reading. */
import { isAbsolute, relative, resolve } from 'node:path';

/** Makes a path absolute. `~` is not expanded: what is judged by the permissions and what is opened must be the same path. */
export function absolutePath(path: string, cwd: string): string {
  return resolve(cwd, path);
}

// A name may hold anything but a slash and NUL: one with a line break would pass for two, or for words of ours.
// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;

/** The path as a line of a result: relative where it lies in `cwd`, else absolute; as a JSON string where it would break the line. */
export function shownPath(path: string, cwd: string): string {
  const short = shortPath(path, cwd);
  return UNPRINTABLE.test(short) ? JSON.stringify(short) : short;
}

/** Words for a path that begins with `~`: it would make a folder of that name, which nobody means. */
export const notHome = (path: string): string | null =>
  /^~[^/]*\//.test(path)
    ? 'begins with ~, which is not expanded here: give the path of the home directory in full'
    : null;

function shortPath(path: string, cwd: string): string {
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
