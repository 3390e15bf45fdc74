/**
 * Why a turn was stopped (SPEC 12). One controller per turn; its signal's reason is a `TurnAbort`, so that stream,
 * executor, children, dialogs and sleeps all hear the same thing at once and can say which it was.
 */
import { setMaxListeners } from 'node:events';
import { LeatError } from '../errors.ts';
import { LISTENERS_MAX } from './limits.ts';

export const ABORT_REASONS = [
  'user-cancel',
  'interrupt',
  'timeout',
  'sibling-error',
  'budget',
  'shutdown',
] as const;
/** `interrupt`: a queued command came; `sibling-error`: a call of the same message failed. */
export type AbortReason = (typeof ABORT_REASONS)[number];

/** The reason of a turn's signal. An error, because a signal's reason is what awaiting code gets thrown. */
export class TurnAbort extends LeatError {
  readonly reason: AbortReason;
  constructor(reason: AbortReason) {
    super('LEAT_TURN_ABORTED', `The turn was stopped: ${reason}.`);
    this.name = 'AbortError';
    this.reason = reason;
  }
}

/** The typed reason of an aborted signal; a foreign reason counts as the person's. */
export const abortReasonOf = (signal: AbortSignal): AbortReason =>
  signal.reason instanceof TurnAbort ? signal.reason.reason : 'user-cancel';

/** A controller whose signal many may listen to: ten calls side by side, each with its own ears, are no leak. */
export const newController = (): AbortController => {
  const controller = new AbortController();
  setMaxListeners(LISTENERS_MAX, controller.signal);
  return controller;
};

/** A controller that follows its parent, with a `release` that leaves no listener behind. */
export const childController = (
  parent: AbortSignal,
): { readonly controller: AbortController; release(): void } => {
  const controller = newController();
  const follow = (): void => controller.abort(parent.reason);
  if (parent.aborted) follow();
  else parent.addEventListener('abort', follow, { once: true });
  return { controller, release: () => parent.removeEventListener('abort', follow) };
};

/** Waits for `work`, but gives up as soon as the signal aborts; `work` itself must watch the signal too. */
export const untilAborted = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  signal.throwIfAborted();
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason as Error); // the reason is always an error: see TurnAbort
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop);
  }
};
