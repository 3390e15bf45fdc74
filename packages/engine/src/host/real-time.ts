/** The real clock and real ids. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, Ids } from './host.ts';

/** The clock of this machine. */
export const realClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    try {
      await sleep(ms, undefined, signal ? { signal } : {});
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    }
  },
};

/** RFC 4122 ids and real chance. */
export const realIds: Ids = { uuid: () => randomUUID(), random: () => Math.random() };
