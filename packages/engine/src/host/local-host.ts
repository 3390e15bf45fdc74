/** The durable host on this machine's files (SPEC 5): real clock, real ids, sessions under one leat home. */
import { nodeDisk } from '../store/node-disk.ts';
import { localProcesses } from '../store/process-identity.ts';
import { sessionStore } from '../store/session-store.ts';
import type { Host } from './host.ts';
import { realClock, realIds } from './real-time.ts';

export interface LocalHostOptions {
  /** The leat home: everything that leat writes lies under it. */
  readonly home: string;
  /** Version of leat, written into headers. */
  readonly version: string;
}

/** Nothing is read or written before the first call. */
export function localHost(options: LocalHostOptions): Host {
  const sessions = sessionStore({
    disk: nodeDisk(),
    home: options.home,
    clock: realClock,
    ids: realIds,
    processes: localProcesses(),
    version: options.version,
  });
  return { clock: realClock, ids: realIds, sessions };
}
