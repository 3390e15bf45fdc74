/** Reads one chain's file whole: lines, records, long strings back from their blobs, and all that was wrong with it. */
import type { TimelineRecord } from '@leat/kernel';
import { isLeatError } from '../errors.ts';
import type { BlobStore } from '../host/host.ts';
import { type ChainReading, chainReading } from './chain-reader.ts';
import type { DiskFile } from './disk.ts';
import { restoreText } from './long-text.ts';
import { scanFile } from './scan.ts';

/** `inherited`: the records of a fork's parent up to the fork, which stand before this file's own. */
export async function readChain(
  file: DiskFile,
  blobs: BlobStore,
  inherited: readonly TimelineRecord[],
): Promise<ChainReading> {
  const reading = chainReading(inherited);
  await scanFile(file, 0, reading);
  reading.finish();
  await restoreAll(reading, blobs);
  return reading;
}

async function restoreAll(reading: ChainReading, blobs: BlobStore): Promise<void> {
  for (const index of reading.inBlobs) {
    const stored = reading.stored[index];
    if (!stored) continue;
    const text = async (hash: string): Promise<string> => {
      try {
        return Buffer.from(await blobs.get(hash)).toString('utf8');
      } catch (error) {
        if (!isLeatError(error, 'LEAT_STORE_BLOB_MISSING')) throw error;
        reading.board.add('LEAT_READ_BLOB_MISSING', stored.line, `line ${stored.line}: ${error.message}`);
        return JSON.stringify(`[${error.message}]`);
      }
    };
    // The record was checked before its strings were put back; they stand where strings stood.
    stored.record = (await restoreText(stored.record, text)) as TimelineRecord;
  }
}
