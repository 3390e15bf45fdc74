/**
 * The door of the simulator: every request passes here before anything else looks at it.
 *
 *     raw bytes ─ validateBytes ─▶ JSON ─ validate ─▶ null, or the first rule that refuses
 */

import type { Rejection } from '../types.ts';
import type { ValidationContext } from './context.ts';
import { readBody } from './body.ts';
import type { Rule } from './rule.ts';
import { RULES } from './rule-list.ts';
import { subjectOf } from './subject.ts';

/**
 * Judges a request body (any JSON value). Returns the first rule's refusal, `null` if every rule accepts it. Takes
 * garbage and never throws. `rules` is for tests that take one out.
 */
export function validate(
  body: unknown,
  context: ValidationContext,
  rules: readonly Rule[] = RULES,
): Rejection | null {
  const subject = subjectOf(body, context);
  for (const rule of rules) {
    const refusal = rule.check(subject);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** What came out of the bytes: a body that may go on to `validate`, or a refusal (C1, C2, C60). */
export type ReadBody =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly rejection: Rejection };

/** Reads the raw body: its size, its encoding, its JSON. Never throws. */
export function validateBytes(raw: Uint8Array): ReadBody {
  return readBody(raw);
}
