/**
 * The two doors of the engine (SPEC 3): `Host` is what must last (log, lease, blob, clock, ids), `Machine` is what a tool
 * works on (files, processes, network). Nothing else in the engine or the tools touches node: modules for these.
 */
import type { Readable } from 'node:stream';
import type { ChainId, SessionId, TimelineRecord, Uuid } from '@leat/kernel';
import type { ChainHeader } from '../store/header.ts';

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
  path?(hash: string): Promise<string | null>;
  /** Folders that `path` can lead into: the session's own, then those of the sessions it was forked from. */
  folders?(): Promise<readonly string[]>;
}

/** One chain's file, opened for appending under the session's lease. */
export interface ChainLog {
  readonly session: SessionId;
  readonly chain: ChainId;
  /** Appends records in order; resolves when all are at `level`. Never rejects for a full disk: see `onFailure`. */
  append(records: readonly TimelineRecord[], level?: Durability): Promise<void>;
  /** Null while healthy; a coded error once the log is in memory-only mode: nothing later is on disk, what was acknowledged before is. */
  readonly failure: Error | null;
  /** What the person should be told once, when the session is opened: a network disk, memory-only mode. */
  readonly warnings: readonly ReadNotice[];
  /** The last line written: its number and crc, the name of this moment for a fork. */
  readonly tip: ChainTip;
  /** Waits for what is queued; releases the lease when the session's last log is closed. Idempotent. */
  close(): Promise<void>;
}

/** A line of a chain's file, by number and crc. */
export interface ChainTip {
  readonly seq: number;
  readonly crc: string;
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
  /** The first line of the file, which is no record; null where it could not be read. */
  readonly header: ChainHeader | null;
  /** The last line of the file. */
  readonly tip: ChainTip;
}

export interface ReadNotice {
  readonly code: string;
  /** Line number in the file, from 1, where known. */
  readonly line: number | null;
  readonly message: string;
}

export interface SessionStore {
  /** Sessions of a working directory (all when null), newest first. Whole files are read only where no side index tells. */
  list(cwd: string | null): Promise<readonly SessionSummary[]>;
  /**
   * A new session, locked for this process. `chain`: whose the session's own file is, `main` unless an import brings an
   * agent's chain alone. Rejects with LEAT_STORE_EXISTS. Where nothing can be written, the log is memory-only from the start.
   */
  create(options: {
    readonly session: SessionId;
    readonly cwd: string;
    readonly chain?: ChainId;
  }): Promise<ChainLog>;
  /** Opens for appending: takes the lease (LEAT_STORE_LOCKED when another live leat holds it), repairs the tail on disk, reads. */
  open(session: SessionId): Promise<{ readonly log: ChainLog; readonly loaded: LoadedChain }>;
  /** An agent's chain of a session that this store has open: made where it is not there. */
  openAgent(
    session: SessionId,
    chain: ChainId,
  ): Promise<{ readonly log: ChainLog; readonly loaded: LoadedChain }>;
  /** Reads without lease and without writing: the session's own chain, or an agent's. */
  read(session: SessionId, agent?: ChainId): Promise<LoadedChain>;
  /** The agents' chains of a session. */
  agents(session: SessionId): Promise<readonly ChainId[]>;
  /**
   * A new session whose path is the parent's up to and with record `at` (its end when absent), plus its own. Rejects with
   * LEAT_STORE_DAMAGED where the parent is damaged before that point.
   */
  fork(options: {
    readonly from: SessionId;
    readonly at?: Uuid;
    readonly session: SessionId;
    readonly cwd?: string;
  }): Promise<{ readonly log: ChainLog; readonly loaded: LoadedChain }>;
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
