/** The file layer in memory: for the in-memory host and for tests. Behaves like the real one, errors included. */
import { dirname } from 'node:path/posix';
import type { Disk, DiskFile } from './disk.ts';

interface MemoryFile {
  content: Buffer;
  length: number;
  modifiedMs: number;
}

const failure = (code: string, path: string): Error =>
  Object.assign(new Error(`${code}: ${path}`), { code, path });

/** `now` gives the modification times. */
export function memoryDisk(now: () => number): Disk {
  const files = new Map<string, MemoryFile>();
  const folders = new Set<string>(['/', '.']);
  const fileAt = (path: string): MemoryFile => {
    const file = files.get(path);
    if (!file) throw failure('ENOENT', path);
    return file;
  };
  const free = (path: string): void => {
    if (files.has(path)) throw failure('EEXIST', path);
    if (!folders.has(dirname(path))) throw failure('ENOENT', path);
  };
  return {
    open: async (path, mode) => {
      if (mode === 'create') free(path);
      if (mode !== 'read' && !files.has(path)) {
        free(path);
        files.set(path, { content: Buffer.alloc(0), length: 0, modifiedMs: now() });
      }
      return openedFile(fileAt(path), now);
    },
    stat: async (path) => {
      const file = files.get(path);
      if (file) return { kind: 'file', bytes: file.length, modifiedMs: file.modifiedMs };
      return folders.has(path) ? { kind: 'directory', bytes: 0, modifiedMs: 0 } : null;
    },
    names: async (folder) =>
      [...files.keys(), ...folders]
        .filter((path) => path !== folder && dirname(path) === folder)
        .map((path) => path.slice(folder.length).replace(/^\//, '')),
    makeFolder: async (path) => {
      for (let at = path; !folders.has(at); at = dirname(at)) folders.add(at);
    },
    link: async (existing, name) => {
      const file = fileAt(existing);
      free(name);
      files.set(name, file);
    },
    rename: async (from, to) => {
      files.set(to, fileAt(from));
      files.delete(from);
    },
    remove: async (path) => void files.delete(path),
    touch: async (path) => {
      fileAt(path).modifiedMs = now();
    },
    syncFolder: async () => undefined,
    networkKind: async () => null,
  };
}

function openedFile(file: MemoryFile, now: () => number): DiskFile {
  return {
    write: async (bytes) => {
      const needed = file.length + bytes.length;
      if (needed > file.content.length) {
        const grown = Buffer.alloc(Math.max(needed, file.content.length * 2, 1024));
        file.content.copy(grown, 0, 0, file.length);
        file.content = grown;
      }
      file.content.set(bytes, file.length);
      file.length = needed;
      file.modifiedMs = now();
      return bytes.length;
    },
    read: async (into, position) => {
      const part = file.content.subarray(position, Math.min(file.length, position + into.length));
      into.set(part);
      return part.length;
    },
    sync: async () => undefined,
    truncate: async (bytes) => {
      file.content.fill(0, Math.min(bytes, file.length), file.length);
      file.length = Math.min(file.length, bytes);
    },
    size: async () => file.length,
    close: async () => undefined,
  };
}
