/**
 * The index that the versions of one timeline share: position by uuid, depth on its own path, calls, results and
 * attachments by what they belong to. Append-only; a version looks only at positions below its own length, so a
 * newer owner's entries are never seen by an older one. Owned by timeline.ts.
 */
import { isToolResult, isToolUse } from './block.ts';
import type { Uuid } from './id.ts';
import type { TimelineRecord } from './record.ts';

export interface Arena {
  /** Records indexed; the newest owner is the timeline with this length. */
  count: number;
  readonly seqOf: Map<Uuid, number>;
  /** Position of the parent, -1 at a root. */
  readonly parents: number[];
  /** Position of a record on its own path: the number of its ancestors. */
  readonly depths: number[];
  /** Positions of assistant records by the id of a call they hold, ascending. */
  readonly calls: Map<string, number[]>;
  /** Positions of user records by the id of a call they answer, ascending. */
  readonly results: Map<string, number[]>;
  /** Positions of attachments by the record they are about, ascending. */
  readonly abouts: Map<Uuid, number[]>;
  /** First withdrawal of a mark. */
  readonly withdrawals: Map<Uuid, number>;
  /** What folds and views remember of the newest version they were asked for, by its length; seen only as speed. */
  readonly memos: Map<object, { readonly length: number; readonly value: unknown }>;
}

export const newArena = (): Arena => ({
  count: 0,
  seqOf: new Map(),
  parents: [],
  depths: [],
  calls: new Map(),
  results: new Map(),
  abouts: new Map(),
  withdrawals: new Map(),
  memos: new Map(),
});

const push = <K>(map: Map<K, number[]>, key: K, seq: number): void => {
  const list = map.get(key);
  if (list === undefined) map.set(key, [seq]);
  else if (list[list.length - 1] !== seq) list.push(seq);
};

/** The parent's position: the one named if it stands earlier, else the record before (order on disk decides). */
export const parentSeq = (arena: Arena, record: TimelineRecord, seq: number): number => {
  if (record.parentUuid !== null) {
    const named = arena.seqOf.get(record.parentUuid);
    if (named !== undefined && named < seq) return named;
  } else if (record.type === 'control' && record.control.kind === 'rewind') {
    return -1; // back to before the first record
  }
  return seq - 1;
};

/** Adds the next record to the index; only the newest owner may. */
export const indexRecord = (arena: Arena, record: TimelineRecord): void => {
  const seq = arena.count;
  const parent = parentSeq(arena, record, seq);
  arena.parents.push(parent);
  arena.depths.push(parent < 0 ? 0 : (arena.depths[parent] ?? 0) + 1);
  arena.seqOf.set(record.uuid, seq);
  arena.count = seq + 1;
  if (record.type === 'assistant') {
    for (const block of record.content) if (isToolUse(block)) push(arena.calls, block.id, seq);
  } else if (record.type === 'user') {
    for (const block of record.content) if (isToolResult(block)) push(arena.results, block.tool_use_id, seq);
  } else if (record.type === 'attachment') {
    if (record.about !== null) push(arena.abouts, record.about, seq);
  } else if (record.type === 'edit' && record.op.kind === 'withdraw') {
    if (!arena.withdrawals.has(record.op.edit)) arena.withdrawals.set(record.op.edit, seq);
  }
};

interface Version {
  readonly length: number;
  readonly arena: Arena;
}

/** What was remembered under a key. The type is the key owner's word: it alone writes there. */
export const recall = <T>({ arena }: Version, key: object): T | undefined =>
  arena.memos.get(key)?.value as T | undefined; // one writer a key

/** Remembers for the newest version asked: a look at an older one never forgets a newer. */
export const remember = <T>({ arena, length }: Version, key: object, value: T): void => {
  const newest = arena.memos.get(key)?.length ?? 0;
  if (length >= newest) arena.memos.set(key, { length, value });
};
