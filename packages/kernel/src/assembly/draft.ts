/**
 * What the passes work on: one segment's messages in the making. A pass is `(draft, setting) → draft`, pure; `setting`
 * holds the profile and what earlier segments left behind, never anything that comes later (S1 of SPEC 9.2).
 */
import type { ContentBlock } from '../timeline/block.ts';
import type { Uuid } from '../timeline/id.ts';
import type { TimelineRecord } from '../timeline/record.ts';
import type { Profile } from '../model/profile.ts';
import type { Digest, Issue } from './types.ts';

/** A block with where it came from. */
export interface DraftBlock {
  readonly block: ContentBlock;
  readonly record: Uuid | null;
  /** The pass or component that wrote it. */
  readonly by: string;
  /** Words that a person typed: never lost, never taken for a reminder. */
  readonly human: boolean;
}

/** One message in the making. Until N3 and N4 it is one record. */
export interface Entry {
  readonly role: 'user' | 'assistant' | 'system';
  /** The record it began with; null for what a pass put in. */
  readonly source: TimelineRecord | null;
  /** What joins the parts of one answer: our round, or `id:` and the message id in imports; null = nothing. */
  readonly answer: string | null;
  /** The answer stopped at `pause_turn`: it is resumed as it stands. */
  readonly paused: boolean;
  /** What its thinking was signed over, as recorded; null where nothing tells. */
  readonly prefixHash: string | null;
  readonly blocks: readonly DraftBlock[];
}

/** A segment in the making, and what the person should know. */
export interface Draft {
  readonly entries: readonly Entry[];
  readonly issues: readonly Issue[];
}

/** What the segments before this one left behind: all that a pass may know of the past. */
export interface Carry {
  /** Role of the last message; null = nothing stands yet. */
  readonly lastRole: 'user' | 'assistant' | 'system' | null;
  /** The last message is an answer that stopped at `pause_turn`. */
  readonly paused: boolean;
  /** Whether a tool result of the last user message may still be written to: never, once sealed. */
  readonly media: MediaCount;
  /** Hash of what thinking is bound to (API-CONTRACT B32): head and blocks, thinking left out. */
  readonly bound: string;
  /** The request that sealed what stands before; the answer to it opens this segment. */
  readonly openedBy: string | null;
}

/** Images and pages so far. */
export interface MediaCount {
  readonly images: number;
  readonly pages: number;
  /** An image above the limit for many-image requests is among them (B37). */
  readonly large: boolean;
  /** Bytes of base64 so far. */
  readonly bytes: number;
}

/** Ids of calls on the path so far. */
interface CallIds {
  /** Whether the wire carries this id already. */
  used(wireId: string): boolean;
  /** How often the model gave this id before. */
  seen(id: string): number;
}

/** What a pass may know besides the draft. */
export interface Setting {
  readonly profile: Profile;
  readonly digest: Digest;
  readonly carry: Carry;
  readonly ids: CallIds;
  /** Whether the last message must be one that the API answers: not where an edit took the end of a sealed segment. */
  readonly isSent: boolean;
  /** Names of the tools that the head defines. */
  readonly tools: ReadonlySet<string>;
}

/** One station of SPEC 9.3. */
export interface Pass {
  readonly name: string;
  readonly run: (draft: Draft, setting: Setting) => Draft;
}

export const draftBlock = (block: ContentBlock, by: string, record: Uuid | null = null): DraftBlock => ({
  block,
  record,
  by,
  human: false,
});

/** A user entry of one fixed text. */
export const fixedEntry = (role: 'user' | 'assistant', text: string, by: string): Entry => ({
  role,
  source: null,
  answer: null,
  paused: false,
  prefixHash: null,
  blocks: [draftBlock({ type: 'text', text }, by)],
});

/** The draft with other entries; issues are added. */
export const withEntries = (
  draft: Draft,
  entries: readonly Entry[],
  issues: readonly Issue[] = [],
): Draft => ({
  entries,
  issues: issues.length === 0 ? draft.issues : [...draft.issues, ...issues],
});

/** Each entry through a function; entries that stay the same object cost nothing, those left empty go. */
export function mapEntries(draft: Draft, change: (entry: Entry, index: number) => Entry): Draft {
  const entries = draft.entries.map(change).filter((entry) => entry.blocks.length > 0);
  return withEntries(draft, entries);
}
