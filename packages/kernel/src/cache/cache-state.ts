/**
 * What the server's cache holds, as far as the records of this chain tell (SPEC 14.5): each answered request left an entry
 * at its last breakpoint, of exactly as many tokens as it read and wrote. Follows the file, not the path: a rewind finds
 * the entries of the branch it left.
 */
import type { Fold } from '../timeline/fold.ts';
import { fileState } from '../timeline/fold.ts';
import type { RequestRecord, ResponseRecord, TimelineRecord } from '../timeline/record.ts';
import { type Timeline, recordOf } from '../timeline/timeline.ts';
import type { CacheTtl } from '../model/profile.ts';
import { CACHE_ENTRIES_MAX } from '../limits.ts';
import { isoMilliseconds } from './iso-time.ts';

/** A prefix that was billed. */
export interface CacheEntry {
  /** Hash chain at its end. */
  readonly chain: string;
  /** Exact size: what was read and written up to here. */
  readonly tokens: number;
  readonly ttl: CacheTtl;
  /** When it was last written or read, in milliseconds since the epoch. */
  readonly atMs: number;
}

/** Entries, the newest last, and when each head was last sent. */
export interface CacheState {
  readonly entries: readonly CacheEntry[];
  /** By profile and head hash: when system and tools were last read or written, in milliseconds. */
  readonly heads: ReadonlyMap<string, { readonly atMs: number; readonly ttl: CacheTtl }>;
}

export const COLD_CACHE: CacheState = { entries: [], heads: new Map() };

/** Key of a head in `heads`. */
export const headKey = (profile: string, head: string): string => `${profile} ${head}`;

const cacheFold: Fold<CacheState> = {
  initial: COLD_CACHE,
  step: (state, record, _at, timeline) => answered(state, record, timeline),
};

/** The state after all records of the file. */
export const cacheStateOf = (timeline: Timeline): CacheState => fileState(timeline, cacheFold);

function answered(state: CacheState, record: TimelineRecord, timeline: Timeline): CacheState {
  if (record.type !== 'response' || record.outcome !== 'accepted' || record.usage === null) return state;
  const request = recordOf(timeline, record.request);
  return request?.type === 'request' ? afterResponse(state, request, record) : state;
}

/** The state after one more answer. Lifetimes count from the start of the request (API-CONTRACT D6). */
function afterResponse(state: CacheState, request: RequestRecord, response: ResponseRecord): CacheState {
  const { usage } = response;
  if (usage === null) return state;
  const tokens = usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h;
  if (tokens === 0) return state;
  const atMs = isoMilliseconds(request.timestamp) ?? 0;
  const before = state.entries.at(-1)?.ttl ?? '5m';
  const ttl = usage.cacheWrite1h > 0 ? '1h' : usage.cacheWrite5m > 0 ? '5m' : before;
  const others = state.entries
    .filter((entry) => entry.chain !== request.chainHash)
    .map((entry) =>
      entry.tokens === usage.cacheRead && entry === state.entries.at(-1) ? { ...entry, atMs } : entry,
    );
  const entries = [...others, { chain: request.chainHash, tokens, ttl, atMs }].slice(-CACHE_ENTRIES_MAX);
  const heads = new Map(state.heads).set(headKey(request.profile, request.head), { atMs, ttl });
  return { entries, heads };
}
