/** A host that lasts as long as the object: for tests, the SDK without persistence, and simulations. The store is the shipped one. */
import { memoryDisk } from '../store/memory-disk.ts';
import type { ProcessTable } from '../store/process-identity.ts';
import { sessionStore } from '../store/session-store.ts';
import type { Clock, Host, Ids } from './host.ts';
import { realClock, realIds } from './real-time.ts';

export interface MemoryHostOptions {
  readonly clock?: Clock;
  readonly ids?: Ids;
  /** Version of leat, written into headers. */
  readonly version?: string;
}

/** One process that is always alive. */
const onlyProcess: ProcessTable = {
  self: () => Promise.resolve({ pid: 1, started: '0', boot: 'memory', host: 'memory' }),
  state: () => Promise.resolve('alive'),
};

export function memoryHost(options: MemoryHostOptions = {}): Host {
  const clock = options.clock ?? realClock;
  const ids = options.ids ?? realIds;
  const sessions = sessionStore({
    disk: memoryDisk(() => clock.now()),
    home: '/leat',
    clock,
    ids,
    processes: onlyProcess,
    version: options.version ?? '0',
  });
  return { clock, ids, sessions };
}
