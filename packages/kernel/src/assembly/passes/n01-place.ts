/**
 * N1 place attachments, and what arrived during a stream. Inside the segment an attachment moves behind the tool result
 * or assistant message it belongs to, or directly before the words of the human message it came with; else it stands
 * where it came. What arrived while the model spoke stands behind that answer and its results.
 *
 *     |Q1| u2(typed meanwhile) a1[t1] r1 att(about r1)  →  a1[t1] r1 att u2
 */
import { isToolResult, isToolUse } from '../../timeline/block.ts';
import { type Draft, type Entry, type Setting, withEntries } from '../draft.ts';

export const place = (draft: Draft, setting: Setting): Draft =>
  withEntries(draft, besideTheirRecords(behindTheAnswer(draft.entries, setting.carry.openedBy)));

/** Moves what came between the request and the first words of its answer behind the answer and its results. */
function behindTheAnswer(entries: readonly Entry[], openedBy: string | null): readonly Entry[] {
  const isPart = (entry: Entry) =>
    openedBy !== null && entry.role === 'assistant' && entry.answer === openedBy;
  const first = entries.findIndex(isPart);
  if (first <= 0) return entries;
  const calls = new Set(entries.filter(isPart).flatMap(callIds));
  const belongs = (entry: Entry) => isPart(entry) || resultIds(entry).some((id) => calls.has(id));
  const end = entries.findLastIndex(belongs) + 1;
  const waiting = entries.slice(0, first).filter((entry) => !belongs(entry));
  const early = entries.slice(0, first).filter(belongs);
  return [
    ...entries.slice(first, first + 1),
    ...early,
    ...entries.slice(first + 1, end),
    ...waiting,
    ...entries.slice(end),
  ];
}

/** Moves each attachment to the record that it is about, where that stands in this segment. */
function besideTheirRecords(entries: readonly Entry[]): readonly Entry[] {
  const present = new Set(entries.map((entry) => entry.source?.uuid));
  const moved = new Map<string, Entry[]>();
  const staying: Entry[] = [];
  for (const entry of entries) {
    const about = entry.source?.type === 'attachment' ? entry.source.about : null;
    if (about === null || about === entry.source?.uuid || !present.has(about)) staying.push(entry);
    else moved.set(about, [...(moved.get(about) ?? []), entry]);
  }
  if (moved.size === 0) return entries;
  const placed: Entry[] = [];
  const put = (entry: Entry) => {
    const own = entry.source === null ? undefined : moved.get(entry.source.uuid);
    if (own !== undefined && entry.source !== null) moved.delete(entry.source.uuid);
    const isHuman = entry.source?.type === 'user' && entry.source.origin.kind === 'human';
    if (isHuman) for (const attachment of own ?? []) put(attachment);
    placed.push(entry);
    if (!isHuman) for (const attachment of own ?? []) put(attachment);
  };
  for (const entry of staying) put(entry);
  for (const rest of moved.values()) placed.push(...rest); // attachments about each other in a circle
  return placed;
}

const callIds = (entry: Entry): readonly string[] =>
  entry.blocks.flatMap(({ block }) => (isToolUse(block) ? [block.id] : []));

const resultIds = (entry: Entry): readonly string[] =>
  entry.blocks.flatMap(({ block }) => (isToolResult(block) ? [block.tool_use_id] : []));
