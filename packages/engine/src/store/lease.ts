/**
 * One writer per session: a file whose name carries the fence number.
 *
 *     lease.3 (theirs, stale) ─ link a new file as lease.4: exactly one taker succeeds ─→ remove lease.3
 *
 * The holder of the highest number is the writer. A holder is still the writer while its own file is there and the next
 * number is not; takers remove lower numbers in ascending order, so one of the two tells at every moment. The file's
 * modification time is the heartbeat.
 */
import { join } from 'node:path';
import { LeatError, systemCode } from '../errors.ts';
import { type Disk, readWhole, writeAll } from './disk.ts';
import { STORE_LIMITS } from './limits.ts';
import type { ProcessIdentity, ProcessTable } from './process-identity.ts';

export interface Lease {
  readonly fence: number;
  /** Rejects with LEAT_STORE_FENCED where another writer took over. */
  check(): Promise<void>;
  release(): Promise<void>;
}

export interface LeaseWorld {
  readonly disk: Disk;
  readonly processes: ProcessTable;
  readonly now: () => number;
  readonly uuid: () => string;
}

interface Holder extends ProcessIdentity {
  readonly fence: number;
  /** ISO 8601. */
  readonly since: string;
  readonly released: boolean;
}

const NAME = /^lease\.(\d{1,15})$/;
const HOLDER_BYTES_MAX = 4096;

/** Takes the lease of the session whose folder this is; rejects with LEAT_STORE_LOCKED while a live leat holds it. */
export async function takeLease(world: LeaseWorld, folder: string): Promise<Lease> {
  await world.disk.makeFolder(folder);
  for (let tries = 0; tries < STORE_LIMITS.leaseTriesMax; tries += 1) {
    const fences = await fencesOf(world.disk, folder);
    const highest = fences.at(-1) ?? 0;
    if (highest > 0) await refuseLive(world, join(folder, `lease.${highest}`));
    const fence = highest + 1;
    if (!(await claim(world, folder, fence))) continue;
    if ((await fencesOf(world.disk, folder)).at(-1) !== fence) {
      // Others went past this number while we looked: it had been used and removed before.
      await world.disk.remove(join(folder, `lease.${fence}`));
      continue;
    }
    for (const older of fences) await world.disk.remove(join(folder, `lease.${older}`));
    return held(world, folder, fence);
  }
  throw new LeatError('LEAT_STORE_LOCKED', 'other leats are opening this session at the same time');
}

/** Numbers of the lease files, ascending. */
async function fencesOf(disk: Disk, folder: string): Promise<readonly number[]> {
  const fences: number[] = [];
  for (const name of await disk.names(folder)) {
    const match = NAME.exec(name);
    if (match) fences.push(Number(match[1]));
  }
  return fences.toSorted((a, b) => a - b);
}

async function refuseLive(world: LeaseWorld, path: string): Promise<void> {
  const content = await readWhole(world.disk, path, HOLDER_BYTES_MAX);
  const stat = await world.disk.stat(path);
  if (!stat) return; // released or taken over meanwhile: the claim will tell
  const age = world.now() - stat.modifiedMs;
  const holder = content && parseHolder(content);
  if (!holder) {
    if (age < STORE_LIMITS.unreadableLeaseMs) throw locked('another leat is opening this session');
    return;
  }
  if (holder.released) return;
  const state = await world.processes.state(holder);
  if (state === 'gone') return;
  if (state === 'elsewhere' && age > STORE_LIMITS.foreignLeaseStaleMs) return;
  const where = state === 'elsewhere' ? ` on ${holder.host}` : '';
  throw locked(`the session is open in another leat: process ${holder.pid}${where}, since ${holder.since}`);
}

const locked = (message: string): LeatError => new LeatError('LEAT_STORE_LOCKED', message);

async function claim(world: LeaseWorld, folder: string, fence: number): Promise<boolean> {
  const holder = await holderOf(world, fence, false);
  const temporary = join(folder, `lease.${world.uuid()}.tmp`);
  await writeHolder(world.disk, temporary, holder);
  try {
    await world.disk.link(temporary, join(folder, `lease.${fence}`));
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await world.disk.remove(temporary);
  }
}

async function holderOf(world: LeaseWorld, fence: number, released: boolean): Promise<Holder> {
  const self = await world.processes.self();
  return { ...self, fence, since: new Date(world.now()).toISOString(), released };
}

async function writeHolder(disk: Disk, path: string, holder: Holder): Promise<void> {
  const file = await disk.open(path, 'create');
  try {
    await writeAll(file, Buffer.from(`${JSON.stringify(holder)}\n`), STORE_LIMITS.shortWritesMax);
  } finally {
    await file.close();
  }
}

function parseHolder(content: Buffer): Holder | null {
  try {
    const value: unknown = JSON.parse(content.toString('utf8'));
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('host' in value)) return null;
    return typeof value.pid === 'number' && typeof value.host === 'string' ? (value as Holder) : null; // our own file
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function held(world: LeaseWorld, folder: string, fence: number): Lease {
  const own = join(folder, `lease.${fence}`);
  const next = join(folder, `lease.${fence + 1}`);
  let beating = Promise.resolve();
  const beat = (): void => {
    beating = world.disk.touch(own).catch((error: unknown) => {
      void error; // a lease that is gone is found out by the check before the next group
    });
  };
  const timer = setInterval(beat, STORE_LIMITS.heartbeatMs);
  timer.unref();
  const check = async (): Promise<void> => {
    const [mine, theirs] = await Promise.all([world.disk.stat(own), world.disk.stat(next)]);
    if (mine && !theirs) return;
    throw new LeatError('LEAT_STORE_FENCED', 'another leat took this session over');
  };
  return {
    fence,
    check,
    release: async () => {
      clearInterval(timer);
      await beating;
      try {
        await markReleased(world, folder, fence);
      } catch (error) {
        void error; // a full or read-only disk: the lease is stale as soon as this process is gone
      }
    },
  };
}

/** The number must go on rising, so the file stays and says that nobody holds it. */
async function markReleased(world: LeaseWorld, folder: string, fence: number): Promise<void> {
  const own = join(folder, `lease.${fence}`);
  if (!(await world.disk.stat(own))) return;
  const temporary = join(folder, `lease.${world.uuid()}.tmp`);
  await writeHolder(world.disk, temporary, await holderOf(world, fence, true));
  await world.disk.rename(temporary, own);
}
