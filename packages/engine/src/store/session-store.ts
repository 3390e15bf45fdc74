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

interface NewChain {
  readonly session: SessionId;
  readonly chain: ChainId;
  readonly cwd: string;
  readonly path: string;
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
    at: { readonly session: SessionId; readonly chain: ChainId; readonly path: string },
    held: Held,
    writer: GroupWriter | null,
    failure: LeatError | null,
    tip = { seq: -1, crc: NO_PREVIOUS },
  ): Promise<ChainLog> =>
    chainLog({
      session: at.session,
      chain: at.chain,
      blobs: places.blobs(at.session),
      writer,
      failure,
      warnings: await warningsOf(disk, world.home, failure),
      tip,
      check: async () => held.lease?.check(),
      closed: () => holding.leave(at.session),
    });

  const make = async (held: Held, chain: NewChain): Promise<ChainLog> => {
    if (held.failure) return logOf(chain, held, null, held.failure);
    const header = { ...chain, createdAt: now(), leat: world.version, fence: held.lease?.fence ?? 0 };
    const writer = await orFailure(() =>
      createChain(disk, chain.path, header, `${chain.path}.${ids.uuid()}.tmp`),
    );
    return writer instanceof LeatError ? logOf(chain, held, null, writer) : logOf(chain, held, writer, null);
  };

  const reopen = async (held: Held, session: SessionId, chain: ChainId, path: string): Promise<Opened> => {
    const opened = held.failure ?? (await orFailure(() => openChain(places, session, path)));
    if (!(opened instanceof LeatError)) {
      const own = opened.loaded.header?.chain ?? chain;
      return {
        log: await logOf({ session, chain: own, path }, held, opened.writer, null),
        loaded: opened.loaded,
      };
    }
    // Nothing can be written: what is there can still be read, and the log says why nothing is kept.
    const loaded = loadedOf(await readChainFile(places, session, path));
    return { log: await logOf({ session, chain, path }, held, null, opened, loaded.tip), loaded };
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
  }): Promise<{ log: ChainLog; paths: SessionPaths }> => {
    const paths = await places.fresh(options.session, options.cwd);
    const chain = {
      session: options.session,
      chain: options.chain ?? MAIN_CHAIN,
      cwd: options.cwd,
      path: paths.file,
      forkOf: options.forkOf ?? null,
    };
    return { log: await taken(options.session, paths.folder, (held) => make(held, chain)), paths };
  };

  return coded({
    list: (cwd) => listSessions(places, world.home, cwd),
    create: async (options) => (await create(options)).log,
    open: async (session) => {
      const paths = await places.needed(session);
      return taken(session, paths.folder, (held) => reopen(held, session, MAIN_CHAIN, paths.file));
    },
    openAgent: async (session, chain) => {
      const paths = await places.needed(session);
      const path = agentFile(paths, chain);
      const held = holding.join(session);
      if (!held) throw new LeatError('LEAT_STORE_CLOSED', `the session ${session} is not open`);
      try {
        if (await disk.stat(path)) return await reopen(held, session, chain, path);
        const main = await readHeaderCwd(places, paths);
        const log = await make(held, { session, chain, cwd: main, path, forkOf: null });
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
      const { log, paths } = await create({ session: options.session, cwd, forkOf });
      if (log.failure) {
        const at = options.at;
        const all = loadedOf(lineage);
        const end =
          at === undefined ? all.records.length : all.records.findIndex((one) => one.uuid === at) + 1;
        return { log, loaded: { ...all, records: all.records.slice(0, end), tip: log.tip } };
      }
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

async function readHeaderCwd(places: ReturnType<typeof placesUnder>, paths: SessionPaths): Promise<string> {
  const lineage = await readChainFile(places, paths.session, paths.file);
  return lineage.reading.header?.cwd ?? '';
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
