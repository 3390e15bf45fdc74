/**
 * The id that the wire carries for a call (N9, API-CONTRACT B12, B14): its own where it can, else a pure function of the id
 * and of how often it came before on the path. Injective: two ids that become alike by cleaning keep a digest apart.
 */
import type { ToolUseBlock } from '../timeline/block.ts';
import { TOOL_ID_CHARS_MAX } from '../limits.ts';
import type { Setting } from './draft.ts';
import type { Digest } from './types.ts';

const carried = new RegExp(`^[A-Za-z0-9_-]{1,${TOOL_ID_CHARS_MAX}}$`);
/** Tries to find a free id by counting on; behind them a digest decides. */
const TRIES_MAX = 64;

/** Whether the wire can carry this id as it is. */
export const isCarriedId = (id: string): boolean => carried.test(id);

/** The wire id of an id that came `seen` times before. */
export function derivedId(id: string, seen: number, digest: Digest): string {
  if (isCarriedId(id) && seen === 0) return id;
  const base = id.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 32);
  const apart = isCarriedId(id) ? '' : `_${digest(id).slice(0, 12)}`;
  return `${base === '' ? 'call' : base}${apart}${seen === 0 ? '' : `_${seen + 1}`}`;
}

/** Gives each call of a segment its wire id, in order. */
export function wireIds({ ids, digest }: Setting): (call: ToolUseBlock) => string {
  const usedHere = new Set<string>();
  const seenHere = new Map<string, number>();
  const isFree = (id: string) => !usedHere.has(id) && !ids.used(id);
  return (call) => {
    const seen = ids.seen(call.id) + (seenHere.get(call.id) ?? 0);
    seenHere.set(call.id, (seenHere.get(call.id) ?? 0) + 1);
    const decided = call.wireId !== undefined && isCarriedId(call.wireId) && isFree(call.wireId);
    const id = decided && call.wireId !== undefined ? call.wireId : freeId(call.id, seen, digest, isFree);
    usedHere.add(id);
    return id;
  };
}

function freeId(id: string, seen: number, digest: Digest, isFree: (id: string) => boolean): string {
  for (let more = 0; more < TRIES_MAX; more++) {
    const candidate = derivedId(id, seen + more, digest);
    if (isFree(candidate)) return candidate;
  }
  return `call_${digest(`${id} ${seen}`).slice(0, 40)}`;
}
