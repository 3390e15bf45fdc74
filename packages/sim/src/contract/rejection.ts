/** How a rule says no. */

import type { Rejection } from '../types.ts';

/** A 400 `invalid_request_error`, the answer of nearly every rule. */
export function refuse(rule: string, message: string, errorCode?: string): Rejection {
  return rejection(rule, 400, 'invalid_request_error', message, errorCode);
}

/** A refusal whose words on the wire nobody has recorded: right status and type, our sentence led by the rule's id. */
export function refuseOurWords(rule: string, sentence: string, errorCode?: string): Rejection {
  return refuse(rule, `${rule}: ${sentence}`, errorCode);
}

/** A refusal with any status and error type (API-CONTRACT G3). */
export function rejection(
  rule: string,
  status: number,
  type: string,
  message: string,
  errorCode?: string,
): Rejection {
  return errorCode === undefined
    ? { rule, status, type, message }
    : { rule, status, type, message, errorCode };
}
