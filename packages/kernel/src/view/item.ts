/** What the model view is made of. */
import type { ContentBlock } from '../timeline/block.ts';
import type { EditRecord } from '../timeline/record.ts';
import type { ModelRecord } from './audience.ts';

interface Placed {
  /** Where the item stands: a place on the path. Never falls from one item to the next. */
  readonly place: number;
}

interface Message extends Placed {
  readonly record: ModelRecord;
  /** The record's own place on the path: `place`, but for what stands behind a reset. */
  readonly at: number;
  /** Stands verbatim behind a reset, as a user message of its own. */
  readonly standing: boolean;
  /** Its thinking lies in the cut of an epoch and is gone for good. */
  readonly thinkingDropped: boolean;
}

/** A record as it is. */
export interface ItselfItem extends Message {
  readonly form: 'itself';
}

/** A record with blocks replaced by words. */
export interface ClearedItem extends Message {
  readonly form: 'cleared';
  /** The record's blocks (an attachment's words) with the cleared ones replaced. */
  readonly content: readonly ContentBlock[];
  /** Indexes of the blocks replaced, in the record's own content. */
  readonly cleared: readonly number[];
}

/** A span as one user message. */
export interface FoldItem extends Placed {
  readonly form: 'fold';
  /** The edit in force. */
  readonly record: EditRecord;
  readonly content: readonly ContentBlock[];
  readonly reset: boolean;
  /** How many records for the model it covers: neither removed nor tombstoned. */
  readonly covered: number;
  /** Last place of the span; the first is `place`. */
  readonly last: number;
}

/** One message, or fold, of the model view. */
export type ViewItem = ItselfItem | ClearedItem | FoldItem;
