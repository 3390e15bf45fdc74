/** Canonical text of JSON values: equal text means that the API would hold two values for the same. */

import { NESTING_MAX } from './limits.ts';

/** JSON text with sorted keys. Deeper than the limit, values are told apart no more. */
export function canonicalJson(value: unknown, depth = 0): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (depth > NESTING_MAX) return '"too deep"';
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`;
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item, depth + 1)}`);
  return `{${entries.join(',')}}`;
}
