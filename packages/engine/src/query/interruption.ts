/** What an abort leaves in the messages, so that the model knows next time why things stopped (SPEC 12). */
import {
  asRoundId,
  REPLY_INTERRUPTED,
  TOOL_USE_INTERRUPTED,
  type AssistantRecord,
  type UserRecord,
} from '@leat/kernel';
import type { RoundEnd } from '../request/send-round.ts';
import { wellFormed } from '../tool/well-formed.ts';
import { abortReasonOf } from './abort.ts';
import type { Terminal } from './terminal.ts';
import type { TurnContext } from './turn-context.ts';

type AbortedRound = Extract<RoundEnd, { kind: 'aborted' }>;

/** Text that the person already saw is kept: what they read, the model said. */
const keepPartialText = (end: NonNullable<AbortedRound['end']>, turn: TurnContext): void => {
  const text = wellFormed(end.partialText);
  if (text.trim() === '') return;
  const record = turn.chain.add<AssistantRecord>({
    type: 'assistant',
    round: asRoundId(end.request.uuid),
    model: end.model,
    audience: 'both',
    content: [{ type: 'text', text }],
  });
  turn.emit({ type: 'block_finished', record, message: { id: null, model: end.model, usage: null } });
};

/** Ends an aborted turn. `interrupt` leaves no words: the message that interrupted says enough. */
export const interrupt = (turn: TurnContext, round: AbortedRound | null): Terminal => {
  const by = abortReasonOf(turn.signal);
  if (round?.end !== null && round !== null) keepPartialText(round.end, turn);
  if (by !== 'interrupt') {
    const of = round !== null && round.calls > 0 ? 'tool_use' : 'reply';
    const text = of === 'tool_use' ? TOOL_USE_INTERRUPTED : REPLY_INTERRUPTED;
    const record = turn.chain.add<UserRecord>({
      type: 'user',
      origin: { kind: 'interruption', of },
      audience: 'both',
      content: [{ type: 'text', text }],
    });
    turn.emit({ type: 'interrupted', record });
  }
  return { reason: 'aborted', by };
};
