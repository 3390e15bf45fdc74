/**
 * Sessions on a disk (SPEC 5): made, opened under a lease, read, forked, listed. The same code runs on real files and in
 * memory; what differs is the `Disk`.
 *
 *     open: lease ─→ read with ancestors ─→ mend the tail on disk ─→ log
 *              └ locked: refused          └ a full or read-only disk: a memory-only log that says why
 */
import { join } from 'node:path';
import { asChainId, type ChainId, MAIN_CHAIN, type SessionId } from '@leat/kernel';
import { LeatError, systemCode } from '../errors.ts';
import type { ChainLog, Clock, Ids, LoadedChain, ReadNotice, SessionStore } from '../host/host.ts';
import { chainLog } from './chain-log.ts';
import type { Disk } from './disk.ts';
import { storeFailure } from './failure.ts';
import { forkPointOf } from './fork.ts';
import type { GroupWriter } from './group-writer.ts';
import type { ForkPoint } from './header.ts';
import { type Held, leaseHolding } from './holding.ts';
import { NO_PREVIOUS } from './line.ts';
import { listSessions } from './listing.ts';
import { createChain, loadedOf, openChain, readChainFile } from './open-chain.ts';
import { agentFile, type SessionPaths } from './paths.ts';
import { peekHeader } from './lineage.ts';
import { writeIndex } from './side-index.ts';
import { factsOf } from './summary.ts';
import { placesUnder } from './places.ts';
import type { ProcessTable } from './process-identity.ts';

export interface StoreWorld {
  readonly disk: Disk;
  /** The leat home. */
  readonly home: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly processes: ProcessTable;
  /** Version of leat, for headers. */
  readonly version: string;
}

/** Where a chain lies; `index` is null for an agent's, which no list shows. */
interface Place {
  readonly session: SessionId;
  readonly chain: ChainId;
  readonly path: string;
  readonly index: string | null;
}

/** What stands before the first append of a log. */
type Before = Pick<LoadedChain, 'records' | 'tip'>;
const NOTHING: Before = { records: [], tip: { seq: -1, crc: NO_PREVIOUS } };

interface NewChain extends Place {
  readonly cwd: string;
  readonly forkOf: ForkPoint | null;
}

interface Opened {
  readonly log: ChainLog;
  readonly loaded: LoadedChain;
}

/** The session store on any disk. */
export function sessionStore(world: StoreWorld): SessionStore {
  const { disk, ids } = world;
  const now = (): number => world.clock.now();
  const places = placesUnder(disk, world.home, ids.uuid);
  const holding = leaseHolding({ disk, processes: world.processes, now, uuid: ids.uuid });

  const logOf = async (
    at: Place,
    held: Held,
    writer: GroupWriter | null,
    failure: LeatError | null,
    before: Before,
  ): Promise<ChainLog> => {
    let facts = factsOf(before.records);
    return chainLog({
      session: at.session,
      chain: at.chain,
      blobs: places.blobs(at.session),
      writer,
      failure,
      warnings: await warningsOf(disk, world.home, failure),
      tip: before.tip,
      written: (records) => {
        facts = factsOf(records, facts);
      },
      ending: async (ended) => {
        const { index } = at;
        if (index === null) return;
        const content = { version: 1, bytes: ended.size, crc: ended.last.crc, facts } as const;
        // Best effort: whoever needs the index finds that it doesn't fit, and reads the file.
        await orFailure(() => writeIndex(disk, index, `${index}.${ids.uuid()}.tmp`, content));
      },
      check: async () => held.lease?.check(),
      closed: () => holding.leave(at.session),
    });
  };

  const make = async (held: Held, chain: NewChain, before = NOTHING): Promise<ChainLog> => {
    if (held.failure) return logOf(chain, held, null, held.failure, before);
    const header = { ...chain, createdAt: now(), leat: world.version, fence: held.lease?.fence ?? 0 };
    const writer = await orFailure(() =>
      createChain(disk, chain.path, header, `${chain.path}.${ids.uuid()}.tmp`),
    );
    return writer instanceof LeatError
      ? logOf(chain, held, null, writer, before)
      : logOf(chain, held, writer, null, before);
  };

  const reopen = async (held: Held, at: Place): Promise<Opened> => {
    const { session, chain, path } = at;
    const opened = held.failure ?? (await orFailure(() => openChain(places, session, path)));
    if (!(opened instanceof LeatError)) {
      const own = opened.loaded.header?.chain ?? chain;
      return {
        log: await logOf({ ...at, chain: own }, held, opened.writer, null, opened.loaded),
        loaded: opened.loaded,
      };
    }
    // Nothing can be written: what is there can still be read, and the log says why nothing is kept.
    const loaded = loadedOf(await readChainFile(places, session, path));
    return { log: await logOf(at, held, null, opened, loaded), loaded };
  };

  const taken = async <T>(
    session: SessionId,
    folder: string,
    use: (held: Held) => Promise<T>,
  ): Promise<T> => {
    const held = await holding.take(session, folder);
    return use(held).catch(async (error: unknown) => {
      await holding.leave(session);
      throw error;
    });
  };

  const create = async (options: {
    readonly session: SessionId;
    readonly cwd: string;
    readonly chain?: ChainId;
    readonly forkOf?: ForkPoint;
    readonly before?: Before;
  }): Promise<{ log: ChainLog; paths: SessionPaths }> => {
    const paths = await places.fresh(options.session, options.cwd);
    const chain = {
      session: options.session,
      chain: options.chain ?? MAIN_CHAIN,
      cwd: options.cwd,
      path: paths.file,
      index: paths.index,
      forkOf: options.forkOf ?? null,
    };
    return {
      log: await taken(options.session, paths.folder, (held) => make(held, chain, options.before)),
      paths,
    };
  };

  return coded({
    list: (cwd) => listSessions(places, world.home, cwd),
    create: async (options) => (await create(options)).log,
    open: async (session) => {
      const paths = await places.needed(session);
      return taken(session, paths.folder, (held) =>
        reopen(held, { session, chain: MAIN_CHAIN, path: paths.file, index: paths.index }),
      );
    },
    openAgent: async (session, chain) => {
      const paths = await places.needed(session);
      const path = agentFile(paths, chain);
      const held = holding.join(session);
      if (!held) throw new LeatError('LEAT_STORE_CLOSED', `the session ${session} is not open`);
      try {
        if (await disk.stat(path)) return await reopen(held, { session, chain, path, index: null });
        const cwd = await cwdOf(disk, paths);
        const log = await make(held, { session, chain, cwd, path, index: null, forkOf: null });
        return { log, loaded: { records: [], notices: [], damaged: false, header: null, tip: log.tip } };
      } catch (error) {
        await holding.leave(session);
        throw error;
      }
    },
    read: async (session, agent) => {
      const paths = await places.needed(session);
      const path = agent === undefined ? paths.file : agentFile(paths, agent);
      if (!(await disk.stat(path))) throw new LeatError('LEAT_STORE_NOT_FOUND', `there is no agent ${agent}`);
      return loadedOf(await readChainFile(places, session, path));
    },
    agents: async (session) => {
      const names = await disk.names((await places.needed(session)).agents);
      return names.filter((name) => name.endsWith('.jsonl')).map((name) => asChainId(name.slice(0, -6)));
    },
    fork: async (options) => {
      const from = await places.needed(options.from);
      const lineage = await readChainFile(places, options.from, from.file);
      const forkOf = forkPointOf(options.from, lineage, options.at);
      const cwd = options.cwd ?? lineage.reading.header?.cwd ?? '';
      const parent = loadedOf(lineage);
      const end = parent.records.findIndex((record) => record.uuid === options.at) + 1;
      const records = options.at === undefined ? parent.records : parent.records.slice(0, end);
      const before = { ...NOTHING, records };
      const { log, paths } = await create({ session: options.session, cwd, forkOf, before });
      if (log.failure) return { log, loaded: { ...parent, records, tip: log.tip } };
      return { log, loaded: loadedOf(await readChainFile(places, options.session, paths.file)) };
    },
    blobs: (session) => places.blobs(session),
  });
}

/** Every failure of the disk leaves the store with a code of ours. */
function coded(store: SessionStore): SessionStore {
  const reading = async <T>(run: () => Promise<T>): Promise<T> => {
    const result = await orFailure(run);
    if (result instanceof LeatError) throw result;
    return result;
  };
  return {
    list: (cwd) => reading(() => store.list(cwd)),
    create: (options) => reading(() => store.create(options)),
    open: (session) => reading(() => store.open(session)),
    openAgent: (session, chain) => reading(() => store.openAgent(session, chain)),
    read: (session, agent) => reading(() => store.read(session, agent)),
    agents: (session) => reading(() => store.agents(session)),
    fork: (options) => reading(() => store.fork(options)),
    blobs: (session) => store.blobs(session),
  };
}

async function cwdOf(disk: Disk, paths: SessionPaths): Promise<string> {
  const file = await disk.open(paths.file, 'read');
  const header = await peekHeader(file).finally(() => file.close());
  return header?.cwd ?? '';
}

/** A failure of the disk as a value; everything else is thrown on. */
async function orFailure<T>(run: () => Promise<T>): Promise<T | LeatError> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof LeatError || systemCode(error) === '') throw error;
    return storeFailure(error, 'reading the session');
  }
}

async function warningsOf(
  disk: Disk,
  home: string,
  failure: LeatError | null,
): Promise<readonly ReadNotice[]> {
  if (failure) {
    const message = `nothing of this session is kept on disk: ${failure.message}`;
    return [{ code: 'LEAT_READ_MEMORY_ONLY', line: null, message }];
  }
  const network = await disk.networkKind(join(home));
  if (network === null) return [];
  const message = `${home} lies on a network file system (${network}), where the lock of a session is weaker`;
  return [{ code: 'LEAT_READ_NETWORK_DISK', line: null, message }];
}
