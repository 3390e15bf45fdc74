/**
 * From bytes to JSON, at the cost of what is new. An agent sends its whole history with every request; here a body
 * that begins like an earlier one is parsed from where they part, and the messages before that are the *same
 * objects*. Hashes and token counts hang on those objects, so they are not computed again either.
 */

import { validateBytes } from '../contract/index.ts';
import type { ReadBody } from '../contract/index.ts';
import type { Json } from '../types.ts';
import { messageOffsets, restStart } from './body-scan.ts';
import type { MessageOffsets } from './body-scan.ts';
import { REMEMBERED_BODIES_MAX, REMEMBERED_BYTES_MAX } from './limits.ts';

interface Remembered {
  readonly bytes: Buffer;
  readonly offsets: MessageOffsets;
  readonly messages: readonly unknown[];
}

/** Bodies shorter than this are parsed whole: there is nothing to win. */
const SHORT_BYTES = 16_384;

/** Bytes that are compared at once while looking for the place where two bodies part. */
const STRIDE_BYTES = 65_536;

/** Reads bodies, and remembers the newest. */
export interface BodyReader {
  read(bytes: Buffer): ReadBody;
  clear(): void;
}

/** A reader without memories. */
export function createBodyReader(): BodyReader {
  let remembered: Remembered[] = [];
  let total = 0;

  const remember = (bytes: Buffer, offsets: MessageOffsets, body: Json, replaced: Remembered | null) => {
    const { messages } = body;
    if (!Array.isArray(messages) || messages.length !== offsets.ends.length) return;
    if (replaced !== null) {
      remembered = remembered.filter((each) => each !== replaced);
      total -= replaced.bytes.length;
    }
    remembered.push({ bytes, offsets, messages });
    total += bytes.length;
    while (remembered.length > REMEMBERED_BODIES_MAX || total > REMEMBERED_BYTES_MAX) {
      total -= remembered.shift()?.bytes.length ?? total;
    }
  };

  const read = (bytes: Buffer): ReadBody => {
    if (bytes.length < SHORT_BYTES) return validateBytes(bytes);
    const known = longestShared(remembered, bytes);
    const grown = known === null ? null : readGrown(bytes, known);
    if (grown !== null) {
      remember(bytes, grown.offsets, grown.body, grown.extends ? (known?.from ?? null) : null);
      return { ok: true, body: grown.body };
    }
    const whole = validateBytes(bytes);
    const offsets = whole.ok && isObject(whole.body) ? messageOffsets(bytes) : null;
    if (whole.ok && isObject(whole.body) && offsets !== null) remember(bytes, offsets, whole.body, null);
    return whole;
  };

  return {
    read,
    clear: () => {
      remembered = [];
      total = 0;
    },
  };
}

/** The remembered body with the most whole messages in common, and how many. */
function longestShared(
  remembered: readonly Remembered[],
  bytes: Buffer,
): { readonly from: Remembered; readonly shared: number } | null {
  let best: { readonly from: Remembered; readonly shared: number } | null = null;
  for (const from of remembered) {
    const length = commonBytes(from.bytes, bytes);
    const shared = countBelow(from.offsets.ends, length);
    if (shared > (best?.shared ?? 0)) best = { from, shared };
  }
  return best;
}

/** Parses head and new messages alone; `null` if anything about them is unusual. */
function readGrown(bytes: Buffer, known: { readonly from: Remembered; readonly shared: number }) {
  const { from, shared } = known;
  const ends = from.offsets.ends.slice(0, shared);
  const rest = restStart(bytes, ends.at(-1) ?? 0);
  const offsets = rest === -1 ? null : messageOffsets(bytes, { start: from.offsets.start, ends });
  if (offsets === null) return null;
  const short = Buffer.concat([bytes.subarray(0, offsets.start), bytes.subarray(rest)]);
  const parsed = validateBytes(short);
  if (!parsed.ok || !isObject(parsed.body)) return null;
  const fresh = parsed.body['messages'];
  if (!Array.isArray(fresh) || fresh.length !== offsets.ends.length - shared) return null;
  const messages = [...from.messages.slice(0, shared), ...fresh];
  // Nearly everything shared: the new body takes the place of the old one, which it continues.
  const continues = shared >= from.messages.length - 2;
  return { body: { ...parsed.body, messages }, offsets, extends: continues };
}

/** Length of the common beginning. */
function commonBytes(a: Buffer, b: Buffer): number {
  const end = Math.min(a.length, b.length);
  let at = 0;
  while (at < end) {
    const to = Math.min(end, at + STRIDE_BYTES);
    if (a.compare(b, at, to, at, to) !== 0) break;
    at = to;
  }
  const to = Math.min(end, at + STRIDE_BYTES);
  while (at < to && a[at] === b[at]) at++;
  return at;
}

/** How many of the ascending numbers are below a bound. */
function countBelow(ascending: readonly number[], bound: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? Infinity) < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
