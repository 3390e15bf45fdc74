/**
 * How many tokens the next request holds (SPEC 8.0): the last usage figure plus an estimate of what came after it, where
 * the figure can be trusted, else the estimate alone.
 *
 *     usage of the last response ──┐ (≤ W, no wild jump, same profile, head and path)
 *     estimate now − then − answer ┴→ tokens        what edits freed is in the difference
 */
import type { Usage } from '../timeline/record.ts';
import { USAGE_JUMP_FACTOR, USAGE_JUMP_SLACK_TOKENS } from '../limits.ts';

/** What the last response with usage says, and the estimates of that time. */
export interface UsageFigure {
  readonly usage: Usage;
  /** Raw estimate of that request (`estimatedTokens` of its record). */
  readonly estimatedTokens: number;
  /** Raw estimate of the answer's blocks as they stand in the wire now. */
  readonly answerTokens: number;
  /** All tokens of the usage figure before it, and the raw estimate of that request; null for the first. */
  readonly before: { readonly tokens: number; readonly estimatedTokens: number } | null;
}

/** Why only the estimate counts. */
export type Distrust = 'none_yet' | 'switched' | 'above_window' | 'jumped';

/** The count, and where it comes from. */
export interface ContextCount {
  readonly tokens: number;
  readonly by: 'usage' | 'estimate';
  readonly distrust: Distrust | null;
}

/** All tokens of a usage figure: what stood in the window when the answer was whole. */
export const usageTokens = (usage: Usage): number =>
  usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h + usage.output;

/** Input tokens of a usage figure. */
export const inputTokens = (usage: Usage): number => usageTokens(usage) - usage.output;

/**
 * Tokens of the next request.
 *
 * @param figure null where there is none, `'switched'` after a reset, a rewind or a change of model.
 * @param estimatedNow raw estimate of the whole next request.
 * @param factor what calibration makes of a raw token (1 = as estimated).
 */
export function contextTokens(
  figure: UsageFigure | 'switched' | null,
  estimatedNow: number,
  windowTokens: number,
  factor = 1,
): ContextCount {
  const alone = (distrust: Distrust): ContextCount => ({
    tokens: Math.ceil(estimatedNow * factor),
    by: 'estimate',
    distrust,
  });
  if (figure === null) return alone('none_yet');
  if (figure === 'switched') return alone('switched');
  const total = usageTokens(figure.usage);
  if (total > windowTokens) return alone('above_window');
  if (jumped(figure)) return alone('jumped');
  const since = estimatedNow - figure.estimatedTokens - figure.answerTokens;
  return { tokens: Math.max(0, Math.ceil(total + since * factor)), by: 'usage', distrust: null };
}

function jumped(figure: UsageFigure): boolean {
  if (figure.before === null) return false;
  const grown = inputTokens(figure.usage) - figure.before.tokens;
  const appended = Math.max(0, figure.estimatedTokens - figure.before.estimatedTokens);
  return grown > USAGE_JUMP_FACTOR * appended + USAGE_JUMP_SLACK_TOKENS;
}
