/** What the reader of a session had to say, bounded: a file full of damage must not flood a terminal. */
import type { ReadNotice } from '@leat/engine';
import type { Io } from '../cli/io.ts';

/** Notices that are told one by one. */
const TOLD_MAX = 5;

export function tellNotices(notices: readonly ReadNotice[], session: string, io: Pick<Io, 'err'>): void {
  for (const notice of notices.slice(0, TOLD_MAX)) io.err(`leat: ${notice.message}\n`);
  const more = notices.length - TOLD_MAX;
  if (more > 0) io.err(`leat: and ${more} more of this kind: leat fsck ${session} lists them\n`);
}
