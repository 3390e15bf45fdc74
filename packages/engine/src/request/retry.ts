/** Which failures are tried again, and after how long (SPEC 11.2, API-CONTRACT G). Judged by the body's type first: an error in mid-stream has no status. */
import { REFUSED_HERE } from '../provider/network-error.ts';
import type { ProviderError } from '../provider/provider.ts';
import {
  REFUSED_HERE_RETRIES_MAX,
  RETRIES_MAX,
  RETRY_AFTER_MS_MAX,
  RETRY_FIRST_MS,
  RETRY_JITTER,
  RETRY_WAIT_MS_MAX,
} from '../query/limits.ts';

export interface FailedAttempt {
  readonly status: number | null;
  readonly headers: { readonly [name: string]: string };
  readonly error: ProviderError;
}

const RETRYABLE_TYPES: ReadonlySet<string> = new Set([
  'rate_limit_error',
  'overloaded_error',
  'api_error',
  'timeout_error',
  'network_error',
  'stream_cut',
  'stream_stalled',
]);
const RETRYABLE_STATUSES: ReadonlySet<number> = new Set([408, 409, 429]);
const FINAL_TYPES: ReadonlySet<string> = new Set([
  'invalid_request_error',
  'authentication_error',
  'permission_error',
  'billing_error',
  'not_found_error',
  'request_too_large',
]);

/** A spend limit says 429 without `retry-after`, with a code of its own: waiting doesn't help (G5). */
const isSpendLimit = (error: ProviderError): boolean => /spend_limit|billing/.test(error.code ?? '');

/** Whether the same request may be sent again. */
export const isRetryable = ({ status, headers, error }: FailedAttempt): boolean => {
  if (isSpendLimit(error)) return false;
  const told = headers['x-should-retry'];
  if (told === 'false') return false;
  if (told === 'true') return true;
  if (RETRYABLE_TYPES.has(error.type)) return true;
  if (FINAL_TYPES.has(error.type)) return false;
  return status === null || status >= 500 || RETRYABLE_STATUSES.has(status);
};

/** Milliseconds that the server asks to wait; null where it says nothing that can be used. */
const askedWaitMs = (headers: FailedAttempt['headers'], nowMs: number): number | null => {
  const exact = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (exact > 0) return exact;
  const after = headers['retry-after'];
  if (after === undefined) return null;
  const seconds = Number(after);
  const waitMs = Number.isNaN(seconds) ? Date.parse(after) - nowMs : seconds * 1000;
  return waitMs > 0 && Number.isFinite(waitMs) ? waitMs : null;
};

export type RetryPlan =
  | { readonly retry: true; readonly delayMs: number }
  | { readonly retry: false; readonly why: 'final' | 'exhausted' }
  /** The server asks for a longer wait, in milliseconds, than is waited unasked. */
  | { readonly retry: false; readonly why: 'too_long'; readonly askedMs: number };

const isRefusedHere = ({ error }: FailedAttempt): boolean =>
  error.type === 'network_error' && error.code === REFUSED_HERE;

/** How many times at most a request that failed so is sent again. */
export const retriesMax = (failed: FailedAttempt): number =>
  isRefusedHere(failed) ? REFUSED_HERE_RETRIES_MAX : RETRIES_MAX;

/** What to do after failed attempt number `attempt` (from 1). `random` in [0, 1). */
export const planRetry = (
  failed: FailedAttempt,
  attempt: number,
  nowMs: number,
  random: number,
): RetryPlan => {
  if (!isRetryable(failed)) return { retry: false, why: 'final' };
  if (attempt > retriesMax(failed)) return { retry: false, why: 'exhausted' };
  const asked = askedWaitMs(failed.headers, nowMs);
  if (asked !== null && asked > RETRY_AFTER_MS_MAX) return { retry: false, why: 'too_long', askedMs: asked };
  const own = Math.min(RETRY_FIRST_MS * 2 ** (attempt - 1), RETRY_WAIT_MS_MAX);
  // Chance only ever shortens our own wait, never one that the server asked for.
  return { retry: true, delayMs: asked ?? Math.round(own * (1 - RETRY_JITTER * random)) };
};

/** Words that end as a sentence does. */
export const sentence = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`);

/** Whole minutes up to two hours, hours from there. */
const span = (ms: number): string => {
  const minutes = Math.ceil(ms / 60_000);
  return minutes <= 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
};

/** The failure as it is told when it is not tried again: with the wait that the server asked for, or with what to check. */
export const givenUp = (failed: FailedAttempt, plan: RetryPlan): FailedAttempt => {
  if (plan.retry) return failed;
  if (plan.why === 'too_long') {
    return adding(
      failed,
      `The server asks to wait ${span(plan.askedMs)}; leat waits at most ${span(RETRY_AFTER_MS_MAX)}.`,
    );
  }
  return isRefusedHere(failed)
    ? adding(failed, 'Nothing listens there: start the server, or check ANTHROPIC_BASE_URL.')
    : failed;
};

const adding = (failed: FailedAttempt, words: string): FailedAttempt => {
  const message = `${sentence(failed.error.message)} ${words}`;
  return { ...failed, error: { ...failed.error, message } };
};
