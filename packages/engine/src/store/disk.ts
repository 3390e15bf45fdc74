/**
 * The file layer that the store stands on: few operations, so that tests can make each of them fail in turn, and so that the
 * in-memory host runs the very same store. Errors carry node codes (`ENOENT`, `ENOSPC` …).
 */
export interface DiskFile {
  /** Appends at the end; may write less than given. Returns the bytes written. */
  write(bytes: Uint8Array): Promise<number>;
  /** Reads into `into` from `position`; 0 at the end of the file. */
  read(into: Uint8Array, position: number): Promise<number>;
  /** Forces content to the medium. */
  sync(): Promise<void>;
  truncate(bytes: number): Promise<void>;
  size(): Promise<number>;
  close(): Promise<void>;
}

export interface DiskStat {
  readonly kind: 'file' | 'directory' | 'other';
  readonly bytes: number;
  readonly modifiedMs: number;
}

export interface Disk {
  /** Its files are files of this machine, which a person or a tool can open by their path. */
  readonly onMachine?: boolean;
  /** `append`: reading and appending, created where absent; `create`: the same, and it must be absent. */
  open(path: string, mode: 'read' | 'append' | 'create'): Promise<DiskFile>;
  /** Null where there is nothing. */
  stat(path: string): Promise<DiskStat | null>;
  /** Names, in no order; empty where there is no such folder. */
  names(folder: string): Promise<readonly string[]>;
  makeFolder(path: string): Promise<void>;
  /** A second name for a file; fails with `EEXIST` where the name is taken: the one atomic "mine or not". */
  link(existing: string, name: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Nothing happens where there is nothing. */
  remove(path: string): Promise<void>;
  /** Sets the modification time to now: the heartbeat of a lease. */
  touch(path: string): Promise<void>;
  /** Forces the names of a folder to the medium, where the platform can. */
  syncFolder(path: string): Promise<void>;
  /** The kind of network file system that `path` lies on, or null. */
  networkKind(path: string): Promise<string | null>;
}

/** The whole of a small file; null where there is none or it is larger than `bytesMax`. */
export async function readWhole(disk: Disk, path: string, bytesMax: number): Promise<Buffer | null> {
  const stat = await disk.stat(path);
  if (!stat || stat.kind !== 'file' || stat.bytes > bytesMax) return null;
  const file = await disk.open(path, 'read');
  try {
    const buffer = Buffer.alloc(stat.bytes);
    let filled = 0;
    while (filled < buffer.length) {
      const count = await file.read(buffer.subarray(filled), filled);
      if (count === 0) break;
      filled += count;
    }
    return buffer.subarray(0, filled);
  } finally {
    await file.close();
  }
}

/** Writes all of `bytes`, going on after short writes at most `triesMax` times. */
export async function writeAll(file: DiskFile, bytes: Uint8Array, triesMax: number): Promise<void> {
  let done = 0;
  for (let tries = 0; done < bytes.length; tries += 1) {
    if (tries > triesMax)
      throw Object.assign(new Error('the disk takes only parts of a write'), { code: 'EIO' });
    done += await file.write(bytes.subarray(done));
  }
}
