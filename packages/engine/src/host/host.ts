/**
 * The two doors of the engine (SPEC 3): `Host` is what must last (log, lease, blob, clock, ids), `Machine` is what a tool
 * works on (files, processes, network). Nothing else in the engine or the tools touches node: modules for these.
 */
import type { Readable } from 'node:stream';
import type { ChainId, SessionId, TimelineRecord } from '@leat/kernel';

/** Time as an argument. `sleep` rejects with the signal's reason when aborted. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Ids and chance as arguments. */
export interface Ids {
  uuid(): string;
  /** In [0, 1). */
  random(): number;
}

/** `process`: handed to the OS before the promise resolves; `power`: fsynced (SPEC 5). */
export type Durability = 'process' | 'power';

/** Content-addressed blobs of a session: large outputs, images, heads. A blob is durable before `put` resolves. */
export interface BlobStore {
  /** Returns the hash (sha-256, hexadecimal) of the content. */
  put(content: Uint8Array | string, level?: Durability): Promise<string>;
  /** Rejects with LEAT_STORE_BLOB_MISSING where there is none. */
  get(hash: string): Promise<Uint8Array>;
  has(hash: string): Promise<boolean>;
  /** Where a person or a tool can read the blob as a file; absent or null where it is none. */
  path?(hash: string): string | null;
}

/** One chain's file, opened for appending under the session's lease. */
export interface ChainLog {
  readonly session: SessionId;
  readonly chain: ChainId;
  /** Appends records in order; resolves when all are at `level`. Never rejects for a full disk: see `onFailure`. */
  append(records: readonly TimelineRecord[], level?: Durability): Promise<void>;
  /** Null while healthy; a coded error once the log is in memory-only mode. */
  readonly failure: Error | null;
  close(): Promise<void>;
}

/** What durable storage offers. Local files, memory, a simulation; a database later. One conformance suite for all. */
export interface Host {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly sessions: SessionStore;
}

export interface SessionSummary {
  readonly session: SessionId;
  readonly cwd: string;
  readonly title: string | null;
  readonly firstPrompt: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly records: number;
  readonly bytes: number;
}

/** A chain read back: its records in disk order and what the reader had to say. */
export interface LoadedChain {
  readonly records: readonly TimelineRecord[];
  readonly notices: readonly ReadNotice[];
  /** True when damage in the middle was found: rewind and fork must refuse, resume must say so first. */
  readonly damaged: boolean;
}

export interface ReadNotice {
  readonly code: string;
  /** Line number in the file, from 1, where known. */
  readonly line: number | null;
  readonly message: string;
}

export interface SessionStore {
  /** Sessions of a working directory (all when null), newest first. */
  list(cwd: string | null): Promise<readonly SessionSummary[]>;
  /** A new session's main chain, locked for this process. */
  create(options: { readonly session: SessionId; readonly cwd: string }): Promise<ChainLog>;
  /** Opens for appending: takes the lease (LEAT_STORE_LOCKED when another live leat holds it), repairs the tail on disk, reads. */
  open(session: SessionId): Promise<{ readonly log: ChainLog; readonly loaded: LoadedChain }>;
  /** Reads without lease and without writing. */
  read(session: SessionId): Promise<LoadedChain>;
  blobs(session: SessionId): BlobStore;
}

/** Files as a tool sees them. Paths are absolute. Errors are those of node (`code: 'ENOENT'` …). */
export interface FileSystem {
  stat(path: string): Promise<FileInfo>;
  lstat(path: string): Promise<FileInfo>;
  realpath(path: string): Promise<string>;
  readdir(path: string): Promise<readonly { readonly name: string; readonly kind: FileKind }[]>;
  /** Reads at most `maxBytes` from `offset`. Never blocks on FIFOs and devices: only regular files (LEAT_MACHINE_NOT_REGULAR). */
  readFile(
    path: string,
    options?: { readonly offset?: number; readonly maxBytes?: number },
  ): Promise<Uint8Array>;
  /** Whole-file atomic write (temporary file, rename), keeping the mode of an existing file; follows no link at the last component unless it resolves to a regular file. */
  writeFile(path: string, content: Uint8Array): Promise<void>;
  mkdir(path: string): Promise<void>;
  remove(path: string): Promise<void>;
}
export type FileKind = 'file' | 'directory' | 'link' | 'other';
export interface FileInfo {
  readonly kind: FileKind;
  readonly size: number;
  readonly mtimeMs: number;
  readonly mode: number;
  readonly inode: number;
}

export interface SpawnOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: { readonly [name: string]: string };
  /** Data for stdin; closed at once where absent. */
  readonly input?: string;
}

/** A child in a process group of its own. */
export interface Child {
  readonly pid: number;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves at exit of the child itself, whatever its descendants hold open. Never rejects; a failed start has `error`. */
  readonly exit: Promise<{
    readonly code: number | null;
    readonly signal: string | null;
    readonly error?: Error;
  }>;
  /** TERM to the whole group, KILL after 500 ms, pipes destroyed; resolves when nothing of the group is left or was killed. */
  kill(): Promise<void>;
}

export interface Machine {
  readonly platform: string;
  readonly home: string;
  readonly env: { readonly [name: string]: string | undefined };
  readonly files: FileSystem;
  spawn(options: SpawnOptions): Child;
}
