/**
 * API rounds on the path: one answer (its assistant records), the results of its calls, and the attachments about any
 * of them. An edit takes a round whole or not at all, and a span never cuts one.
 *
 * An answer is told by our round id; where that is missing, by message id; else a record is an answer of its own. A
 * result belongs to the nearest call with its id before it on the path (ids recur).
 */
import { isToolResult, isToolUse } from './block.ts';
import { pathState, type Fold } from './fold.ts';
import { placeOfSeq, placeOf } from './path.ts';
import type { AssistantRecord, TimelineRecord } from './record.ts';
import type { Timeline } from './timeline.ts';

interface AnswerState {
  /** What the last assistant record answers. */
  readonly key: string | null;
  /** Where that answer begins. */
  readonly first: number;
}

/** What tells one answer from the next. */
export const answerKey = (record: AssistantRecord): string =>
  record.round !== null
    ? `round ${record.round}`
    : record.messageId !== undefined
      ? `message ${record.messageId}`
      : `record ${record.uuid}`;

const answerFold: Fold<AnswerState> = {
  initial: { key: null, first: -1 },
  every: true,
  step: (state, record, at) => {
    if (record.type !== 'assistant') return state;
    const key = answerKey(record);
    return key === state.key ? state : { key, first: at };
  },
};

/** Place of the assistant record that holds the call which a result at `before` answers; undefined for an orphan. */
export const callPlace = (timeline: Timeline, toolUseId: string, before: number): number | undefined =>
  nearestBefore(timeline, timeline.arena.calls.get(toolUseId), before);

/** Places of the user records that answer the call at `call`, below `limit`. */
const resultPlaces = (timeline: Timeline, toolUseId: string, call: number, limit: number): number[] =>
  places(timeline, timeline.arena.results.get(toolUseId), call, limit).filter(
    (at) => callPlace(timeline, toolUseId, at) === call,
  );

const nearestBefore = (
  timeline: Timeline,
  seqs: readonly number[] | undefined,
  before: number,
): number | undefined => {
  for (let index = (seqs?.length ?? 0) - 1; index >= 0; index -= 1) {
    const at = placeOfSeq(timeline, seqs?.[index] ?? -1);
    if (at !== undefined && at < before) return at;
  }
  return undefined;
};

const places = (
  timeline: Timeline,
  seqs: readonly number[] | undefined,
  after: number,
  limit: number,
): number[] =>
  (seqs ?? []).flatMap((seq) => {
    const at = placeOfSeq(timeline, seq);
    return at !== undefined && at > after && at < limit ? [at] : [];
  });

/** The assistant records of the answer that the one at `at` belongs to. */
const answerPlaces = (timeline: Timeline, at: number, limit: number): number[] => {
  const { key, first } = pathState(timeline, answerFold, at + 1);
  const found: number[] = [];
  for (let place = first; place < limit; place += 1) {
    const record = timeline.path.at(place);
    if (record?.type !== 'assistant') continue;
    if (answerKey(record) !== key) break;
    found.push(place);
  }
  return found;
};

const neighbours = (timeline: Timeline, at: number, limit: number): number[] => {
  const record = timeline.path.at(at);
  if (record === undefined) return [];
  const about = places(timeline, timeline.arena.abouts.get(record.uuid), at, limit);
  switch (record.type) {
    case 'assistant':
      return [
        ...answerPlaces(timeline, at, limit),
        ...record.content.filter(isToolUse).flatMap((call) => resultPlaces(timeline, call.id, at, limit)),
        ...about,
      ];
    case 'user':
      return [
        ...record.content
          .filter(isToolResult)
          .flatMap((result) => callPlace(timeline, result.tool_use_id, at) ?? []),
        ...about,
      ];
    case 'attachment': {
      const target = record.about === null ? undefined : placeOf(timeline, record.about);
      return target !== undefined && target < at ? [target, ...about] : about;
    }
    default:
      return about;
  }
};

/** Places closed over their rounds: the smallest set that holds them and no part of a round. Only below `limit`. */
export const closeOverRounds = (
  timeline: Timeline,
  from: Iterable<number>,
  limit: number = timeline.path.length,
): number[] => {
  const closed = new Set<number>(from);
  for (const at of closed) for (const next of neighbours(timeline, at, limit)) closed.add(next);
  return [...closed].toSorted((a, b) => a - b);
};

/** Ids of the calls among these places that have no result below `limit`. */
export const openCallsAt = (
  timeline: Timeline,
  at: Iterable<number>,
  limit: number = timeline.path.length,
): string[] => {
  const open: string[] = [];
  for (const place of at) {
    const record: TimelineRecord | undefined = timeline.path.at(place);
    if (record?.type !== 'assistant') continue;
    for (const call of record.content.filter(isToolUse)) {
      if (resultPlaces(timeline, call.id, place, limit).length === 0) open.push(call.id);
    }
  }
  return open;
};
