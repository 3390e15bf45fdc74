/**
 * One round: the request with its retries, and the calls of its answer (SPEC 10, 11.2). After a failed attempt what was
 * shown of the open round is taken back, unless a call that isn't a read has started: then the round is closed with what
 * it has, and never voided.
 */
import type { AssistantRecord, ControlRecord, SystemRecord, TombstoneRecord, Uuid } from '@leat/kernel';
import { isToolUse } from '@leat/kernel';
import { executorContext, type TurnContext } from '../query/turn-context.ts';
import { StreamingToolExecutor } from '../tool/streaming-tool-executor.ts';
import type { CallResult } from '../tool/tool-call.ts';
import { attempt, type AttemptEnd } from './attempt.ts';
import type { Composed } from './compose.ts';
import { givenUp, planRetry, retriesMax, sentence, type FailedAttempt } from './retry.ts';
import type { AnswerFacts } from './server-events.ts';

export type RoundEnd =
  | {
      readonly kind: 'answered';
      readonly facts: AnswerFacts;
      readonly blocks: readonly AssistantRecord[];
      readonly results: readonly CallResult[];
      readonly startedEffect: boolean;
    }
  /** The stream broke behind a running effect: whole blocks and results stay. */
  | {
      readonly kind: 'closed';
      readonly failed: FailedAttempt;
      readonly requestId: string | null;
      readonly results: readonly CallResult[];
    }
  | { readonly kind: 'failed'; readonly failed: FailedAttempt; readonly requestId: string | null }
  | {
      readonly kind: 'aborted';
      /** What was being answered when the turn stopped; null between two attempts. */
      readonly end: Extract<AttemptEnd, { kind: 'aborted' }> | null;
      readonly calls: number;
    }
  | { readonly kind: 'store_failed'; readonly message: string };

export const sendRound = async (request: Composed, round: number, turn: TurnContext): Promise<RoundEnd> => {
  if (turn.signal.aborted) return { kind: 'aborted', end: null, calls: 0 };
  // A beta that this request sends for the first time is sent from now on: that stands on disk with the request.
  for (const latch of request.wire.latches) turn.chain.add<ControlRecord>(latch);
  for (let number = 1; ; number++) {
    const executor = new StreamingToolExecutor(executorContext(turn));
    const end = await attempt(
      { ...request, round, attempt: number, source: 'main' },
      {
        chain: turn.chain,
        provider: turn.provider,
        profile: turn.profile,
        clock: turn.host.clock,
        blobs: turn.blobs,
        signal: turn.signal,
        rawEvents: turn.rawEvents,
        emit: turn.emit,
        onResponse: turn.onResponse,
        onEvent: () => void executor.ready(),
        onBlock: (record, invalidInput) => {
          for (const block of record.content.filter(isToolUse)) {
            executor.add({ block, assistant: record.uuid, invalidInput });
          }
        },
      },
    );
    if (end.kind !== 'failed') return settle(end, executor);
    if (executor.startedEffect) return close(end, executor);
    executor.discard();
    takeBack([...end.blocks.map((block) => block.uuid), ...executor.recorded], turn);
    const waited = await waitForRetry(end.failed, number, turn);
    if (waited === 'aborted') return { kind: 'aborted', end: null, calls: 0 };
    if (waited !== 'go') return { kind: 'failed', failed: waited, requestId: end.requestId };
  }
};

const settle = async (
  end: Exclude<AttemptEnd, { kind: 'failed' }>,
  executor: StreamingToolExecutor,
): Promise<RoundEnd> => {
  const results = await executor.drain();
  switch (end.kind) {
    case 'complete': {
      const { facts, blocks } = end;
      return { kind: 'answered', facts, blocks, results, startedEffect: executor.startedEffect };
    }
    case 'aborted':
      return { kind: 'aborted', end, calls: executor.size };
    case 'store_failed':
      return end;
  }
};

const close = async (
  end: Extract<AttemptEnd, { kind: 'failed' }>,
  executor: StreamingToolExecutor,
): Promise<RoundEnd> => ({
  kind: 'closed',
  failed: end.failed,
  requestId: end.requestId,
  results: await executor.drain(),
});

/** Tombstones: what was shown of these records is void. */
export const takeBack = (targets: readonly Uuid[], turn: TurnContext): void => {
  if (targets.length === 0) return;
  for (const target of targets) turn.chain.add<TombstoneRecord>({ type: 'tombstone', target });
  turn.emit({ type: 'taken_back', targets });
};

/**
 * Says that and why it waits, and waits; each wait is on record and hears the turn's signal. Gives the failure back where
 * it is not tried again.
 */
const waitForRetry = async (
  failed: FailedAttempt,
  number: number,
  turn: TurnContext,
): Promise<'go' | 'aborted' | FailedAttempt> => {
  const { clock, ids } = turn.host;
  if (turn.signal.aborted) return 'aborted';
  const plan = planRetry(failed, number, clock.now(), ids.random());
  if (!plan.retry) return givenUp(failed, plan);
  const { status, error } = failed;
  const seconds = Math.ceil(plan.delayMs / 1000);
  const attemptsMax = retriesMax(failed);
  turn.chain.add<SystemRecord>({
    type: 'system',
    subtype: 'api_error',
    level: 'warning',
    text: `${sentence(error.message)} Trying again in ${seconds} s (${number} of ${attemptsMax}).`,
    data: {
      attempt: number,
      attemptsMax,
      delayMs: plan.delayMs,
      status,
      type: error.type,
      message: error.message,
    },
  });
  turn.emit({
    type: 'retry',
    attempt: number,
    attemptsMax,
    delayMs: plan.delayMs,
    status,
    error: { type: error.type, message: error.message },
  });
  try {
    await clock.sleep(plan.delayMs, turn.signal);
    return 'go';
  } catch (error) {
    if (turn.signal.aborted) return 'aborted';
    throw error;
  }
};
