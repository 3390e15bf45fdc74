/**
 * The queue in front of one file: one writer, records in order, everything that waits goes out as one group (group commit).
 * A failure is final for the log: from then on nothing is written, appends still resolve, and `failure` says why (SPEC 5).
 */
import type { TimelineRecord } from '@leat/kernel';
import { LeatError } from '../errors.ts';
import type { Durability } from '../host/host.ts';
import { storeFailure } from './failure.ts';
import { STORE_LIMITS } from './limits.ts';

interface Waiting {
  readonly records: readonly TimelineRecord[];
  readonly level: Durability;
  readonly done: () => void;
}

export interface AppendQueue {
  append(records: readonly TimelineRecord[], level: Durability): Promise<void>;
  readonly failure: LeatError | null;
  /** Waits for what is queued, then refuses what comes. */
  close(): Promise<void>;
}

export interface GroupSink {
  /** The line's JSON text; long strings are in blobs when it resolves. */
  encode(record: TimelineRecord): Promise<string>;
  /** Whether the file is still ours to write; rejects where it is not. */
  check(): Promise<void>;
  write(bodies: readonly string[], sync: boolean): Promise<void>;
}

/** `failed`: the log is memory-only from the start. */
export function appendQueue(sink: GroupSink, failed: LeatError | null): AppendQueue {
  const waiting: Waiting[] = [];
  let waitingRecords = 0;
  let failure = failed;
  let running: Promise<void> | null = null;
  let closed = false;

  const writeGroup = async (): Promise<readonly Waiting[]> => {
    const group: Waiting[] = [];
    const bodies: string[] = [];
    let bytes = 0;
    try {
      await sink.check();
      while (waiting.length > 0 && bytes < STORE_LIMITS.groupBytesMax) {
        const item = waiting.shift();
        if (!item) break;
        group.push(item);
        for (const record of item.records) {
          const body = await sink.encode(record);
          bodies.push(body);
          bytes += body.length;
        }
      }
      if (bodies.length > 0)
        await sink.write(
          bodies,
          group.some((item) => item.level === 'power'),
        );
    } catch (error) {
      failure = storeFailure(error, 'appending to the session');
    }
    return group;
  };

  const drain = async (): Promise<void> => {
    // One turn of the event loop's microtasks, so that what is appended together is written together.
    await Promise.resolve();
    while (waiting.length > 0) {
      const group = failure ? waiting.splice(0) : await writeGroup();
      for (const item of group) {
        waitingRecords -= item.records.length;
        item.done();
      }
    }
    running = null;
  };

  return {
    append: (records, level) => {
      if (closed) return Promise.reject(new LeatError('LEAT_STORE_CLOSED', 'the session is closed'));
      if (waitingRecords + records.length > STORE_LIMITS.queueRecordsMax) {
        return Promise.reject(
          new LeatError('LEAT_STORE_BUSY', `more than ${STORE_LIMITS.queueRecordsMax} records wait`),
        );
      }
      waitingRecords += records.length;
      return new Promise((done) => {
        waiting.push({ records, level, done });
        running ??= drain();
      });
    },
    get failure() {
      return failure;
    },
    close: async () => {
      closed = true;
      await running;
    },
  };
}
