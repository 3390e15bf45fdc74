/**
 * What a reader has to say about a file: never silence (STYLE "Errors"). The list of codes is closed; the second column says
 * whether something was lost, so that rewind and fork must refuse and resume must say so first.
 */
import type { ReadNotice } from '../host/host.ts';
import { STORE_LIMITS } from './limits.ts';

/** Code → whether records are missing or in doubt. */
export const READ_NOTICE_CODES = {
  /** The last line was cut; it was never acknowledged. */
  LEAT_READ_TORN_TAIL: false,
  /** The last line was whole but had no newline. */
  LEAT_READ_NO_NEWLINE: false,
  /** Several lines stood on one; all were read. */
  LEAT_READ_JOINED_LINES: false,
  /** Half a line or other bytes stood there, and no record is missing. */
  LEAT_READ_FRAGMENT: false,
  /** A run of NUL bytes, a byte order mark or blanks, and no record is missing. */
  LEAT_READ_FILLER: false,
  /** Lines end with CR LF (copied through another system). */
  LEAT_READ_CRLF: false,
  /** Written by a newer leat that says older ones may read it. */
  LEAT_READ_NEWER_VERSION: false,
  /** A line of the store's own of a kind that this version doesn't know, or a record of an unknown type. */
  LEAT_READ_UNKNOWN_TYPE: false,
  /** The same id twice: the first counts, this one was set aside. */
  LEAT_READ_DOUBLED_ID: true,
  /** The parent is not among the records before it: it hangs on the record before it on disk. */
  LEAT_READ_BROKEN_PARENT: true,
  /** A line that can't be verified stands where records are missing, or at the end. */
  LEAT_READ_DAMAGED_LINE: true,
  /** Numbers are missing between two good lines. */
  LEAT_READ_MISSING_RECORDS: true,
  /** Two different lines with one number, or a line that was not written behind the one before it. */
  LEAT_READ_TWO_WRITERS: true,
  /** A verified line that holds no record. */
  LEAT_READ_MALFORMED: true,
  /** The first line is no header. */
  LEAT_READ_NO_HEADER: true,
  /** A blob that a record names is missing or damaged. */
  LEAT_READ_BLOB_MISSING: true,
  /** The session that this one was forked from can't be read up to the fork. */
  LEAT_READ_FORK_BROKEN: true,
  /** The folder lies on a network file system, where locks are weaker. */
  LEAT_READ_NETWORK_DISK: false,
  /** Nothing can be written here: memory-only. */
  LEAT_READ_MEMORY_ONLY: false,
  /** The count of what came after the bound on notices. */
  LEAT_READ_MORE: false,
} as const;
export type ReadNoticeCode = keyof typeof READ_NOTICE_CODES;

/** Collects notices up to the bound, counts the rest, and knows whether any of them means damage. */
export interface NoticeBoard {
  add(code: ReadNoticeCode, line: number | null, message: string): void;
  readonly damaged: boolean;
  list(): readonly ReadNotice[];
}

export function noticeBoard(): NoticeBoard {
  const notices: ReadNotice[] = [];
  let more = 0;
  let damaged = false;
  return {
    add: (code, line, message) => {
      damaged ||= READ_NOTICE_CODES[code];
      if (notices.length < STORE_LIMITS.noticesMax) notices.push({ code, line, message });
      else more += 1;
    },
    get damaged() {
      return damaged;
    },
    list: () =>
      more === 0
        ? notices
        : [...notices, { code: 'LEAT_READ_MORE', line: null, message: `${more} more notices like these` }],
  };
}
