/** The transcript: every record of the file in its order, on every path; only what a tombstone took back is left out. */
import type { Uuid } from '../timeline/id.ts';
import type { TimelineRecord } from '../timeline/record.ts';
import { recordOf, seqOf, type Timeline } from '../timeline/timeline.ts';
import { isTakenBack } from './audience.ts';

/** Costs the length of the file. */
export const transcript = (timeline: Timeline): readonly TimelineRecord[] => {
  const tombstoned = new Set<Uuid>();
  for (const [seq, record] of [...timeline.records].entries()) {
    if (record.type !== 'tombstone' || (seqOf(timeline, record.target) ?? seq) >= seq) continue;
    if (isTakenBack(recordOf(timeline, record.target))) tombstoned.add(record.target);
  }
  return [...timeline.records].filter((record) => !tombstoned.has(record.uuid));
};
