/** Seeded chance: every choice of the simulator that is not in a file comes from here, so a seed repeats a run. */

import { createHash } from 'node:crypto';

/** A stream of numbers in [0, 1). */
export type Random = () => number;

/** A stream that the given parts alone decide (mulberry32 over their hash). */
export function randomOf(...parts: readonly (string | number)[]): Random {
  let state = digestOf(...parts).readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** SHA-256 of the parts, kept apart by a NUL. */
export function digestOf(...parts: readonly (string | number)[]): Buffer {
  return createHash('sha256').update(parts.join('\u0000')).digest();
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** A name of `length` letters in the style of the API's ids (`msg_01…`, `toolu_01…`), from the parts alone. */
export function idOf(prefix: string, length: number, ...parts: readonly (string | number)[]): string {
  const bytes = digestOf(prefix, ...parts);
  let name = prefix;
  for (let i = 0; i < length; i++) name += ALPHABET.charAt((bytes[i % bytes.length] ?? 0) % ALPHABET.length);
  return name;
}
