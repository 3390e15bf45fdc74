/**
 * Prediction (SPEC 14.5): what the next request reads and writes. With nothing changed it reads exactly what the last one
 * read and wrote; after an epoch, what the longest prefix read that still stands, found by block position; when every
 * entry has lapsed, nothing.
 *
 *     entries   ····e1········e2                 from the records, exact
 *     wire      ····b1····────b2──────b3         read = e2 (within the look-back of a breakpoint), write = b2 … b3
 */
import { CACHE_TTL_MS } from '../limits.ts';
import { type Calibration, NO_CALIBRATION, factorOf } from '../tokens/calibrate.ts';
import { totalTokens } from '../tokens/estimate.ts';
import type { Breakpoints } from '../wire/breakpoints.ts';
import { type Wire, blockAt, blockCount } from '../wire/wire.ts';
import { type CacheEntry, headKey } from './cache-state.ts';

/** What is expected of the next request, in tokens. */
export interface Prediction {
  /** Exact where a billed entry is hit. */
  readonly read: number;
  /** An estimate. */
  readonly write: number;
  /** Position of the block up to which is read; -1 = head only, null = nothing. */
  readonly hit: number | null;
}

/** What else is known when predicting. */
export interface PredictOptions {
  /** Now, in milliseconds since the epoch; without it no entry has lapsed. */
  readonly nowMs?: number;
  readonly calibration?: Calibration;
}

/** Predicts; null where the request carries no breakpoint. */
export function predict(
  wire: Wire,
  plan: Breakpoints | null,
  options: PredictOptions = {},
): Prediction | null {
  const end = plan?.blocks.at(-1);
  if (plan === null || end === undefined) return null;
  const factor = factorOf(wire.estimate, options.calibration ?? NO_CALIBRATION);
  const hit = firstImageComes(wire) ? null : longestHit(wire, plan, options);
  if (hit !== null) {
    return {
      read: hit.entry.tokens,
      write: Math.ceil(tokensBetween(wire, hit.at, end) * factor),
      hit: hit.at,
    };
  }
  const whole = Math.ceil(
    (totalTokens(wire.estimate) - tokensBetween(wire, end, blockCount(wire) - 1)) * factor,
  );
  const head =
    plan.head && isHeadWarm(wire, options) ? Math.ceil(totalTokens(wire.head.estimate) * factor) : 0;
  const min = wire.profile.cacheableTokensMin;
  if (head >= min) return { read: head, write: Math.max(0, whole - head), hit: -1 };
  return { read: 0, write: whole >= min ? whole : 0, hit: null };
}

interface Hit {
  readonly at: number;
  readonly entry: CacheEntry;
}

/** The longest live entry that a breakpoint finds within its look-back. */
function longestHit(wire: Wire, plan: Breakpoints, options: PredictOptions): Hit | null {
  const byChain = new Map(wire.cache.entries.map((entry) => [entry.chain, entry]));
  let longest: Hit | null = null;
  for (const from of plan.blocks) {
    const hit = lookBack(wire, from, byChain, options);
    if (hit !== null && (longest === null || hit.entry.tokens > longest.entry.tokens)) longest = hit;
  }
  return longest;
}

/** Neighbouring calls, and neighbouring results, count as one position (API-CONTRACT D5). */
function lookBack(
  wire: Wire,
  from: number,
  byChain: ReadonlyMap<string, CacheEntry>,
  options: PredictOptions,
): Hit | null {
  let seen = 0;
  let run = '';
  for (let at = from; at >= 0; at--) {
    const block = blockAt(wire, at);
    if (block === undefined) return null;
    const isRun = block.type === 'tool_use' || block.type === 'tool_result';
    if (!isRun || block.type !== run) seen++;
    run = block.type;
    if (seen > wire.profile.cacheLookBack) return null;
    const entry = byChain.get(block.chain);
    if (entry !== undefined && isLive(entry, options)) return { at, entry };
  }
  return null;
}

const isLive = (
  { atMs, ttl }: { readonly atMs: number; readonly ttl: CacheEntry['ttl'] },
  options: PredictOptions,
) => options.nowMs === undefined || options.nowMs - atMs <= CACHE_TTL_MS[ttl];

function isHeadWarm(wire: Wire, options: PredictOptions): boolean {
  const sent = wire.cache.heads.get(headKey(wire.profile.name, wire.head.hash));
  return sent !== undefined && isLive(sent, options);
}

/** The first image of a conversation loses the messages' cache (API-CONTRACT D, invalidation). */
const firstImageComes = (wire: Wire): boolean =>
  wire.sealed.state.carry.media.images === 0 && wire.open.state.carry.media.images > 0;

/** Raw tokens behind one position, up to and including another. */
function tokensBetween(wire: Wire, after: number, upTo: number): number {
  let tokens = 0;
  for (let at = after + 1; at <= upTo; at++) tokens += blockAt(wire, at)?.tokens ?? 0;
  return tokens;
}
