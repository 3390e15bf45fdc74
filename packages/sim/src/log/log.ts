/** The request log: the newest entries in memory, all of them in a file where one is named. */

import { createWriteStream } from 'node:fs';
import { LOG_BODY_BYTES_MAX, LOG_ENTRIES_MAX, LOG_QUEUE_LINES_MAX } from '../server/limits.ts';
import { NO_BILL, NO_USAGE, addBills, addUsage } from '../usage/usage.ts';
import type { LogEntry, Totals } from './entry.ts';

/** See the file header. */
export interface RequestLog {
  append(entry: LogEntry): void;
  /** Entries still in memory with a number of at least `from`. */
  entries(from?: number): readonly LogEntry[];
  totals(): Totals;
  /** Forgets entries and sums; the file keeps its lines. */
  clear(): void;
  /** Resolves when the file holds everything. */
  close(): Promise<void>;
}

const NOTHING: Totals = {
  requests: 0,
  answered: 0,
  refused: 0,
  aborted: 0,
  tokens: NO_USAGE,
  price: NO_BILL,
  unpriced: 0,
};

/** A log; `onError` hears once when the file cannot be written. */
export function createRequestLog(options: {
  readonly file?: string | undefined;
  readonly onError?: (error: Error) => void;
}): RequestLog {
  let kept: LogEntry[] = [];
  let bodyBytes = 0;
  let totals = NOTHING;
  const file = options.file === undefined ? null : lineFile(options.file, options.onError);

  const append = (entry: LogEntry) => {
    totals = added(totals, entry);
    file?.write(`${JSON.stringify(entry)}\n`);
    const { body: _body, ...light } = entry;
    bodyBytes += entry.body === undefined ? 0 : entry.bodyBytes;
    kept.push(bodyBytes > LOG_BODY_BYTES_MAX ? light : entry);
    if (kept.length > LOG_ENTRIES_MAX) kept = kept.slice(kept.length - LOG_ENTRIES_MAX / 2);
  };

  return {
    append,
    entries: (from = 1) => kept.filter((entry) => entry.number >= from),
    totals: () => totals,
    clear: () => {
      kept = [];
      bodyBytes = 0;
      totals = NOTHING;
    },
    close: () => file?.close() ?? Promise.resolve(),
  };
}

function added(totals: Totals, entry: LogEntry): Totals {
  const billed = entry.tokens !== null;
  return {
    requests: totals.requests + 1,
    answered: totals.answered + (entry.outcome === 'answered' ? 1 : 0),
    refused: totals.refused + (entry.outcome === 'refused' ? 1 : 0),
    aborted: totals.aborted + (entry.outcome === 'aborted' ? 1 : 0),
    tokens: entry.tokens === null ? totals.tokens : addUsage(totals.tokens, entry.tokens),
    price: entry.price === null ? totals.price : addBills(totals.price, entry.price),
    unpriced: totals.unpriced + (billed && entry.price === null ? 1 : 0),
  };
}

/** A file that is appended to in order, with a bounded queue. */
function lineFile(path: string, onError: ((error: Error) => void) | undefined) {
  const stream = createWriteStream(path, { flags: 'a' });
  let waiting = 0;
  let dropped = 0;
  let failed = false;
  stream.on('error', (error) => {
    if (!failed) onError?.(error);
    failed = true;
  });
  const write = (line: string) => {
    if (failed) return;
    if (waiting >= LOG_QUEUE_LINES_MAX) {
      dropped++;
      return;
    }
    const notice = dropped > 0 ? `${JSON.stringify({ dropped })}\n` : '';
    dropped = 0;
    waiting++;
    stream.write(notice + line, () => waiting--);
  };
  const close = () =>
    new Promise<void>((resolve) => {
      if (failed || stream.destroyed) return resolve();
      stream.once('close', resolve);
      stream.end();
    });
  return { write, close };
}
