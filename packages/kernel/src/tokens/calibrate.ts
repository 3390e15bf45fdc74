/**
 * Calibration of the estimator against real usage, per model and kind of content (SPEC 8.0). A factor per kind moves
 * towards what was billed, by the kind's share in the request; it never falls below a floor that keeps estimates safe.
 */
import {
  CALIBRATION_CEILING,
  CALIBRATION_FLOOR,
  CALIBRATION_STEP,
  CALIBRATION_TOKENS_MIN,
} from '../limits.ts';
import type { Estimate } from './estimate.ts';
import { totalTokens } from './estimate.ts';
import { CONTENT_KINDS, type ContentKind } from './kind.ts';

/** Factors by kind of content; a kind without one counts as 1. One state per model. */
export type Calibration = { readonly [kind in ContentKind]?: number };

/** Nothing learned yet. */
export const NO_CALIBRATION: Calibration = {};

/** Tokens of an estimate under a calibration, rounded up. */
export function calibratedTokens(estimate: Estimate, calibration: Calibration): number {
  let total = 0;
  for (const kind of CONTENT_KINDS) total += (estimate[kind] ?? 0) * (calibration[kind] ?? 1);
  return Math.ceil(total);
}

/** What a calibration makes of a raw token of an estimate. */
export function factorOf(estimate: Estimate, calibration: Calibration): number {
  const raw = totalTokens(estimate);
  return raw === 0 ? 1 : calibratedTokens(estimate, calibration) / raw;
}

/**
 * The next state after a request of this estimate was billed at `realTokens` (input, read and written together).
 * Small requests and figures that are no positive number teach nothing.
 */
export function calibrate(state: Calibration, realTokens: number, estimate: Estimate): Calibration {
  const raw = totalTokens(estimate);
  const expected = calibratedTokens(estimate, state);
  if (raw < CALIBRATION_TOKENS_MIN || !(realTokens > 0) || expected <= 0) return state;
  const next: { [kind in ContentKind]?: number } = { ...state };
  const miss = realTokens / expected - 1;
  for (const kind of CONTENT_KINDS) {
    const share = (estimate[kind] ?? 0) / raw;
    if (share === 0) continue;
    const factor = (state[kind] ?? 1) * (1 + CALIBRATION_STEP * share * miss);
    next[kind] = Math.min(CALIBRATION_CEILING, Math.max(CALIBRATION_FLOOR, factor));
  }
  return next;
}
