/**
 * Settling (SPEC 9.2 S3, 10): what must be appended before a request can be built, or after a turn was cut. Everything is
 * derived from the records alone, with name-based ids and the head's timestamp, so that a retry, a resume and another
 * machine append the same bytes.
 *
 *     … a1[t1,t2] r1 ✂        →  settled(t2: never ran | interrupted | lost | outcome unknown)
 *     … |Q| a1 "half a sen ✂  →  settled(cut answer)
 *     … a1 "done."            →  continuation          (a request is due and the model spoke last)
 *     u1 |Q| ✂                →  settled(unanswered)   (the turn ends here)
 */
import { isToolResult, isToolUse } from '../timeline/block.ts';
import type { ToolResultBlock, ToolUseBlock } from '../timeline/block.ts';
import { stateOf } from '../timeline/control-state.ts';
import { type Uuid, asUuid } from '../timeline/id.ts';
import type { SettledWhy } from '../timeline/origin.ts';
import type { AssistantRecord, TimelineRecord, UserRecord } from '../timeline/record.ts';
import { openSegment } from '../timeline/segment.ts';
import { type Timeline, headOf, recordOf } from '../timeline/timeline.ts';
import type { ViewItem } from '../view/item.ts';
import { modelView } from '../view/model-view.ts';
import { CONTINUATION, SETTLED_TEXTS } from './fixed-texts.ts';
import { answerKey } from './entries.ts';
import type { Digest } from './types.ts';

/** What repeating a call means (SPEC 10). */
export type RepeatClass = 'read' | 'idempotent' | 'effect';

/** How to settle. */
export interface SettleOptions {
  /** Repeat class of a tool by its name; unknown tools are effects. */
  readonly repeatOf?: (toolName: string) => RepeatClass;
  /** `request` (default): a request is due. `turn_end`: nothing is sent now, the turn is closed as it stands. */
  readonly purpose?: 'request' | 'turn_end';
}

/** A call that has no result. */
export interface OpenCall {
  readonly toolUseId: string;
  readonly name: string;
  readonly input: unknown;
  readonly assistant: Uuid;
  /** What a settled result would say. */
  readonly why: Extract<SettledWhy, 'never_ran' | 'interrupted' | 'result_lost' | 'outcome_unknown'>;
  /** May be run (again) under the permission that it had: it never started, or repeating does no harm. */
  readonly mayRun: boolean;
}

/**
 * Calls of the last answer that have no result, in call order. The caller may run those that may run and append their
 * results; the rest is settled.
 */
export function openCalls(timeline: Timeline, options: SettleOptions = {}): readonly OpenCall[] {
  return openCallsIn(openItems(timeline), timeline, options);
}

/** The records that a request (or the end of a turn) needs and the timeline lacks, in order; append them all. */
export function settle(
  timeline: Timeline,
  options: SettleOptions & { readonly digest: Digest },
): readonly TimelineRecord[] {
  const head = headOf(timeline);
  if (head === undefined) return [];
  const items = openItems(timeline);
  const lacking: Lacking[] = openCallsIn(items, timeline, options).map(resultOf);
  const end = (options.purpose ?? 'request') === 'request' ? whatARequestLacks : whatATurnEndLacks;
  lacking.push(...end(items, lacking.length > 0, timeline));
  return lacking.map((what, index): TimelineRecord => {
    const uuid = nameBasedId(options.digest, head.uuid, what.type, index);
    const parent =
      index === 0
        ? head.uuid
        : nameBasedId(options.digest, head.uuid, lacking[index - 1]?.type ?? '', index - 1);
    return { ...what, uuid, parentUuid: parent, timestamp: head.timestamp };
  });
}

/** An id that everyone finds alike: a digest of parent, role and index, in the form of RFC 9562 version 8. */
export function nameBasedId(digest: Digest, parent: Uuid, role: string, index: number): Uuid {
  const hex = digest(`leat settled ${parent} ${role} ${index}`).padEnd(32, '0');
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) & 3] ?? '8';
  return asUuid(
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`,
  );
}

type Lacking =
  | Omit<UserRecord, 'uuid' | 'parentUuid' | 'timestamp'>
  | Omit<AssistantRecord, 'uuid' | 'parentUuid' | 'timestamp'>;

/** Items of the model view that no request has carried. */
function openItems(timeline: Timeline): readonly ViewItem[] {
  const { from } = openSegment(timeline);
  const items = modelView(timeline);
  let start = items.length;
  while (start > 0 && (items.at(start - 1)?.place ?? -1) >= from) start--;
  return items.slice(start);
}

function openCallsIn(
  items: readonly ViewItem[],
  timeline: Timeline,
  options: SettleOptions,
): readonly OpenCall[] {
  const calls = new Map<ToolUseBlock, AssistantRecord>();
  const answer = lastAnswer(items);
  for (const { record } of items) {
    if (record.type === 'assistant' && answer.has(record)) {
      for (const block of record.content) if (isToolUse(block)) calls.set(block, record);
    } else if (record.type === 'user') {
      for (const block of record.content) {
        const answered = isToolResult(block)
          ? [...calls.keys()].find((call) => call.id === block.tool_use_id)
          : undefined;
        if (answered !== undefined) calls.delete(answered);
      }
    }
  }
  return [...calls].map(([call, record]) => {
    const why = whyOpen(call, record, items, timeline, options);
    const repeat = options.repeatOf?.(call.name) ?? 'effect';
    const mayRun =
      why === 'never_ran' || (why !== 'outcome_unknown' && why !== 'result_lost' && repeat !== 'effect');
    return { toolUseId: call.id, name: call.name, input: call.input, assistant: record.uuid, why, mayRun };
  });
}

/** The assistant records of the last answer among these items. */
function lastAnswer(items: readonly ViewItem[]): ReadonlySet<AssistantRecord> {
  const records = new Set<AssistantRecord>();
  let key: string | null = null;
  for (let index = items.length - 1; index >= 0; index--) {
    const record = items[index]?.record;
    if (record?.type !== 'assistant') continue;
    const own = answerKey(record);
    if (records.size > 0 && (own === null || own !== key)) break;
    key = own;
    records.add(record);
  }
  return records;
}

function whyOpen(
  call: ToolUseBlock,
  record: AssistantRecord,
  items: readonly ViewItem[],
  timeline: Timeline,
  options: SettleOptions,
): OpenCall['why'] {
  const state = stateOf(timeline);
  const isImported = state.session?.importedFrom !== undefined && !isOurRound(record, timeline);
  if (isImported) return 'result_lost';
  const started = [...state.started].includes(call.id);
  if (!started) return 'never_ran';
  if ((options.repeatOf?.(call.name) ?? 'effect') === 'effect') return 'outcome_unknown';
  const wasStopped = items.some(
    ({ record: one }) => one.type === 'user' && one.origin.kind === 'interruption',
  );
  return wasStopped || state.turnEnd?.terminal === 'aborted' ? 'interrupted' : 'result_lost';
}

const isOurRound = (record: AssistantRecord, timeline: Timeline): boolean =>
  record.round !== null && recordOf(timeline, asUuid(record.round))?.type === 'request';

function resultOf(call: OpenCall): Lacking {
  const result: ToolResultBlock = {
    type: 'tool_result',
    tool_use_id: call.toolUseId,
    content: [{ type: 'text', text: SETTLED_TEXTS[call.why] }],
    is_error: true,
  };
  return { type: 'user', origin: { kind: 'settled', why: call.why }, audience: 'both', content: [result] };
}

const words = (kind: 'cut_answer' | 'continuation'): Lacking => ({
  type: 'user',
  origin: kind === 'continuation' ? { kind } : { kind: 'settled', why: kind },
  audience: 'model',
  content: [{ type: 'text', text: kind === 'continuation' ? CONTINUATION : SETTLED_TEXTS.cut_answer }],
});

function whatARequestLacks(
  items: readonly ViewItem[],
  settlesCalls: boolean,
  timeline: Timeline,
): readonly Lacking[] {
  if (isCut(items, timeline)) return [words('cut_answer')];
  const last = items.at(-1)?.record;
  if (settlesCalls || last?.type !== 'assistant' || isPaused(last, timeline)) return [];
  return [words('continuation')];
}

/** Nothing but the model's own words and results of its calls follows an answer that never came to its end. */
function isCut(items: readonly ViewItem[], timeline: Timeline): boolean {
  const answer = [...lastAnswer(items)];
  const [one] = answer;
  if (one === undefined || !isOurRound(one, timeline)) return false;
  const end = items.findLastIndex(({ record }) => record.type === 'assistant');
  const onlyResults = items.slice(end + 1).every(({ record }) => {
    return record.type !== 'user' || record.content.every(isToolResult);
  });
  return onlyResults && responseTo(one, timeline)?.complete !== true;
}

function responseTo(record: AssistantRecord, timeline: Timeline) {
  const response = stateOf(timeline).lastResponse;
  return response !== null && String(response.request) === String(record.round) ? response : null;
}

const isPaused = (record: AssistantRecord, timeline: Timeline): boolean =>
  (record.stopReason ?? responseTo(record, timeline)?.stopReason) === 'pause_turn';

/** A turn that was cut before the model spoke is closed by a fixed answer, where the request had been sent. */
function whatATurnEndLacks(
  items: readonly ViewItem[],
  _settlesCalls: boolean,
  timeline: Timeline,
): readonly Lacking[] {
  const { inFlight } = openSegment(timeline);
  const wasSent = inFlight !== null || stateOf(timeline).lastRequest !== null;
  const saysNothingNew = items.every(
    ({ record }) => record.type === 'user' && record.origin.kind === 'interruption',
  );
  const isOpenTurn = inFlight !== null ? items.at(-1)?.record.type !== 'assistant' : saysNothingNew;
  if (!wasSent || !isOpenTurn || isAnswered(timeline)) return [];
  return [
    {
      type: 'assistant',
      round: null,
      model: '<synthetic>',
      audience: 'model',
      content: [{ type: 'text', text: SETTLED_TEXTS.unanswered }],
      settled: 'unanswered',
    },
  ];
}

/** The last thing that the model view holds is an answer, or it holds nothing: nothing is left open. */
const isAnswered = (timeline: Timeline): boolean => {
  const last = modelView(timeline).at(-1);
  return last === undefined || last.record.type === 'assistant';
};
