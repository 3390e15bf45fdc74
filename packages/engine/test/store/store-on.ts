/** A session store on any disk, in one process that is alive. */
import type { SessionStore } from '../../src/host/host.ts';
import { realClock, realIds } from '../../src/host/real-time.ts';
import type { Disk } from '../../src/store/disk.ts';
import type { ProcessTable } from '../../src/store/process-identity.ts';
import { sessionStore } from '../../src/store/session-store.ts';

/** `state`: what is known of any other process. */
export const processTable = (pid: number, state: () => 'alive' | 'gone' | 'elsewhere'): ProcessTable => ({
  self: async () => ({ pid, started: '1', boot: 'b', host: 'h' }),
  state: async () => state(),
});

export const storeOn = (
  disk: Disk,
  home = '/h',
  processes: ProcessTable = processTable(1, () => 'gone'),
): SessionStore => sessionStore({ disk, home, clock: realClock, ids: realIds, processes, version: '0' });
