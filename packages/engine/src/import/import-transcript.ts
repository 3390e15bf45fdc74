/**
 * A transcript of another agent becomes a session (SPEC 5).
 *
 *     bytes → objects → chain by chain: translate → media to blobs → append
 *
 * A file that is one sidechain becomes a session whose own chain is that agent's; in any other file a sidechain becomes a
 * chain of its own beside the main one.
 */
import {
  asSessionId,
  type ChainId,
  type Control,
  MAIN_CHAIN,
  type SessionId,
  type TimelineRecord,
} from '@leat/kernel';
import { LeatError } from '../errors.ts';
import type { ChainLog, Host, ReadNotice } from '../host/host.ts';
import { nodeDisk } from '../store/node-disk.ts';
import { IMPORT_LIMITS, STORE_LIMITS } from '../store/limits.ts';
import { type ForeignRecord, isMessage, text } from './foreign.ts';
import { foreignRecords } from './lines.ts';
import { withMediaInBlobs } from './media.ts';
import { type ImportNotices, importNotices } from './notice.ts';
import { type Route, sidechainRoute } from './route.ts';
import { isWidelyUsedForm } from './sniff.ts';
import { type Translator, translator } from './translate.ts';

export interface ImportOptions {
  /** Id of the new session; a fresh one when absent. */
  readonly session?: SessionId;
  /** Working directory of the session where the transcript names none. */
  readonly cwd?: string;
  /** What the file is called, for the record; the path when a path was given. */
  readonly name?: string;
}

export interface ImportResult {
  readonly session: SessionId;
  /** Whose the session's own chain is: `main`, or an agent's. */
  readonly chain: ChainId;
  /** Records in the session's own chain. */
  readonly records: number;
  readonly cwd: string;
  /** Last model that answered, null where none is known. */
  readonly model: string | null;
  /** What the person should know. */
  readonly notices: readonly ReadNotice[];
}

/**
 * Imports a file (by its path) or its bytes. Rejects with LEAT_IMPORT_UNKNOWN_FORMAT, LEAT_IMPORT_EMPTY, or the store's code
 * where the session can't be kept; then no usable session is left behind.
 */
export async function importTranscript(
  source: string | Uint8Array,
  host: Host,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const notices = importNotices();
  const name = options.name ?? (typeof source === 'string' ? source : null);
  const chunks = unpacked(typeof source === 'string' ? fileChunks(source) : oneChunk(source), name);
  const records = foreignRecords(chunks, notices);
  const opening = await readOpening(records, name ?? 'the file');
  const session = options.session ?? asSessionId(host.ids.uuid());
  const route = sidechainRoute();
  const own = opening.main ? MAIN_CHAIN : ownChain(opening.records, route);
  const cwd = opening.cwd ?? options.cwd ?? '/';
  const log = await host.sessions.create({ session, cwd, chain: own });
  const writer = new ChainWriters(host, session, own, log, notices, controlOf(session, own, cwd, name));
  try {
    for (const record of opening.records) await writer.take(record, route(record.value));
    for await (const record of records) await writer.take(record, route(record.value));
    await writer.end();
  } finally {
    await writer.close();
  }
  if (log.failure) throw log.failure;
  if (writer.model === null) notices.add('LEAT_IMPORT_NO_MODEL', null);
  return { session, chain: own, records: writer.records, cwd, model: writer.model, notices: notices.list() };
}

interface Opening {
  readonly records: readonly ForeignRecord[];
  /** Whether a message of a main chain was met. */
  readonly main: boolean;
  readonly cwd: string | null;
}

/** Reads until the format, the working directory and the kind of chain are known. */
async function readOpening(records: AsyncGenerator<ForeignRecord>, name: string): Promise<Opening> {
  const opening: ForeignRecord[] = [];
  let main = false;
  let cwd: string | null = null;
  let judged = false;
  for (;;) {
    const next = await records.next();
    if (next.done) break;
    opening.push(next.value);
    const { value } = next.value;
    main ||= isMessage(value) && value.isSidechain !== true;
    cwd ??= text(value.cwd);
    if (opening.length < IMPORT_LIMITS.sniffRecords) continue;
    if (!judged) judge(opening, name);
    judged = true;
    if (main && cwd !== null) break;
  }
  if (!judged) judge(opening, name);
  return {
    records: opening,
    main: main || !opening.some((record) => record.value.isSidechain === true),
    cwd,
  };
}

function judge(records: readonly ForeignRecord[], name: string): void {
  if (records.length === 0) throw new LeatError('LEAT_IMPORT_EMPTY', `${name} holds no record`);
  if (isWidelyUsedForm(records)) return;
  throw new LeatError('LEAT_IMPORT_UNKNOWN_FORMAT', `${name} is no transcript that leat can read`);
}

/** The chain of a file that is one sidechain. */
function ownChain(records: readonly ForeignRecord[], route: Route): ChainId {
  const first = records.find((record) => record.value.isSidechain === true);
  return first ? route(first.value) : MAIN_CHAIN;
}

type SessionControl = Extract<Control, { readonly kind: 'session' }>;

const controlOf = (session: SessionId, chain: ChainId, cwd: string, name: string | null): SessionControl => ({
  kind: 'session',
  session,
  chain,
  cwd,
  version: '',
  importedFrom: name ?? 'bytes',
});

/** One translator and one log per chain, written in batches. */
class ChainWriters {
  readonly #host: Host;
  readonly #session: SessionId;
  readonly #own: ChainId;
  readonly #notices: ImportNotices;
  readonly #opening: SessionControl;
  readonly #chains = new Map<
    ChainId,
    { readonly log: ChainLog; readonly to: Translator; batch: TimelineRecord[] }
  >();
  records = 0;

  constructor(
    host: Host,
    session: SessionId,
    own: ChainId,
    log: ChainLog,
    notices: ImportNotices,
    opening: SessionControl,
  ) {
    this.#host = host;
    this.#session = session;
    this.#own = own;
    this.#notices = notices;
    this.#opening = opening;
    this.#chains.set(own, { log, to: translator(own, notices, opening), batch: [] });
  }

  get model(): string | null {
    return this.#chains.get(this.#own)?.to.model ?? null;
  }

  async take(record: ForeignRecord, routed: ChainId): Promise<void> {
    // In a file that is one sidechain the lines beside the conversation belong to it too.
    const chain = routed === MAIN_CHAIN ? this.#own : routed;
    const entry = this.#chains.get(chain) ?? (await this.#openAgent(chain, record.line));
    entry.batch.push(...entry.to.take(record));
    if (entry.batch.length >= IMPORT_LIMITS.batchRecords) await this.#flush(chain);
  }

  async #openAgent(chain: ChainId, line: number) {
    const { log } = await this.#host.sessions.openAgent(this.#session, chain);
    this.#notices.add('LEAT_IMPORT_SIDECHAIN', line, chain);
    const entry = {
      log,
      to: translator(chain, this.#notices, { ...this.#opening, chain }),
      batch: [] as TimelineRecord[], // an empty literal has no element type
    };
    this.#chains.set(chain, entry);
    return entry;
  }

  async end(): Promise<void> {
    for (const [chain, entry] of this.#chains) {
      entry.batch.push(...entry.to.end());
      await this.#flush(chain);
    }
  }

  async #flush(chain: ChainId): Promise<void> {
    const entry = this.#chains.get(chain);
    if (!entry) return;
    const blobs = this.#host.sessions.blobs(this.#session);
    const batch: TimelineRecord[] = [];
    for (const record of entry.batch) batch.push(await withMediaInBlobs(record, blobs));
    entry.batch = [];
    if (chain === this.#own) this.records += batch.length;
    await entry.log.append(batch, 'power');
  }

  async close(): Promise<void> {
    for (const { log } of this.#chains.values()) await log.close();
  }
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Refuses what is compressed, by its first two bytes, instead of calling it garbage. */
async function* unpacked(chunks: AsyncIterable<Uint8Array>, name: string | null): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst && chunk[0] === 0x1f && chunk[1] === 0x8b) {
      throw new LeatError('LEAT_IMPORT_UNKNOWN_FORMAT', `${name ?? 'the file'} is compressed with gzip`);
    }
    isFirst &&= chunk.length === 0;
    yield chunk;
  }
}

async function* fileChunks(path: string): AsyncGenerator<Uint8Array> {
  const disk = nodeDisk();
  const stat = await disk.stat(path);
  if (stat?.kind !== 'file') throw new LeatError('LEAT_IMPORT_UNKNOWN_FORMAT', `${path} is no regular file`);
  const file = await disk.open(path, 'read');
  try {
    for (let position = 0; ;) {
      const chunk = Buffer.allocUnsafe(STORE_LIMITS.chunkBytes);
      const count = await file.read(chunk, position);
      if (count === 0) break;
      position += count;
      yield chunk.subarray(0, count);
    }
  } finally {
    await file.close();
  }
}
