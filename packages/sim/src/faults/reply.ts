/** Errors as they go over the wire: the envelope, and the edge's form of it (API-CONTRACT C, C60). */

import type { Json, Rejection } from '../types.ts';
import type { ErrorFault, ErrorReply, StreamErrorFault } from './fault.ts';
import { ERROR_TYPES, ERROR_WORDS } from './words.ts';

/** The envelope of an error. */
function envelope(type: string, message: string, requestId: string, errorCode?: string): Json {
  const details = errorCode === undefined ? {} : { details: { error_code: errorCode } };
  return { type: 'error', error: { type, message, ...details }, request_id: requestId };
}

/** What the contract's refusal looks like on the wire. */
export function rejectionReply(rejection: Rejection, requestId: string): ErrorReply {
  const { rule, status, type, message, errorCode } = rejection;
  return {
    rule,
    status,
    type,
    message,
    headers: { 'x-should-retry': 'false' },
    body: status === 413 ? edgeBody(type, message) : envelope(type, message, requestId, errorCode),
  };
}

/** How large a request is, and how large it may be. Both in tokens. */
interface RequestSize {
  readonly tokens: number;
  readonly windowTokens: number;
}

/** The reply that an `error` fault asks for. With `size`, C61 states the request's own figures. */
export function faultReply(
  fault: ErrorFault,
  requestId: string,
  nowMs: number,
  size: RequestSize | null = null,
): ErrorReply {
  const words = fault.rule === undefined ? undefined : ERROR_WORDS[fault.rule];
  const status = fault.status ?? words?.status ?? 500;
  const type = fault.type ?? words?.type ?? ERROR_TYPES[status] ?? 'api_error';
  const sized =
    fault.rule === 'C61' && size !== null
      ? `prompt is too long: ${size.tokens} tokens > ${size.windowTokens} maximum`
      : undefined;
  const message = fault.message ?? sized ?? words?.message ?? 'Internal server error';
  const errorCode = fault.error_code ?? words?.errorCode;
  const fromEdge = status === 413 && fault.error_code === undefined;
  return {
    rule: fault.rule ?? null,
    status,
    type,
    message,
    headers: { ...retryHeaders(status, fault.retry_after, nowMs), ...fault.headers },
    body: fault.body ?? (fromEdge ? edgeBody(type, message) : envelope(type, message, requestId, errorCode)),
  };
}

/** Type and words of a `stream-error` fault. */
export function streamErrorWords(fault: StreamErrorFault): {
  readonly type: string;
  readonly message: string;
} {
  const words = ERROR_WORDS[fault.rule ?? 'C128'];
  return {
    type: fault.type ?? words?.type ?? 'overloaded_error',
    message: fault.message ?? words?.message ?? 'Overloaded',
  };
}

/** Headers that tell a client when to come back (G4). */
function retryHeaders(status: number, retryAfter: number | undefined, nowMs: number): Record<string, string> {
  if (status !== 429) {
    const after = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
    return { 'x-should-retry': status >= 500 ? 'true' : 'false', ...after };
  }
  if (retryAfter === undefined) return { 'x-should-retry': 'true' };
  return {
    'x-should-retry': 'true',
    'retry-after': String(retryAfter),
    'anthropic-ratelimit-requests-limit': '50',
    'anthropic-ratelimit-requests-remaining': '0',
    'anthropic-ratelimit-requests-reset': new Date(nowMs + retryAfter * 1000).toISOString(),
    'anthropic-ratelimit-input-tokens-limit': '30000',
    'anthropic-ratelimit-input-tokens-remaining': '0',
    'anthropic-ratelimit-input-tokens-reset': new Date(nowMs + retryAfter * 1000).toISOString(),
  };
}

/** Answered before the API is reached: no top-level `type`, no `request_id`. */
const edgeBody = (type: string, message: string): Json => ({ error: { type, message } });
