/** Limits per minute and key, on the simulator's clock (API-CONTRACT D13, G4). */

import type { Clock } from '../clock/clock.ts';
import type { RateLimits } from './fault.ts';

const WINDOW_MS = 60_000;

/** What one request took from the window. */
interface Taken {
  readonly atMs: number;
  readonly input: number;
  readonly output: number;
}

/** The window's state for one key. */
interface RateState {
  /** Which limit stands in the way, and for how many seconds; `null` when none does. */
  readonly refused: { readonly what: string; readonly limit: number; readonly retryAfter: number } | null;
  /** `anthropic-ratelimit-*` headers; empty where no limit is set. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Counts requests and tokens per key. */
export interface RateWindow {
  /** May a request with so many input tokens (cache reads left out) pass now? Changes nothing. */
  judge(key: string, input: number): RateState;
  /** Takes a request into the window. */
  take(key: string, input: number, output: number): void;
}

/** A window with these limits. */
export function createRateWindow(limits: RateLimits, clock: Clock): RateWindow {
  const takenBy = new Map<string, Taken[]>();

  const recent = (key: string): Taken[] => {
    const since = clock.now() - WINDOW_MS;
    const kept = (takenBy.get(key) ?? []).filter((each) => each.atMs > since);
    takenBy.set(key, kept);
    return kept;
  };

  const judge = (key: string, input: number): RateState => {
    const taken = recent(key);
    const now = clock.now();
    const resetMs = (taken[0]?.atMs ?? now) + WINDOW_MS;
    const used = {
      requests: taken.length,
      'input-tokens': taken.reduce((sum, each) => sum + each.input, 0),
      'output-tokens': taken.reduce((sum, each) => sum + each.output, 0),
    };
    const wants = { requests: 1, 'input-tokens': input, 'output-tokens': 1 };
    const limitOf = {
      requests: limits.requests_per_minute,
      'input-tokens': limits.input_tokens_per_minute,
      'output-tokens': limits.output_tokens_per_minute,
    };
    const headers: Record<string, string> = {};
    let refused: RateState['refused'] = null;
    for (const what of ['requests', 'input-tokens', 'output-tokens'] as const) {
      const limit = limitOf[what];
      if (limit === undefined) continue;
      headers[`anthropic-ratelimit-${what}-limit`] = String(limit);
      headers[`anthropic-ratelimit-${what}-remaining`] = String(Math.max(0, limit - used[what]));
      headers[`anthropic-ratelimit-${what}-reset`] = new Date(resetMs).toISOString();
      if (used[what] + wants[what] <= limit) continue;
      refused ??= {
        what: what.replace('-', ' '),
        limit,
        retryAfter: Math.max(1, Math.ceil((resetMs - now) / 1000)),
      };
    }
    return { refused, headers };
  };

  const take = (key: string, input: number, output: number) => {
    recent(key).push({ atMs: clock.now(), input, output });
  };

  return { judge, take };
}
