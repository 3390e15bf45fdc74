/** Where a fork begins: strict, because a fork over damage would carry on a story with a hole (RELIABILITY D8). */
import type { SessionId, Uuid } from '@leat/kernel';
import { LeatError } from '../errors.ts';
import type { ForkPoint } from './header.ts';
import { damagedUpTo, type Lineage } from './lineage.ts';

/** The line of record `at` (the last line where absent), in the session that holds it. */
export function forkPointOf(session: SessionId, lineage: Lineage, at: Uuid | undefined): ForkPoint {
  const { reading } = lineage;
  if (at === undefined) {
    refuseDamage(session, lineage, Infinity);
    return { session, ...reading.last };
  }
  const stored = reading.stored.find((one) => one.record.uuid === at);
  if (stored) {
    refuseDamage(session, lineage, stored.line);
    return { session, seq: stored.seq, crc: stored.crc };
  }
  if (lineage.parent) return forkPointOf(lineage.parent.session, lineage.parent.lineage, at);
  throw new LeatError('LEAT_STORE_NOT_FOUND', `the session ${session} has no record ${at}`);
}

function refuseDamage(session: SessionId, lineage: Lineage, line: number): void {
  if (!damagedUpTo(lineage, line)) return;
  const words = lineage.reading.board.list().map((notice) => notice.message);
  throw new LeatError(
    'LEAT_STORE_DAMAGED',
    `the session ${session} can't be forked there: ${words.join('; ')}`,
  );
}
