/** The body as a whole: bytes, JSON, nesting (A3, A4). */

import { isUtf8 } from 'node:buffer';
import type { Rejection } from '../types.ts';
import { isJson } from './json.ts';
import { stringFault } from './json-scan.ts';
import { BODY_BYTES_MAX, NESTING_MAX } from './limits.ts';
import { refuse, refuseOurWords, rejection } from './rejection.ts';
import { rule } from './rule.ts';
import { isSettled } from './settled.ts';
import type { Subject } from './subject.ts';
import type { ReadBody } from './validate.ts';

const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;

/** Bytes to JSON, or what the server says of them. */
export function readBody(raw: Uint8Array): ReadBody {
  if (raw.byteLength > BODY_BYTES_MAX) return { ok: false, rejection: tooLarge() };
  if (!isUtf8(raw)) {
    return {
      ok: false,
      rejection: refuseOurWords('A3', 'The request body is not valid JSON: it is not UTF-8.'),
    };
  }
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('utf8');
  try {
    const body = JSON.parse(text) as unknown;
    // Bytes hold no half pair (they were UTF-8), so only an escape can.
    const fault = SURROGATE_ESCAPE.test(text) ? brokenString(text) : null;
    return fault === null ? { ok: true, body } : { ok: false, rejection: fault };
  } catch (error) {
    const why = error instanceof Error ? error.message : 'syntax error';
    const plain = refuseOurWords('A3', `The request body is not valid JSON: ${why}`);
    return { ok: false, rejection: brokenString(text) ?? plain };
  }
}

function brokenString(text: string): Rejection | null {
  const fault = stringFault(text);
  if (fault === null) return null;
  const id = fault.what === 'no low surrogate in string' ? 'C1' : 'C2';
  return refuse(id, `The request body is not valid JSON: ${fault.what}: ${fault.where}`);
}

function tooLarge(): Rejection {
  return rejection('C60', 413, 'request_too_large', 'Request exceeds the maximum size');
}

/** C60: at most 32 MB. */
function bodyFits(s: Subject): Rejection | null {
  return s.context.bodyBytes > BODY_BYTES_MAX ? tooLarge() : null;
}

/** A3: the body is an object. */
function bodyIsObject(s: Subject): Rejection | null {
  return isJson(s.raw) ? null : refuseOurWords('A3', 'The request body must be a JSON object.');
}

/** A3: no deeper than any sensible parser goes. */
function bodyIsShallow(s: Subject): Rejection | null {
  let level: unknown[] = [s.raw];
  for (let depth = 0; depth <= NESTING_MAX; depth += 1) {
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null && !isSettled(value) ? Object.values(value) : [],
    );
    if (level.length === 0) return null;
  }
  return refuseOurWords('A3', `The request body is nested deeper than ${NESTING_MAX} levels.`);
}

/** C1: no half of a surrogate pair in any string or key. */
function stringsAreWellFormed(s: Subject): Rejection | null {
  const waiting: unknown[] = [s.raw];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === 'string' && LONE_SURROGATE.test(value)) return brokenString(JSON.stringify(s.raw));
    if (typeof value !== 'object' || value === null || isSettled(value)) continue;
    for (const [key, item] of Object.entries(value)) waiting.push(key, item);
  }
  return null;
}

export const bodyRules = [
  rule('C60 A4', bodyFits),
  rule('A3', bodyIsObject),
  rule('A3', bodyIsShallow),
  rule('C1 A3', stringsAreWellFormed),
];
