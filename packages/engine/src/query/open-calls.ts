/**
 * Calls without a result, left by a turn that was cut (SPEC 10, INV-05). When the turn goes on, what may run does, under
 * the same judge: calls that never began, and those whose repetition does no harm. An effect that had started never runs
 * again: nobody knows how far it came. When a new message comes instead, every open call is settled with words.
 */
import {
  asUuid,
  isToolUse,
  openCalls,
  recordOf,
  refusedByRule,
  settle,
  stateOf,
  type OpenCall,
  type SettleOptions,
  type Timeline,
  type ToolUseBlock,
  type UserRecord,
} from '@leat/kernel';
import { prepareCall } from '../tool/tool-call.ts';
import { StreamingToolExecutor } from '../tool/streaming-tool-executor.ts';
import type { AnyTool, RepeatClass } from '../tool/tool.ts';
import type { Chain } from './chain.ts';
import { sha256 } from './digest.ts';
import { executorContext, notice, type TurnContext } from './turn-context.ts';

type Tools = ReadonlyMap<string, AnyTool>;

const HARM: readonly RepeatClass[] = ['read', 'idempotent', 'effect'];

const blockOf = (timeline: Timeline, call: OpenCall): ToolUseBlock | undefined => {
  const record = recordOf(timeline, call.assistant);
  if (record?.type !== 'assistant') return undefined;
  return record.content.filter(isToolUse).find((block) => block.id === call.toolUseId);
};

const repeatOfCall = (timeline: Timeline, call: OpenCall, tools: Tools): RepeatClass => {
  const block = blockOf(timeline, call);
  if (block === undefined) return 'effect';
  const prepared = prepareCall({ block, assistant: call.assistant, invalidInput: null }, tools);
  // A call that can't even be read any more counts as the most dangerous kind.
  return prepared.ok ? prepared.repeat : 'effect';
};

/** Repeat classes for settling: of the open calls of a tool, the most dangerous counts. */
export const settleOptions = (timeline: Timeline, tools: Tools): SettleOptions => {
  const classes = new Map<string, RepeatClass>();
  for (const call of openCalls(timeline)) {
    const own = repeatOfCall(timeline, call, tools);
    const known = classes.get(call.name) ?? 'read';
    classes.set(call.name, HARM.indexOf(own) > HARM.indexOf(known) ? own : known);
  }
  return { repeatOf: (name) => classes.get(name) ?? 'effect' };
};

/** Before a new message: what the cut turn left open gets its words, and the turn is closed. */
export const settleCutTurn = (chain: Chain, tools: Tools): number => {
  const options = settleOptions(chain.timeline, tools);
  const records = settle(chain.timeline, { ...options, purpose: 'turn_end', digest: sha256 });
  for (const record of records) chain.addWhole(record);
  return records.length;
};

/**
 * Whether a call may run when the turn goes on: it never began, or repeating it does no harm. A call of another agent's
 * transcript never does: its answer belongs to no request of ours.
 */
const mayRun = (timeline: Timeline, call: OpenCall): boolean => {
  const record = recordOf(timeline, call.assistant);
  const round = record?.type === 'assistant' ? record.round : null;
  const isOurs = round !== null && recordOf(timeline, asUuid(round))?.type === 'request';
  return isOurs && call.why !== 'outcome_unknown';
};

/** Whether a call was refused before: such a decision stands (INV-08). */
const wasDenied = (timeline: Timeline, toolUseId: string): boolean =>
  [...stateOf(timeline).permissions].findLast((made) => made.toolUseId === toolUseId)?.decision === 'deny';

/** Before a cut turn goes on: what may run does, in the order of the calls. The next request settles the rest. */
export const finishOpenCalls = async (turn: TurnContext): Promise<number> => {
  const { timeline } = turn.chain;
  const open = openCalls(timeline, settleOptions(timeline, turn.tools));
  const executor = new StreamingToolExecutor(executorContext(turn));
  for (const call of open) {
    const block = blockOf(timeline, call);
    if (wasDenied(timeline, call.toolUseId)) {
      refuseAgain(turn.chain, call);
    } else if (call.why === 'outcome_unknown') {
      const text = `Whether ${call.name} took effect before the turn was cut is not known; it was not repeated.`;
      notice(turn, 'warning', 'LEAT_TURN_OUTCOME_UNKNOWN', text);
    } else if (block !== undefined && mayRun(timeline, call)) {
      executor.add({ block, assistant: call.assistant, invalidInput: null });
    }
  }
  await executor.drain();
  return open.length;
};

const refuseAgain = (chain: Chain, call: OpenCall): void => {
  const content = refusedByRule('it was refused before');
  chain.add<UserRecord>({
    type: 'user',
    origin: { kind: 'settled', why: 'never_ran' },
    audience: 'both',
    content: [{ type: 'tool_result', tool_use_id: call.toolUseId, content, is_error: true }],
  });
};
