/** What an import has to say. The list of codes is closed; lines are told by number where there is one. */
import type { ReadNotice } from '../host/host.ts';
import { STORE_LIMITS } from '../store/limits.ts';

export const IMPORT_NOTICE_CODES = {
  LEAT_IMPORT_BAD_LINE: 'bytes that are no JSON object were set aside',
  LEAT_IMPORT_JOINED_LINES: 'a line held several records; all were read',
  LEAT_IMPORT_LONG_LINE: 'a line is too long and was set aside',
  LEAT_IMPORT_DOUBLED_ID: 'records repeat an id; the first counts',
  LEAT_IMPORT_BROKEN_PARENT: 'records name a parent that is not before them; the order of the file counts',
  LEAT_IMPORT_REWIND: 'the person went back and went on from an earlier message',
  LEAT_IMPORT_UNKNOWN_ATTACHMENT: 'attachments that leat has no words for are kept as rows',
  LEAT_IMPORT_FOREIGN: 'records of unknown types are kept as they came',
  LEAT_IMPORT_SIDECHAIN: 'a subagent became a chain of its own',
  LEAT_IMPORT_NO_MODEL: 'no model is known: the next request uses the default',
  LEAT_IMPORT_STORE: 'the session could not be kept on disk',
} as const;
export type ImportNoticeCode = keyof typeof IMPORT_NOTICE_CODES;

/** Counts notices by code and words, and lists each kind once, with the first line and how often. */
export interface ImportNotices {
  add(code: ImportNoticeCode, line: number | null, detail?: string): void;
  list(): readonly ReadNotice[];
}

export function importNotices(): ImportNotices {
  const kinds = new Map<
    string,
    { code: ImportNoticeCode; line: number | null; words: string; count: number }
  >();
  return {
    add: (code, line, detail) => {
      const words =
        detail === undefined ? IMPORT_NOTICE_CODES[code] : `${IMPORT_NOTICE_CODES[code]} (${detail})`;
      const kind = kinds.get(`${code} ${words}`);
      if (kind) kind.count += 1;
      else if (kinds.size < STORE_LIMITS.noticesMax)
        kinds.set(`${code} ${words}`, { code, line, words, count: 1 });
    },
    list: () =>
      [...kinds.values()].map(({ code, line, words, count }) => ({
        code,
        line,
        message: count === 1 ? words : `${words}; ${count} times`,
      })),
  };
}
