/**
 * The query loop (SPEC 7), on one screen. Phases: 1 open the state · 2 ladder · 3 assembly · 4 request, stream, tools ·
 * 5 recovery, if the request failed · 6 hand-over. Nothing crosses a round but the state; every edge case lives in a
 * module of its own that is called here by name.
 */
import { gatherAttachments } from '../attachment/gather.ts';
import { compose } from '../request/compose.ts';
import { sendRound } from '../request/send-round.ts';
import { recover } from '../recovery/recovery.ts';
import { closeRound, handOver, storeError } from './hand-over.ts';
import { interrupt } from './interruption.ts';
import { climbLadder } from './ladder.ts';
import { openState, type State, type Step } from './state.ts';
import type { Terminal } from './terminal.ts';
import type { Transition } from './transition.ts';
import { limitReached, windowLimitReached } from './turn-limits.ts';
import type { TurnContext } from './turn-context.ts';

/** Runs a turn to its end. `opened`: how it was begun. */
export const runLoop = async (turn: TurnContext, turnId: string, opened: Transition): Promise<Terminal> => {
  let state = openState(turn.chain.timeline, turn.lastWire(), turnId, opened);
  // Bounded by the limits that are asked each round, and by the bound that each transition has of its own.
  while (true) {
    const step = await runRound(state, turn);
    if (step.terminal !== undefined) return step.terminal;
    state = step.next;
  }
};

const runRound = async (before: State, turn: TurnContext): Promise<Step> => {
  const reached = limitReached(before, turn);
  if (reached !== null) return { terminal: reached };
  turn.emit({ type: 'transition', round: before.round + 1, transition: before.transition });
  await gatherAttachments(turn);
  const climbed = await climbLadder(before, turn);
  const { state, request } = await compose(climbed, turn);
  const blocked = windowLimitReached(request, turn);
  if (blocked !== null) return { terminal: blocked };
  const round = await sendRound(request, turn.nextRound(), turn);
  switch (round.kind) {
    case 'answered':
      return handOver(round, request, state, turn);
    case 'closed':
      return closeRound(round, state, turn);
    case 'failed':
      return recover(round, state, turn);
    case 'aborted':
      return { terminal: interrupt(turn, round) };
    case 'store_failed':
      return storeError(new Error(round.message));
  }
};
