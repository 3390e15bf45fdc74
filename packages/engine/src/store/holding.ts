/** The leases that this process holds: one per session, kept as long as any of the session's chains is open for appending. */
import type { SessionId } from '@leat/kernel';
import { LeatError, systemCode } from '../errors.ts';
import { storeFailure } from './failure.ts';
import { type Lease, type LeaseWorld, takeLease } from './lease.ts';

export interface Held {
  /** Null where nothing can be written: there is nothing to protect. */
  readonly lease: Lease | null;
  /** Why nothing can be written, if so. */
  readonly failure: LeatError | null;
}

export interface Holding {
  /** Takes the session's lease. Rejects with LEAT_STORE_LOCKED while anyone, this process included, has it open. */
  take(session: SessionId, folder: string): Promise<Held>;
  /** One more chain of a session that is held, or null. */
  join(session: SessionId): Held | null;
  /** One chain less; the last one gives the lease back. */
  leave(session: SessionId): Promise<void>;
}

export function leaseHolding(world: LeaseWorld): Holding {
  const all = new Map<SessionId, { held: Held; chains: number }>();
  const taking = new Set<SessionId>();
  return {
    take: async (session, folder) => {
      if (all.has(session) || taking.has(session)) {
        throw new LeatError('LEAT_STORE_LOCKED', 'the session is open in this process already');
      }
      taking.add(session);
      try {
        const held = await takeOrFail(world, folder);
        all.set(session, { held, chains: 1 });
        return held;
      } finally {
        taking.delete(session);
      }
    },
    join: (session) => {
      const entry = all.get(session);
      if (!entry) return null;
      entry.chains += 1;
      return entry.held;
    },
    leave: async (session) => {
      const entry = all.get(session);
      if (!entry) return;
      entry.chains -= 1;
      if (entry.chains > 0) return;
      all.delete(session);
      await entry.held.lease?.release();
    },
  };
}

async function takeOrFail(world: LeaseWorld, folder: string): Promise<Held> {
  try {
    return { lease: await takeLease(world, folder), failure: null };
  } catch (error) {
    if (error instanceof LeatError) throw error;
    if (systemCode(error) === '') throw error; // no failure of the disk: a bug
    return { lease: null, failure: storeFailure(error, 'taking the lease of the session') };
  }
}
