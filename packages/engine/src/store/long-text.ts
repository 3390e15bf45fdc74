/**
 * Long strings of a record live in blobs (SPEC 5: own lines stay under 4 MB). In the line stands
 * `{"leat:blob":HASH,"bytes":N}`; with `"json":true` the blob is JSON text (a string that is no valid UTF-16, or a whole
 * member that is large without a long string in it). An object of the record that has such a key itself is wrapped in
 * `{"leat:escaped":…}`, so that reading gives back exactly what was written.
 */
import { STORE_LIMITS } from './limits.ts';

const BLOB = 'leat:blob';
const ESCAPED = 'leat:escaped';
const RESERVED = '"leat:';
/** Whether a string has a UTF-8 form: no surrogate without its partner. */
// Node 20 has the method; the library types of ES2023 don't name it yet.
const isWellFormed = (text: string): boolean => (text as string & { isWellFormed(): boolean }).isWellFormed();

export type PutText = (text: string) => Promise<{ readonly hash: string; readonly bytes: number }>;
export type GetText = (hash: string) => Promise<string>;

/** The JSON text of a record for its line; long strings are put away first. */
export async function recordBody(record: object, put: PutText): Promise<string> {
  const plain = JSON.stringify(record);
  if (plain.length <= STORE_LIMITS.inlineStringUnitsMax && !plain.includes(RESERVED)) return plain;
  const lean: { [key: string]: unknown } = {};
  // JSON text parsed back: what `toJSON` and undefined members would do has happened.
  for (const [key, value] of Object.entries(JSON.parse(plain) as object)) {
    const put_ = await shorten(value, put, 0);
    const text = JSON.stringify(put_);
    lean[key] = text.length > STORE_LIMITS.lineBytesMax / 32 ? await putJson(put_, put) : put_;
  }
  return JSON.stringify(lean);
}

/** Whether a line's JSON text names blobs or escapes, so that `restoreText` has work to do. */
export const namesText = (body: string): boolean => body.includes(RESERVED);

/** The record as it was given to `recordBody`. */
export function restoreText(value: unknown, get: GetText): Promise<unknown> {
  return restore(value, get, 0);
}

async function shorten(value: unknown, put: PutText, depth: number): Promise<unknown> {
  if (typeof value === 'string') {
    if (value.length <= STORE_LIMITS.inlineStringUnitsMax) return value;
    if (!isWellFormed(value)) return putJson(value, put);
    const { hash, bytes } = await put(value);
    return { [BLOB]: hash, bytes };
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth > STORE_LIMITS.depthMax) return putJson(value, put);
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(await shorten(item, put, depth + 1));
    return items;
  }
  const lean: { [key: string]: unknown } = {};
  for (const [key, member] of Object.entries(value)) setOwn(lean, key, await shorten(member, put, depth + 1));
  return BLOB in value || ESCAPED in value ? { [ESCAPED]: lean } : lean;
}

async function putJson(value: unknown, put: PutText): Promise<object> {
  const { hash, bytes } = await put(JSON.stringify(value));
  return { [BLOB]: hash, bytes, json: true };
}

async function restore(value: unknown, get: GetText, depth: number): Promise<unknown> {
  if (typeof value !== 'object' || value === null || depth > STORE_LIMITS.depthMax * 4) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(await restore(item, get, depth + 1));
    return items;
  }
  if (BLOB in value && typeof value[BLOB] === 'string') {
    const text = await get(value[BLOB]);
    if (!('json' in value)) return text;
    return restore(JSON.parse(text), get, depth + 1);
  }
  if (ESCAPED in value && typeof value[ESCAPED] === 'object' && value[ESCAPED] !== null) {
    return restoreMembers(value[ESCAPED], get, depth + 1);
  }
  return restoreMembers(value, get, depth + 1);
}

async function restoreMembers(value: object, get: GetText, depth: number): Promise<object> {
  const whole: { [key: string]: unknown } = {};
  for (const [key, member] of Object.entries(value)) setOwn(whole, key, await restore(member, get, depth));
  return whole;
}

/** `__proto__` is an ordinary key in JSON. */
function setOwn(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}
