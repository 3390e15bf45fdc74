/**
 * Where `cache_control` stands: four slots (SPEC 9.5).
 *
 *     system ①│ … ②│ first block that waiting marks would change … ③│ what came since … ④│ open end
 *
 * 1 end of system · 2 anchor: keeps the prefix in front of a coming epoch alive · 3 the last block of the request before:
 * an exact hit, whatever was added since · 4 the last block. Never on thinking or in a system message; blank text and
 * deferred tools never come here.
 */
import { BREAKPOINTS_MAX } from '../limits.ts';
import type { CacheTtl, Profile } from '../model/profile.ts';
import type { RequestSettings } from '../assembly/types.ts';
import { type Wire, blockAt, blockCount } from './wire.ts';

/** The breakpoints of one request. */
export interface Breakpoints {
  readonly ttl: CacheTtl;
  readonly head: boolean;
  /** Positions of blocks over the whole wire, rising. */
  readonly blocks: readonly number[];
}

/** The plan for a request; null where caching is off or the endpoint has none. */
export function breakpointsOf(wire: Wire, cache: RequestSettings['cache']): Breakpoints | null {
  const ttl = ttlOf(wire.profile, cache);
  if (ttl === null) return null;
  const firstMarked = wire.marks.reduce((least, mark) => Math.min(least, mark.firstBlock ?? least), Infinity);
  const anchor = Number.isFinite(firstMarked) ? markableUpTo(wire, firstMarked - 1) : null;
  const exact = markableUpTo(wire, wire.sealed.blocks.length - 1);
  const last = markableUpTo(wire, blockCount(wire) - 1);
  const head = wire.head.breakpointAt !== null;
  const wanted = [anchor, exact, last].filter((position) => position !== null);
  const blocks = [...new Set(wanted)].toSorted((a, b) => a - b).slice(-(BREAKPOINTS_MAX - (head ? 1 : 0)));
  return { ttl, head, blocks };
}

/** The lifetime asked for, or the one that the endpoint has. */
function ttlOf(profile: Profile, cache: RequestSettings['cache']): CacheTtl | null {
  if (!cache.enabled) return null;
  return profile.cacheTtls.includes(cache.ttl) ? cache.ttl : (profile.cacheTtls[0] ?? null);
}

/** The last position up to this one that can carry a mark. Unmarkable runs are as short as an answer's thinking. */
export function markableUpTo(wire: Wire, position: number): number | null {
  for (let at = position; at >= 0; at--) if (blockAt(wire, at)?.markable === true) return at;
  return null;
}

/** What goes in before a block's closing brace. */
export const cacheControl = (ttl: CacheTtl): string =>
  ttl === '1h' ? ',"cache_control":{"type":"ephemeral","ttl":"1h"}' : ',"cache_control":{"type":"ephemeral"}';
