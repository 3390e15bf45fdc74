/**
 * Calls without a result, left by a turn that was cut (SPEC 10, INV-05). When the turn goes on, reads and idempotent calls
 * run again under the same judge; an effect that had started never does: nobody knows how far it came. When a new message
 * comes instead, every open call is settled with words that tell which it was.
 */
import {
  isToolResult,
  isToolUse,
  NEVER_RAN,
  OUTCOME_UNKNOWN,
  pathOf,
  refusedByRule,
  RESULT_LOST,
  stateOf,
  type SettledWhy,
  type Timeline,
  type ToolUseBlock,
  type UserRecord,
  type Uuid,
} from '@leat/kernel';
import { prepareCall } from '../tool/tool-call.ts';
import { StreamingToolExecutor } from '../tool/streaming-tool-executor.ts';
import type { AnyTool, RepeatClass } from '../tool/tool.ts';
import type { Chain } from './chain.ts';
import { executorContext, type TurnContext } from './turn-context.ts';

export interface OpenCall {
  readonly block: ToolUseBlock;
  readonly assistant: Uuid;
  readonly started: boolean;
  /** The judge or a person had refused it; its result was not written any more. */
  readonly denied: boolean;
  /** It came from another agent's transcript: such calls never run. */
  readonly imported: boolean;
}

/** The open calls of the path, in their order. Voided answers have none. */
export const openCalls = (timeline: Timeline): readonly OpenCall[] => {
  const facts = stateOf(timeline);
  const started = new Set(facts.started);
  const decisions = new Map([...facts.permissions].map(({ toolUseId, decision }) => [toolUseId, decision]));
  const open = new Map<string, OpenCall>();
  const voided = new Set<Uuid>();
  for (const record of pathOf(timeline)) {
    if (record.type === 'tombstone') voided.add(record.target);
  }
  for (const record of pathOf(timeline)) {
    if (voided.has(record.uuid)) continue;
    if (record.type === 'assistant' && record.audience !== 'person' && record.audience !== 'nobody') {
      for (const block of record.content.filter(isToolUse)) {
        open.set(block.id, {
          block,
          assistant: record.uuid,
          started: started.has(block.id),
          denied: decisions.get(block.id) === 'deny',
          imported: record.round === null,
        });
      }
    } else if (record.type === 'user') {
      for (const block of record.content.filter(isToolResult)) open.delete(block.tool_use_id);
    }
  }
  return [...open.values()];
};

const repeatOf = (call: OpenCall, tools: ReadonlyMap<string, AnyTool>): RepeatClass => {
  const prepared = prepareCall({ block: call.block, assistant: call.assistant, invalidInput: null }, tools);
  // A call that can't even be read any more is treated as the most dangerous kind.
  return prepared.ok ? prepared.repeat : 'effect';
};

const settle = (chain: Chain, call: OpenCall, why: SettledWhy, words: string): void => {
  chain.add<UserRecord>({
    type: 'user',
    origin: { kind: 'settled', why },
    audience: 'both',
    content: [{ type: 'tool_result', tool_use_id: call.block.id, content: words, is_error: true }],
  });
};

/** Settles one call without running anything. */
const settleCall = (chain: Chain, call: OpenCall, tools: ReadonlyMap<string, AnyTool>): void => {
  if (call.denied) return settle(chain, call, 'never_ran', refusedByRule('it was refused before'));
  if (!call.started) return settle(chain, call, 'never_ran', NEVER_RAN);
  return repeatOf(call, tools) === 'read'
    ? settle(chain, call, 'result_lost', RESULT_LOST)
    : settle(chain, call, 'outcome_unknown', OUTCOME_UNKNOWN);
};

/** Before a new message: every open call gets its words. */
export const settleOpenCalls = (chain: Chain, tools: ReadonlyMap<string, AnyTool>): number => {
  const open = openCalls(chain.timeline);
  for (const call of open) settleCall(chain, call, tools);
  return open.length;
};

/** Before a cut turn goes on: what may run again does, in the order of the calls; the rest is settled. */
export const finishOpenCalls = async (turn: TurnContext): Promise<number> => {
  const open = openCalls(turn.chain.timeline);
  const mayRun = (call: OpenCall): boolean => !call.denied && !call.imported && repeatOf(call, turn.tools) !== 'effect';
  const executor = new StreamingToolExecutor(executorContext(turn));
  for (const call of open) {
    if (mayRun(call)) {
      executor.add({ block: call.block, assistant: call.assistant, invalidInput: null });
    } else {
      settleCall(turn.chain, call, turn.tools);
    }
  }
  await executor.drain();
  return open.length;
};
