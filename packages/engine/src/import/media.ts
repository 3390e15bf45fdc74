/** Large images and documents of an import go to blobs as bytes; small ones stay where they are (SPEC 5). */
import {
  type ContentBlock,
  isMedia,
  isToolResult,
  type MediaSource,
  type TimelineRecord,
} from '@leat/kernel';
import type { BlobStore } from '../host/host.ts';
import { IMPORT_LIMITS } from '../store/limits.ts';

/** The record with its large media in blobs; the same object where there is none. */
export async function withMediaInBlobs(record: TimelineRecord, blobs: BlobStore): Promise<TimelineRecord> {
  if (record.type !== 'user' && record.type !== 'assistant') return record;
  const content = await settled(record.content, blobs);
  return content === record.content ? record : { ...record, content };
}

async function settled(content: readonly ContentBlock[], blobs: BlobStore): Promise<readonly ContentBlock[]> {
  let changed = false;
  const blocks: ContentBlock[] = [];
  for (const block of content) {
    const put = await settledBlock(block, blobs);
    changed ||= put !== block;
    blocks.push(put);
  }
  return changed ? blocks : content;
}

async function settledBlock(block: ContentBlock, blobs: BlobStore): Promise<ContentBlock> {
  if (isMedia(block) && block.source !== null) {
    const source = await inBlob(block.source, blobs);
    return source === block.source ? block : { ...block, source };
  }
  if (isToolResult(block) && Array.isArray(block.content)) {
    const content = await settled(block.content, blobs);
    return content === block.content ? block : { ...block, content };
  }
  return block;
}

async function inBlob(source: MediaSource, blobs: BlobStore): Promise<MediaSource> {
  if (source.type !== 'base64' || typeof source.data !== 'string') return source;
  if (source.data.length <= IMPORT_LIMITS.inlineBase64Max) return source;
  const bytes = Buffer.from(source.data, 'base64');
  // Only what comes back to the letter: other base64 (blanks, no padding) stays as it was written.
  if (bytes.toString('base64') !== source.data) return source;
  return { type: 'blob', media_type: source.media_type, hash: await blobs.put(bytes), bytes: bytes.length };
}
