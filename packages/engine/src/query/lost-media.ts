/**
 * Images and documents whose blobs are lost: a sentence stands in their place, so that the session goes on. The records
 * stay as they are on disk; a blob that is restored is sent again by whoever opens the session next.
 */
import { type ContentBlock, isMedia, isToolResult, type TimelineRecord } from '@leat/kernel';
import type { BlobStore } from '../host/host.ts';
import { lostBlobs, mediaBlobs } from '../store/named-blobs.ts';

export interface Unreadable {
  /** Hashes of the blobs that can't be read; empty where all can. */
  readonly lost: ReadonlySet<string>;
  /** What to tell the person; null where nothing is lost. */
  readonly words: string | null;
}

/** Reads every media blob of the records once. */
export const unreadableMedia = async (
  records: Iterable<TimelineRecord>,
  blobs: BlobStore,
): Promise<Unreadable> => {
  const named = [...records].flatMap((record) =>
    record.type === 'user' || record.type === 'assistant' ? mediaBlobs(record.content) : [],
  );
  const problems = await lostBlobs(named, blobs);
  const first = problems[0];
  if (first === undefined) return { lost: new Set(), words: null };
  const count = problems.length === 1 ? '' : `, and ${problems.length - 1} more like it`;
  return {
    lost: new Set(problems.map(({ hash }) => hash)),
    words: `${first.what === 'an image' ? 'An image' : 'A document'} of this session can't be read (${first.why})${count}: a sentence is sent in its place, and what the provider cached behind it is lost.`,
  };
};

/** The record with a sentence where a lost blob stood; the same object where there is none. */
export const withoutLost = (record: TimelineRecord, lost: ReadonlySet<string>): TimelineRecord => {
  if (record.type !== 'user' && record.type !== 'assistant') return record;
  if (!mediaBlobs(record.content).some(({ hash }) => lost.has(hash))) return record;
  return { ...record, content: record.content.map((block) => told(block, lost)) };
};

const told = (block: ContentBlock, lost: ReadonlySet<string>): ContentBlock => {
  if (isMedia(block) && block.source?.type === 'blob' && lost.has(block.source.hash)) {
    const what = block.type === 'image' ? 'An image' : 'A document';
    const text = `[${what} (${block.source.media_type}) stood here; it was lost from the session's folder and can't be shown again.]`;
    return { type: 'text', text };
  }
  if (!isToolResult(block) || !Array.isArray(block.content)) return block;
  // An array of content blocks, which `Array.isArray` loses behind `readonly`.
  const content = block.content as readonly ContentBlock[];
  return { ...block, content: content.map((inner) => told(inner, lost)) };
};
