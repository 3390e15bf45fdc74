/**
 * What a refusal leaves (SPEC 7): the partial answer is taken back, calls that had effects stay, and the message that was
 * refused leaves what the model sees, so that it spoils nothing of what the person asks next. It stays in the person's view.
 *
 *     u1 |Q1| a1(refused) → tombstone(a1) · remove(u1) · epoch(+remove, reason refused)
 */
import { mark, modelView, planEpoch, type EditRecord, type EpochRecord, type Uuid } from '@leat/kernel';
import { takeBack, type RoundEnd } from '../request/send-round.ts';
import type { Step } from '../query/state.ts';
import type { TurnContext } from '../query/turn-context.ts';

type Answered = Extract<RoundEnd, { kind: 'answered' }>;

/** Ends the turn. */
export const endRefused = (round: Answered, turn: TurnContext): Step => {
  if (!round.startedEffect) {
    const records = [...round.blocks, ...round.results.map(({ record }) => record)];
    takeBack(
      records.map(({ uuid }) => uuid),
      turn,
    );
  }
  removeMessage(turn);
  return { terminal: { reason: 'refusal', details: round.facts.stopDetails ?? null } };
};

/** A message that the person keeps stays: `/keep` says so of every edit. */
const removeMessage = ({ chain, profile }: TurnContext): void => {
  const message = lastHumanMessage(chain.timeline);
  if (message === null) return;
  const marked = mark(chain.timeline, {
    op: { kind: 'remove', targets: [message] },
    by: 'recovery',
    why: 'the model declined to answer this message',
  });
  if (!marked.ok) return;
  const edit = chain.add<EditRecord>(marked.record);
  const epoch = planEpoch(chain.timeline, {
    apply: [edit.uuid],
    reason: 'refused',
    sentence: 'The model declined to answer this message, so it leaves what the model sees.',
    price: null,
    bound: profile.thinking.bound,
  });
  if (epoch !== null) chain.add<EpochRecord>(epoch);
};

/** The latest human message that the model sees. */
const lastHumanMessage = (timeline: TurnContext['chain']['timeline']): Uuid | null => {
  const view = modelView(timeline);
  for (let at = view.length - 1; at >= 0; at--) {
    const record = view.at(at)?.record;
    if (record?.type === 'user' && record.origin.kind === 'human') return record.uuid;
  }
  return null;
};
