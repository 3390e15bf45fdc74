/**
 * Where keys came along a wire: an index that versions share. The newest owner adds in place; an older version looks only
 * below its own count, and copies when it goes another way.
 */
export interface Positions {
  /** Keys added so far; the position of the next one. */
  readonly count: number;
  readonly shared: { count: number; readonly byKey: Map<string, number[]> };
}

export const noPositions = (): Positions => ({ count: 0, shared: { count: 0, byKey: new Map() } });

/** Positions of a key, ascending. */
export function positionsOf(index: Positions, key: string): readonly number[] {
  const all = index.shared.byKey.get(key) ?? [];
  return (all.at(-1) ?? 0) < index.count ? all : all.filter((position) => position < index.count);
}

/** Adds keys in order; null takes a position without a key. */
export function withKeys(index: Positions, keys: readonly (string | null)[]): Positions {
  if (keys.length === 0) return index;
  const shared = index.shared.count === index.count ? index.shared : copied(index);
  for (const key of keys) {
    const position = shared.count++;
    if (key === null) continue;
    const list = shared.byKey.get(key);
    if (list === undefined) shared.byKey.set(key, [position]);
    else list.push(position);
  }
  return { count: shared.count, shared };
}

function copied(index: Positions): Positions['shared'] {
  const byKey = new Map<string, number[]>();
  for (const [key, positions] of index.shared.byKey) {
    const own = positions.filter((position) => position < index.count);
    if (own.length > 0) byKey.set(key, own);
  }
  return { count: index.count, byKey };
}
