/**
 * N9 pairing, by position and not by a global set of ids, for ids recur: every call has one result in the next user
 * message, in call order, first (API-CONTRACT B11–B17). What is settled has its result already; here stands the net for
 * everything else:
 * - a call without a result gets a sentence; a result without a call becomes text at its own place;
 * - of several results for one call the last of the segment stays;
 * - a call whose id recurs on the path, or can't be carried, gets its `wireId`, and its result follows it;
 * - an `input` that is no object becomes one.
 */
import type { ContentBlock, ToolResultBlock, ToolUseBlock } from '../../timeline/block.ts';
import { isToolResult, isToolUse } from '../../timeline/block.ts';
import { RESULT_ELSEWHERE, RESULT_LOST, lateResultInWords } from '../fixed-texts.ts';
import type { Issue } from '../types.ts';
import { type Draft, type DraftBlock, type Entry, type Setting, draftBlock, withEntries } from '../draft.ts';
import { wireIds } from '../wire-id.ts';
import { mediaOf, textOf } from '../block-text.ts';

export function pair(draft: Draft, setting: Setting): Draft {
  const issues: Issue[] = [];
  const entries: Entry[] = [];
  const idOf = wireIds(setting);
  const resultsLeft = countResults(draft.entries);
  let open: readonly ToolUseBlock[] = [];
  for (const [index, entry] of draft.entries.entries()) {
    if (entry.role === 'assistant') {
      const named = withWireIds(entry, idOf);
      entries.push(named);
      open = named.blocks.flatMap(({ block }) => (isToolUse(block) ? [block] : []));
      if (open.length === 0 || draft.entries[index + 1]?.role === 'user') continue;
      entries.push(answered(emptyUser, open, resultsLeft, issues));
    } else if (entry.role === 'user') entries.push(answered(entry, open, resultsLeft, issues));
    else entries.push(entry);
    open = [];
  }
  return withEntries(draft, entries, issues);
}

const emptyUser: Entry = {
  role: 'user',
  source: null,
  answer: null,
  paused: false,
  prefixHash: null,
  blocks: [],
};

function withWireIds(entry: Entry, idOf: (call: ToolUseBlock) => string): Entry {
  if (!entry.blocks.some(({ block }) => isToolUse(block))) return entry;
  const blocks = entry.blocks.map((part): DraftBlock => {
    if (!isToolUse(part.block)) return part;
    return { ...part, block: { ...part.block, input: asObject(part.block.input), wireId: idOf(part.block) } };
  });
  return { ...entry, blocks };
}

/** API-CONTRACT B13: a JSON object, whatever came. */
function asObject(input: unknown): unknown {
  if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input;
  return input === undefined || input === null || input === '' ? {} : { _raw: input };
}

/** How many results of each id the segment still holds; counted down as they pass. */
function countResults(entries: readonly Entry[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { block } of entries.flatMap((entry) => entry.blocks)) {
    if (isToolResult(block)) counts.set(block.tool_use_id, (counts.get(block.tool_use_id) ?? 0) + 1);
  }
  return counts;
}

/** The user message behind an answer: one result a call, then what else it says. */
function answered(
  entry: Entry,
  calls: readonly ToolUseBlock[],
  resultsLeft: Map<string, number>,
  issues: Issue[],
): Entry {
  const results = entry.blocks.filter(({ block }) => isToolResult(block));
  if (results.length === 0 && calls.length === 0) return entry;
  for (const { block } of results) {
    if (isToolResult(block))
      resultsLeft.set(block.tool_use_id, (resultsLeft.get(block.tool_use_id) ?? 1) - 1);
  }
  const taken = new Set<DraftBlock>();
  const paired = calls.map((call): DraftBlock => {
    const fitting = fittingResults(call, calls, results, taken);
    const chosen = fitting.at(-1);
    for (const result of fitting) taken.add(result);
    const wireId = call.wireId ?? call.id;
    if (chosen !== undefined && isToolResult(chosen.block)) {
      return { ...chosen, block: { ...chosen.block, tool_use_id: wireId } };
    }
    const comesLater = (resultsLeft.get(call.id) ?? 0) > 0;
    issues.push({ pass: 'pair', record: null, what: `Call ${call.id} has no result at its place.` });
    return draftBlock(filler(wireId, comesLater ? RESULT_ELSEWHERE : RESULT_LOST), 'pair');
  });
  const rest = entry.blocks.flatMap((part) => {
    if (!isToolResult(part.block)) return [part];
    return taken.has(part) ? [] : strayInWords(part, part.block, issues);
  });
  return { ...entry, blocks: [...paired, ...rest] };
}

/** Results for a call: all of its id, or the next one of it where several calls of this message share the id. */
function fittingResults(
  call: ToolUseBlock,
  calls: readonly ToolUseBlock[],
  results: readonly DraftBlock[],
  taken: ReadonlySet<DraftBlock>,
): readonly DraftBlock[] {
  const free = results.filter((part) => !taken.has(part));
  const idOf = ({ block }: DraftBlock) => (isToolResult(block) ? block.tool_use_id : null);
  const exact = free.filter((part) => idOf(part) === call.wireId);
  const twins = calls.filter((other) => other.id === call.id).length;
  if (exact.length > 0) return twins > 1 ? exact.slice(0, 1) : exact;
  const isAnothers = (id: string | null) => calls.some((other) => other !== call && other.wireId === id);
  const own = isAnothers(call.id) ? [] : free.filter((part) => idOf(part) === call.id);
  return twins > 1 ? own.slice(0, 1) : own;
}

const filler = (toolUseId: string, text: string): ToolResultBlock => ({
  type: 'tool_result',
  tool_use_id: toolUseId,
  content: [{ type: 'text', text }],
  is_error: true,
});

/** A late or foreign result: its words, then its images, at its own place. */
function strayInWords(part: DraftBlock, result: ToolResultBlock, issues: Issue[]): readonly DraftBlock[] {
  issues.push({
    pass: 'pair',
    record: part.record,
    what: `A result of ${result.tool_use_id} has no call before it.`,
  });
  const text = lateResultInWords(result.tool_use_id, textOf(result));
  const words: ContentBlock = { type: 'text', text };
  return [
    { ...part, block: words, by: 'pair' },
    ...mediaOf(result).map((block) => ({ ...part, block, by: 'pair' })),
  ];
}
