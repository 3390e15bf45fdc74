import { describe, expect, it } from 'vitest';
import { givenUp, isRetryable, planRetry, retriesMax, type FailedAttempt } from '../../src/request/retry.ts';

const failed = (
  status: number | null,
  type: string,
  headers: { readonly [name: string]: string } = {},
  code: string | null = null,
): FailedAttempt => ({ status, headers, error: { type, message: 'x', code } });

describe('which failures are tried again', () => {
  it.each([
    ['529', failed(529, 'overloaded_error'), true],
    ['500', failed(500, 'api_error'), true],
    ['429', failed(429, 'rate_limit_error'), true],
    ['408', failed(408, 'timeout_error'), true],
    ['409', failed(409, 'conflict_error'), true],
    ['no answer', failed(null, 'network_error'), true],
    ['a cut stream', failed(null, 'stream_cut'), true],
    ['an overload in mid-stream', failed(null, 'overloaded_error'), true],
    ['a refusal in mid-stream', failed(null, 'invalid_request_error'), false],
    ['400', failed(400, 'invalid_request_error'), false],
    ['401', failed(401, 'authentication_error'), false],
    ['404', failed(404, 'not_found_error'), false],
    ['413', failed(413, 'request_too_large'), false],
    ['a 500 that says no', failed(500, 'api_error', { 'x-should-retry': 'false' }), false],
    ['a 400 that says yes', failed(400, 'invalid_request_error', { 'x-should-retry': 'true' }), true],
    ['a spend limit', failed(429, 'rate_limit_error', {}, 'enforced_spend_limit_reached'), false],
  ])('%s', (_what, failure, expected) => {
    expect(isRetryable(failure)).toBe(expected);
  });
});

describe('how long to wait', () => {
  it('doubles from half a second up to its longest', () => {
    const waits = [1, 2, 3, 7, 10].map((attempt) =>
      planRetry(failed(529, 'overloaded_error'), attempt, 0, 0),
    );
    expect(waits.map((plan) => (plan.retry ? plan.delayMs : null))).toEqual([
      500, 1000, 2000, 32_000, 32_000,
    ]);
  });
  it('lets chance shorten it by a quarter at most', () => {
    const plan = planRetry(failed(529, 'overloaded_error'), 1, 0, 0.999);
    expect(plan).toEqual({ retry: true, delayMs: 375 });
  });
  it('does what the server asks, in seconds, milliseconds or as a date', () => {
    const now = Date.parse('2026-11-29T12:00:00Z');
    const plan = (headers: { readonly [name: string]: string }) =>
      planRetry(failed(429, 'rate_limit_error', headers), 1, now, 0.5);
    expect(plan({ 'retry-after': '16' })).toEqual({ retry: true, delayMs: 16_000 });
    expect(plan({ 'retry-after-ms': '250', 'retry-after': '16' })).toEqual({ retry: true, delayMs: 250 });
    expect(plan({ 'retry-after': 'Sun, 29 Nov 2026 12:00:05 GMT' })).toEqual({ retry: true, delayMs: 5_000 });
    expect(plan({ 'retry-after': 'soon' })).toEqual({ retry: true, delayMs: 438 });
  });
  it('gives up when asked to wait longer than anyone would, and after ten retries', () => {
    expect(planRetry(failed(429, 'rate_limit_error', { 'retry-after': '7200' }), 1, 0, 0)).toEqual({
      retry: false,
      why: 'too_long',
      askedMs: 7_200_000,
    });
    expect(planRetry(failed(529, 'overloaded_error'), 11, 0, 0)).toEqual({ retry: false, why: 'exhausted' });
  });
});

describe('a connection that this machine refused', () => {
  const refused: FailedAttempt = {
    status: null,
    headers: {},
    error: { type: 'network_error', message: 'no connection to 127.0.0.1:9 (x)', code: 'refused_here' },
  };

  it('is tried three times in all, any other ten times more', () => {
    const goesOn = (failure: FailedAttempt) =>
      Array.from({ length: 12 }, (_, index) => planRetry(failure, index + 1, 0, 0).retry).indexOf(false);
    expect([goesOn(refused), retriesMax(refused)]).toEqual([2, 2]);
    const elsewhere = failed(null, 'network_error');
    expect([goesOn(elsewhere), retriesMax(elsewhere)]).toEqual([10, 10]);
  });

  it('ends with the address and what to check', () => {
    const told = givenUp(refused, planRetry(refused, 3, 0, 0));
    expect(told.error.message).toBe(
      'no connection to 127.0.0.1:9 (x). Nothing listens there: start the server, or check ANTHROPIC_BASE_URL.',
    );
  });
});

describe('a failure that is given up', () => {
  it.each([
    ['601', '11 minutes'],
    ['90000', '25 hours'],
  ])('says how long the server asked to wait (%s s)', (after, words) => {
    const failure = failed(429, 'rate_limit_error', { 'retry-after': after });
    const told = givenUp(failure, planRetry(failure, 1, 0, 0));
    expect(told.error.message).toBe(`x. The server asks to wait ${words}; leat waits at most 10 minutes.`);
  });

  it('says what it said where no wait was asked for', () => {
    const failure = failed(400, 'invalid_request_error');
    expect(givenUp(failure, planRetry(failure, 1, 0, 0))).toBe(failure);
  });
});
