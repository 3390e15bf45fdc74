/** What ends a turn before a request is sent: an abort, rounds, dollars, a log that stores no more, the blocking line. */
import { linesOf } from '@leat/kernel';
import type { Composed } from '../request/compose.ts';
import { interrupt } from './interruption.ts';
import type { State } from './state.ts';
import type { Terminal } from './terminal.ts';
import type { TurnContext } from './turn-context.ts';

/** Before anything of the next round is built. */
export const limitReached = (state: State, turn: TurnContext): Terminal | null => {
  const { maxTurns, maxBudgetUsd } = turn.limits;
  if (turn.chain.failure !== null) return { reason: 'store_error', message: turn.chain.failure.message };
  if (turn.signal.aborted) return interrupt(turn, null);
  if (maxTurns !== undefined && state.round >= maxTurns) return { reason: 'max_turns', rounds: state.round };
  const spentUsd = turn.billUsd();
  if (maxBudgetUsd !== undefined && spentUsd !== null && spentUsd >= maxBudgetUsd) {
    return { reason: 'budget_spent', spentUsd, limitUsd: maxBudgetUsd };
  }
  return null;
};

/**
 * Once the request is built: the blocking line of SPEC 8.0 is a refusal that was foreseen. What counts is usage of the last
 * response and an estimate of what came after it, not an estimate of everything.
 */
export const windowLimitReached = (request: Composed, turn: TurnContext): Terminal | null => {
  const limitTokens = linesOf(turn.profile).blocking;
  const tokens = request.wire.inputTokens;
  return tokens > limitTokens ? { reason: 'blocking_limit', tokens, limitTokens } : null;
};
