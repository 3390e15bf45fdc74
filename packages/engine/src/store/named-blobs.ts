/** The blobs that records name by their hash: the head's three, large media, files of checkpoints. Texts of lines are the reader's (`long-text.ts`). */
import { type ContentBlock, isMedia, isToolResult, type SessionId, type TimelineRecord } from '@leat/kernel';
import { isLeatError } from '../errors.ts';
import type { BlobStore, Host } from '../host/host.ts';

export interface NamedBlob {
  readonly hash: string;
  /** What it holds, with its article. */
  readonly what: string;
}

/** Whether a failure says that a blob is missing, or that its content is not what its name says. */
export const isLost = (error: unknown): boolean => isLeatError(error, 'LEAT_STORE_BLOB_MISSING');

/** Blobs that stand for an image or a document in content, results of tools included. */
export function mediaBlobs(content: unknown): readonly NamedBlob[] {
  if (!Array.isArray(content)) return [];
  // Blocks are asked for their type before anything else of them is used.
  return (content as readonly ContentBlock[]).flatMap((block) => {
    if (isMedia(block) && block.source?.type === 'blob') {
      return [{ hash: block.source.hash, what: block.type === 'image' ? 'an image' : 'a document' }];
    }
    return isToolResult(block) ? mediaBlobs(block.content) : [];
  });
}

/** Every blob that a record names. */
export function namedBlobs(record: TimelineRecord): readonly NamedBlob[] {
  if (record.type === 'user' || record.type === 'assistant') return mediaBlobs(record.content);
  if (record.type !== 'control') return [];
  const { control } = record;
  if (control.kind === 'head') {
    return [control.system, control.tools, control.context].map((hash) => ({
      hash,
      what: 'the head',
    }));
  }
  if (control.kind !== 'checkpoint') return [];
  return control.files.flatMap(({ hash, path }) =>
    hash === null ? [] : [{ hash, what: `the checkpoint of ${path}` }],
  );
}

/** Those of them that can't be read, each once. Other failures of the disk reject. */
export async function lostBlobs(
  named: readonly NamedBlob[],
  blobs: BlobStore,
): Promise<readonly (NamedBlob & { readonly why: string })[]> {
  const lost: (NamedBlob & { readonly why: string })[] = [];
  for (const blob of new Map(named.map((one) => [one.hash, one])).values()) {
    try {
      await blobs.get(blob.hash);
    } catch (error) {
      if (!isLost(error)) throw error;
      lost.push({ ...blob, why: (error as Error).message }); // a leat error, as just asked
    }
  }
  return lost;
}

/** The lost blobs of a session's records, a sentence each. */
export async function blobProblems(
  host: Host,
  session: SessionId,
  records: readonly TimelineRecord[],
): Promise<readonly string[]> {
  const lost = await lostBlobs(records.flatMap(namedBlobs), host.sessions.blobs(session));
  return lost.map(({ what, why }) => `${what} can't be read: ${why}`);
}
