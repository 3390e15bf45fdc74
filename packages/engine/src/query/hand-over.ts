/**
 * Phase 6 of the loop: what follows from an answer (SPEC 7). Each kind of answer is a small function; `handOver` only
 * picks. A round whose calls have results goes on whatever else its stop reason says: their results are due.
 */
import { isAnyThinking, type EditRecord, type UserRecord } from '@leat/kernel';
import type { Composed } from '../request/compose.ts';
import { givenUp, planRetry } from '../request/retry.ts';
import type { RoundEnd } from '../request/send-round.ts';
import { failureOf, showFailure } from '../recovery/recovery.ts';
import { endRefused } from '../recovery/refusal.ts';
import { fitRound, type ResultContent } from '../tool/result-budget.ts';
import type { CallResult } from '../tool/tool-call.ts';
import { continuationRecord } from './continuation.ts';
import { interrupt } from './interruption.ts';
import { CLOSED_ROUNDS_MAX, EMPTY_ANSWERS_MAX, PAUSES_MAX } from './limits.ts';
import { goOn, type State, type Step } from './state.ts';
import { notice, type TurnContext } from './turn-context.ts';

type Answered = Extract<RoundEnd, { kind: 'answered' }>;
type Closed = Extract<RoundEnd, { kind: 'closed' }>;

/** After a whole answer. */
export const handOver = async (
  round: Answered,
  request: Composed,
  state: State,
  turn: TurnContext,
): Promise<Step> => {
  await applyRoundBudget(round.results, turn);
  if (turn.chain.failure !== null) return storeError(turn.chain.failure);
  if (turn.signal.aborted) {
    return { terminal: interrupt(turn, { kind: 'aborted', end: null, calls: round.results.length }) };
  }
  const { stopReason } = round.facts;
  if (stopReason === 'refusal') return endRefused(round, turn);
  if (round.results.length > 0) return goOn(state, turn.chain.timeline, 'tool_results');
  switch (stopReason) {
    case 'pause_turn':
      return pause(state, turn);
    case 'max_tokens':
      return { terminal: { reason: 'output_limit', maxTokens: request.wire.facts.maxTokens } };
    case 'model_context_window_exceeded':
      return { terminal: { reason: 'window_full' } };
    default:
      return isEmpty(round) ? emptyAnswer(state, turn) : { terminal: { reason: 'completed', stopReason } };
  }
};

/** After a stream that broke behind a running effect: the next round goes on from what stands, after the usual wait. */
export const closeRound = async (round: Closed, state: State, turn: TurnContext): Promise<Step> => {
  await applyRoundBudget(round.results, turn);
  if (turn.chain.failure !== null) return storeError(turn.chain.failure);
  const repeats = state.transition === 'round_closed' ? state.repeats : 0;
  const { clock, ids } = turn.host;
  const plan = planRetry(round.failed, repeats + 1, clock.now(), ids.random());
  if (!plan.retry || repeats >= CLOSED_ROUNDS_MAX) {
    const failure = failureOf({ ...round, failed: givenUp(round.failed, plan) });
    showFailure(failure, turn);
    return { terminal: { reason: 'provider_error', failure } };
  }
  notice(
    turn,
    'warning',
    'LEAT_TURN_ROUND_CLOSED',
    'The answer broke off; what was done stays, and the work goes on from there.',
  );
  try {
    await clock.sleep(plan.delayMs, turn.signal);
  } catch (error) {
    if (!turn.signal.aborted) throw error;
  }
  if (turn.signal.aborted) {
    return { terminal: interrupt(turn, { kind: 'aborted', end: null, calls: round.results.length }) };
  }
  return goOn(state, turn.chain.timeline, 'round_closed');
};

export const storeError = (failure: Error): Step => ({
  terminal: { reason: 'store_error', message: failure.message },
});

/** Results that together are too large are cut before they are first sent: an edit of the open segment, applied at once. */
const applyRoundBudget = async (results: readonly CallResult[], turn: TurnContext): Promise<void> => {
  const byId = new Map(results.map((result) => [result.toolUseId, result.record]));
  const cuts = await fitRound(
    results.map(({ toolUseId, record }) => ({ toolUseId, content: contentOf(record) })),
    turn.blobs,
  );
  if (cuts.length === 0) return;
  turn.chain.add<EditRecord>({
    type: 'edit',
    op: {
      kind: 'clear',
      targets: cuts.flatMap(({ toolUseId, words }) => {
        const record = byId.get(toolUseId);
        return record === undefined ? [] : [{ target: { uuid: record.uuid, toolUseId }, words }];
      }),
    },
    by: 'result_budget',
    why: 'the results of this round were too large together',
    scope: 'path',
    applies: 'at_once',
  });
};

const contentOf = (record: UserRecord): ResultContent => {
  const block = record.content[0] as { readonly content?: ResultContent } | undefined; // a result record holds one tool_result
  return block?.content ?? '';
};

/** Nothing but thinking, or nothing at all. */
const isEmpty = (round: Answered): boolean =>
  round.blocks.every((record) => record.content.every(isAnyThinking));

/** An empty answer is no message: the model is asked once to go on. */
const emptyAnswer = (state: State, turn: TurnContext): Step => {
  const asked = state.transition === 'empty_answer' ? state.repeats : 0;
  if (asked >= EMPTY_ANSWERS_MAX) return { terminal: { reason: 'completed', stopReason: 'end_turn' } };
  turn.chain.add<UserRecord>(continuationRecord());
  return goOn(state, turn.chain.timeline, 'empty_answer');
};

/** A paused answer goes back as it stands, so that the server can go on with it. */
const pause = (state: State, turn: TurnContext): Step => {
  const paused = state.transition === 'pause_turn' ? state.repeats : 0;
  return paused >= PAUSES_MAX
    ? { terminal: { reason: 'completed', stopReason: 'pause_turn' } }
    : goOn(state, turn.chain.timeline, 'pause_turn');
};
