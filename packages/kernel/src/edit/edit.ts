/** Edits as data (SPEC 8.6): three kinds of marks, and the withdrawal of one. Targets are uuids, never positions. */
import type { ContentBlock } from '../timeline/block.ts';
import type { Uuid } from '../timeline/id.ts';

/** One block of a record: a tool result (or use) by the id of its call, or any block by its index. */
export type BlockTarget =
  | { readonly uuid: Uuid; readonly toolUseId: string }
  | { readonly uuid: Uuid; readonly blockIndex: number };

export type EditOp =
  /** Whole records leave the model view; closed over their API round at the epoch. */
  | { readonly kind: 'remove'; readonly targets: readonly Uuid[] }
  /** Blocks are replaced by words. */
  | {
      readonly kind: 'clear';
      readonly targets: readonly { readonly target: BlockTarget; readonly words: string }[];
    }
  /** A span becomes one user message. `content` empty: nothing stands in its place (`/clear`). `reset`: begins at the first record and a new head follows. */
  | {
      readonly kind: 'fold';
      readonly first: Uuid;
      readonly last: Uuid;
      readonly content: readonly ContentBlock[];
      readonly reset: boolean;
    }
  /** Takes a mark back that no epoch has applied. */
  | { readonly kind: 'withdraw'; readonly edit: Uuid };

export type MarkOp = Exclude<EditOp, { readonly kind: 'withdraw' }>;

export type EpochReason = 'limit' | 'economics' | 'reset' | 'person' | 'undo' | 'refused';
