/**
 * The prompt cache of API-CONTRACT D. An entry is the hash of a prefix; it lives from the start of the request that
 * wrote or last read it (D6) and can be read by requests that arrive after its first answer began (D7).
 *
 *     positions   ·····h··········w     h: nearest entry within the look-back of a breakpoint: read up to here
 *     breakpoints      1          2     w: everything from h to the last breakpoint is written
 */

import { CACHE_ENTRIES_MAX, LOOK_BACK_POSITIONS } from '../server/limits.ts';
import type { Rendered, Ttl } from './render.ts';

/** Milliseconds that an entry lives. */
const TTL_MS: Readonly<Record<Ttl, number>> = { '5m': 300_000, '1h': 3_600_000 };

/** What one request reads and writes. */
interface CachePlan {
  readonly uncached: number;
  readonly read: number;
  readonly write5m: number;
  readonly write1h: number;
  /** Positions with a breakpoint, and the position up to which was read (−1: nothing). */
  readonly breakpoints: readonly number[];
  readonly hit: number;
  readonly positions: number;
}

/** When a request came, in the order of arrivals and first bytes, and on the clock. */
interface Arrival {
  readonly order: number;
  readonly atMs: number;
}

interface Entry {
  readonly ttl: Ttl;
  readonly visibleFrom: number;
  expiresMs: number;
}

/** A plan together with its effect, which takes place when the answer begins. */
export interface PlannedCache extends CachePlan {
  /** Writes and refreshes entries. `order` is the moment in the order of arrivals. */
  begin(order: number): void;
}

/** The prefixes that are held. */
export interface PrefixCache {
  /** What a request would read and write now. Changes nothing. */
  plan(rendered: Rendered, arrival: Arrival, tokensMin: number): PlannedCache;
  /** Entries held, dead ones included until they are met. */
  readonly size: number;
  clear(): void;
}

/** An empty cache. */
export function createPrefixCache(): PrefixCache {
  const entries = new Map<string, Entry>();

  const liveAt = (hash: string, arrival: Arrival): Entry | null => {
    const entry = entries.get(hash);
    if (entry === undefined) return null;
    if (entry.expiresMs <= arrival.atMs) {
      entries.delete(hash);
      return null;
    }
    return entry.visibleFrom < arrival.order ? entry : null;
  };

  const plan = (rendered: Rendered, arrival: Arrival, tokensMin: number): PlannedCache => {
    const { positions } = rendered;
    const breakpoints = positions.flatMap((position, index) => (position.mark === null ? [] : [index]));
    const found = breakpoints.map((index) => lookBack(rendered, index, (hash) => liveAt(hash, arrival)));
    const hit = Math.max(-1, ...found);
    const writes = breakpoints.filter(
      (index) =>
        (positions[index]?.tokens ?? 0) >= tokensMin &&
        liveAt(positions[index]?.hash ?? '', arrival) === null,
    );
    const begin = (order: number) => {
      for (const index of found) refresh(entries.get(positions[index]?.hash ?? ''), arrival.atMs);
      for (const index of writes) {
        const position = positions[index];
        if (position === undefined || position.mark === null) continue;
        write(entries, position.hash, position.mark, arrival.atMs, order);
      }
    };
    return { ...shares(rendered, hit, writes), breakpoints, hit, positions: positions.length, begin };
  };

  return {
    plan,
    get size() {
      return entries.size;
    },
    clear: () => entries.clear(),
  };
}

/** The nearest live entry at or before a breakpoint, within its look-back; −1 for none. */
function lookBack(rendered: Rendered, from: number, live: (hash: string) => Entry | null): number {
  const { positions } = rendered;
  let seen = 1;
  for (let index = from; index >= 0; index--) {
    const position = positions[index];
    if (position === undefined) return -1;
    if (index < from) {
      const sameRun = position.run !== null && position.run === positions[index + 1]?.run;
      if (!sameRun) seen++;
    }
    if (seen > LOOK_BACK_POSITIONS) return -1;
    if (live(position.hash) !== null) return index;
  }
  return -1;
}

/** Tokens by class: read up to the hit, then written at one hour up to the last such breakpoint, then at five minutes. */
function shares(rendered: Rendered, hit: number, writes: readonly number[]) {
  const tokensAt = (index: number) => rendered.positions[index]?.tokens ?? 0;
  const behind = writes.filter((index) => index > hit);
  const lastLong = behind.findLast((index) => rendered.positions[index]?.mark === '1h') ?? hit;
  const last = behind.at(-1) ?? hit;
  return {
    read: tokensAt(hit),
    write1h: tokensAt(lastLong) - tokensAt(hit),
    write5m: tokensAt(last) - tokensAt(lastLong),
    uncached: rendered.tokens - tokensAt(last),
  };
}

function refresh(entry: Entry | undefined, atMs: number): void {
  if (entry !== undefined) entry.expiresMs = Math.max(entry.expiresMs, atMs + TTL_MS[entry.ttl]);
}

function write(entries: Map<string, Entry>, hash: string, ttl: Ttl, atMs: number, order: number): void {
  const known = entries.get(hash);
  const visibleFrom = known !== undefined && known.expiresMs > atMs ? known.visibleFrom : order;
  entries.delete(hash);
  entries.set(hash, { ttl, visibleFrom, expiresMs: atMs + TTL_MS[ttl] });
  if (entries.size <= CACHE_ENTRIES_MAX) return;
  const oldest = entries.keys().next();
  if (oldest.done !== true) entries.delete(oldest.value);
}
