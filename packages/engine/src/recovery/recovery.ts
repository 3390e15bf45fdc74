/**
 * Phase 5 of the loop: what becomes of a request that failed after its retries (SPEC 11). Stations in a fixed order, cheap
 * before dear; each either makes a next state, ends the turn, or passes. So far each kind of failure has its own end; a
 * chain that can mend it takes its place in this list, before the end it saves from.
 */
import type { AssistantRecord } from '@leat/kernel';
import type { RoundEnd } from '../request/send-round.ts';
import type { State, Step } from '../query/state.ts';
import type { Failure, Terminal } from '../query/terminal.ts';
import type { TurnContext } from '../query/turn-context.ts';

export type FailedRound = Extract<RoundEnd, { kind: 'failed' }>;

/** One station: null passes the failure on. */
type Recovery = (failure: Failure, state: State, turn: TurnContext) => Promise<Step | null>;

const end = (terminal: Terminal): Step => ({ terminal });

const AUTH_TYPES: ReadonlySet<string> = new Set(['authentication_error', 'permission_error']);
const TOO_LONG = /prompt is too long|exceed context limit|input is too long|context length|context window/i;
const MEDIA = /\bimage|\bpdf\b|document|media type/i;

const authError: Recovery = async (failure) =>
  AUTH_TYPES.has(failure.type) || failure.status === 401 || failure.status === 403
    ? end({ reason: 'auth_error', failure })
    : null;

const mediaError: Recovery = async (failure) => {
  const named = /^(image|pdf)_/.test(failure.code ?? '');
  const worded = failure.type === 'invalid_request_error' && MEDIA.test(failure.message);
  return named || worded ? end({ reason: 'media_error', failure }) : null;
};

const promptTooLong: Recovery = async (failure) => {
  const bySize = failure.type === 'request_too_large' || failure.status === 413;
  const byWords = failure.type === 'invalid_request_error' && TOO_LONG.test(failure.message);
  return bySize || byWords ? end({ reason: 'prompt_too_long', failure }) : null;
};

const providerError: Recovery = async (failure) => end({ reason: 'provider_error', failure });

/** The stations, in order: the last takes everything. */
const RECOVERIES: readonly Recovery[] = [authError, promptTooLong, mediaError, providerError];

export const failureOf = ({ failed, requestId }: Pick<FailedRound, 'failed' | 'requestId'>): Failure => ({
  ...failed.error,
  status: failed.status,
  requestId,
});

/** What follows from a failed request. An end is shown as a synthetic answer, which is never sent (SPEC 4.4). */
export const recover = async (round: FailedRound, state: State, turn: TurnContext): Promise<Step> => {
  const failure = failureOf(round);
  for (const recovery of RECOVERIES) {
    const step = await recovery(failure, state, turn);
    if (step === null) continue;
    if (step.terminal !== undefined) showFailure(failure, turn);
    return step;
  }
  return end({ reason: 'provider_error', failure });
};

const PATH = /\b(messages|tools|system|thinking|max_tokens)(\.[A-Za-z0-9_]+)*(?=:)/;

/** The synthetic answer. */
export const showFailure = (failure: Failure, turn: TurnContext): void => {
  const path = PATH.exec(failure.message)?.[0];
  const record = turn.chain.add<AssistantRecord>({
    type: 'assistant',
    round: null,
    model: '<synthetic>',
    audience: 'both',
    content: [{ type: 'text', text: `The request failed: ${failure.message}` }],
    error: {
      kind: failure.type,
      ...(failure.status === null ? {} : { status: failure.status }),
      message: failure.message,
      ...(path === undefined ? {} : { path }),
    },
  });
  turn.emit({ type: 'failed', record });
};
