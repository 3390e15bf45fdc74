/**
 * From a segment's entries to blocks and bytes. What a block is rendered to depends on what stands before it, never on
 * what follows: a message is closed only when the next one opens.
 *
 *     {"role":"user","content":[ A , B   ]},{"role":"assistant","content":[ C   …   ]}
 *     └────── opens a message ──┘    └──── closes it and opens the next ──┘    └ end of body
 */
import { isToolResult, isToolUse } from '../timeline/block.ts';
import type { ContentBlock } from '../timeline/block.ts';
import type { Carry, DraftBlock, Entry } from '../assembly/draft.ts';
import { counted } from '../assembly/passes/n13-media.ts';
import type { Digest, WireBlock } from '../assembly/types.ts';
import type { Profile } from '../model/profile.ts';
import { MESSAGE_OVERHEAD_TOKENS } from '../limits.ts';
import { type Estimate, addEstimates, estimateBlock, totalTokens } from '../tokens/estimate.ts';
import { blockJson } from './block-json.ts';
import { NO_RUNS, type Runs, addText } from './runs.ts';

/** Where rendering stands between two segments. */
export interface RenderState {
  readonly chain: string;
  /** Messages opened so far. */
  readonly messages: number;
  readonly carry: Carry;
}

/** A rendered segment: its blocks, their bytes, and the state behind it. */
export interface Rendered {
  readonly blocks: readonly WireBlock[];
  /** Characters from the segment's start to the end of each block. */
  readonly ends: readonly number[];
  readonly runs: Runs;
  readonly estimate: Estimate;
  readonly state: RenderState;
}

/** Renders entries behind a state. */
export function renderEntries(
  entries: readonly Entry[],
  from: RenderState,
  profile: Profile,
  digest: Digest,
): Rendered {
  const blocks: WireBlock[] = [];
  const ends: number[] = [];
  const parts: string[] = [];
  let chars = 0;
  const blobs: WireBlock['blobs'][number][] = [];
  let estimate: Estimate = {};
  let { chain, messages } = from;
  let { lastRole, paused, bound, media } = from.carry;
  for (const entry of entries) {
    const opens = entry.role !== lastRole;
    if (opens) {
      messages++;
      estimate = addEstimates(estimate, { prose: MESSAGE_OVERHEAD_TOKENS });
    }
    for (const [index, part] of entry.blocks.entries()) {
      const before = opens && index === 0 ? opening(entry.role, messages) : ',';
      const json = blockJson(part.block);
      for (const { at, chunk } of json.blobs) blobs.push({ at: chars + before.length + at, chunk });
      parts.push(before, json.text);
      chars += before.length + json.text.length;
      ends.push(chars);
      const canonical = [entry.role, json.text, ...json.blobs.map(({ chunk }) => chunk.blob)].join('\n');
      chain = digest(`${chain}\n${canonical}`);
      if (!isThought(part.block)) bound = digest(`${bound}\n${canonical}`);
      media = counted(part.block, media);
      const own = estimateBlock(part.block, profile.tokenizer);
      estimate = addEstimates(estimate, own);
      blocks.push(wireBlock(entry, part, messages - 1, json, chain, totalTokens(own)));
    }
    ({ role: lastRole, paused } = entry);
  }
  const runs = addText(NO_RUNS, parts.join(''), blobs);
  const carry: Carry = { ...from.carry, lastRole, paused, bound, media };
  return { blocks, ends, runs, estimate, state: { chain, messages, carry } };
}

const opening = (role: string, messages: number): string =>
  `${messages > 1 ? ']},' : ''}{"role":"${role}","content":[`;

function wireBlock(
  entry: Entry,
  part: DraftBlock,
  message: number,
  json: ReturnType<typeof blockJson>,
  chain: string,
  tokens: number,
): WireBlock {
  const { block } = part;
  return {
    role: entry.role,
    message,
    type: block.type,
    json: json.text,
    blobs: json.blobs,
    chain,
    tokens,
    callId: isToolUse(block) ? (block.wireId ?? block.id) : isToolResult(block) ? block.tool_use_id : null,
    markable: entry.role !== 'system' && !isThought(block),
    provenance: { record: part.record, by: part.by },
  };
}

const isThought = (block: ContentBlock): boolean =>
  block.type === 'thinking' || block.type === 'redacted_thinking';
