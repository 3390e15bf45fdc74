/**
 * What a session knows of files, carried in the display of the results of Read, Write and Edit, so that a resumed session
 * need not read again what it has seen. It can only spare a read: every write still compares the hash with the disk.
 */
import { isAbsolute } from 'node:path';
import type { FileKnowledge, ToolSession } from '@leat/engine';

/** The part of a display that holds it. `path` is the real path, the key in `ToolSession.files`. */
export interface KnownFile extends FileKnowledge {
  readonly path: string;
}

/** The entry of the session for a real path, as a display holds it; null where there is none. */
export function knownFile(session: ToolSession, path: string): KnownFile | null {
  const known = session.files.get(path);
  return known === undefined ? null : { path, ...known };
}

/**
 * Puts back what the displays of earlier results tell, the oldest first: files that are known, and the directory that the
 * last command left the shell in. Whatever else stands in a display is passed over.
 */
export function restoreToolSession(session: ToolSession, displays: Iterable<unknown>): void {
  for (const display of displays) {
    const cwd = field(display, 'cwd');
    if (field(display, 'type') === 'command' && typeof cwd === 'string' && isAbsolute(cwd)) session.cwd = cwd;
    const known = field(display, 'known');
    const [path, hash] = [field(known, 'path'), field(known, 'hash')];
    const [mtimeMs, size] = [field(known, 'mtimeMs'), field(known, 'size')];
    if (typeof path !== 'string' || typeof hash !== 'string') continue;
    if (typeof mtimeMs !== 'number' || typeof size !== 'number') continue;
    session.files.set(path, { mtimeMs, size, hash, whole: field(known, 'whole') === true });
  }
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as { readonly [name: string]: unknown })[name] // an object that has the key
    : undefined;
}
