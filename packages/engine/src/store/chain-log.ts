/** One chain's file opened for appending: queue, writer and blobs put together. */
import type { ChainId, SessionId, TimelineRecord } from '@leat/kernel';
import type { LeatError } from '../errors.ts';
import type { BlobStore, ChainLog, ReadNotice } from '../host/host.ts';
import { appendQueue } from './append-queue.ts';
import { blobHash } from './blob-files.ts';
import { storeFailure } from './failure.ts';
import type { GroupWriter } from './group-writer.ts';
import { recordBody } from './long-text.ts';

export interface ChainLogParts {
  readonly session: SessionId;
  readonly chain: ChainId;
  readonly blobs: BlobStore;
  /** Null: memory-only from the start, because of `failure`. */
  readonly writer: GroupWriter | null;
  readonly failure: LeatError | null;
  readonly warnings: readonly ReadNotice[];
  readonly tip: { readonly seq: number; readonly crc: string };
  /** Called with records that are written. */
  written(records: readonly TimelineRecord[]): void;
  /** Called once, at the end of a healthy log, before its file is closed. */
  ending(writer: GroupWriter): Promise<void>;
  /** Whether the session's lease is still ours. */
  check(): Promise<void>;
  /** Called once, after the last group. */
  closed(): Promise<void>;
}

export function chainLog(parts: ChainLogParts): ChainLog {
  const { writer, blobs } = parts;
  const putText = async (text: string): Promise<{ hash: string; bytes: number }> => {
    await blobs.put(text, 'power');
    return { hash: blobHash(text), bytes: Buffer.byteLength(text) };
  };
  const queue = appendQueue(
    {
      encode: (record) => recordBody(record, putText),
      check: parts.check,
      write: async (bodies, sync) => writer?.write(bodies, sync),
    },
    parts.failure,
  );
  let closing: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    await queue.close();
    try {
      if (writer && !queue.failure) await parts.ending(writer);
      await writer?.close();
    } catch (error) {
      throw storeFailure(error, 'closing the session');
    } finally {
      await parts.closed();
    }
  };
  return {
    session: parts.session,
    chain: parts.chain,
    append: async (records, level = 'process') => {
      await queue.append(records, level);
      if (!queue.failure) parts.written(records);
    },
    get failure() {
      return queue.failure;
    },
    warnings: parts.warnings,
    get tip() {
      return writer?.last ?? parts.tip;
    },
    close: () => (closing ??= close()),
  };
}
