/** What gathers structured context for the model before a request (SPEC 4.1). A subtype is built together with what produces it. */
import type { ContentBlock, Timeline } from '@leat/kernel';

/** What a collector found: data for the person's row, words for the model, fixed from now on. */
export interface Found {
  readonly data: { readonly [key: string]: unknown };
  readonly words: readonly ContentBlock[];
}

export interface Collector {
  /** Subtype of the attachment record. */
  readonly subtype: string;
  /** Null: nothing to tell. May be given up on at its deadline, so it changes nothing but its own memory. */
  collect(timeline: Timeline): Promise<Found | null>;
}
