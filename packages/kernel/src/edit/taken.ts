/**
 * Whether an edit took what stood at the end of a sealed segment after its request had gone out. What that request needed
 * there (a user's words, SPEC 9.3 N14) is then no longer due: the segments behind it bring their own.
 *
 *     u1 |Q1| a1 u2 |Q2| epoch(+remove u2) u3        the second segment ends with a1, and u3 follows it
 *
 * True only where the view of the segment differs from what was sent, so a wire that is grown never meets a new answer.
 */
import type { Uuid } from '../timeline/id.ts';
import type { Segment } from '../timeline/segment.ts';
import { seqOf, type Timeline } from '../timeline/timeline.ts';
import { isForModel } from '../view/audience.ts';
import type { Application } from './cover.ts';
import { inForce } from './in-force.ts';

/** Costs the edits in force, for each record at the end that one of them hides. */
export const isEndTaken = (timeline: Timeline, { from, to, request }: Segment): boolean => {
  const { applications, tombstoned } = inForce(timeline);
  if (applications.length === 0) return false;
  const sent = seqOf(timeline, request.uuid) ?? timeline.length;
  for (let place = to - 1; place >= from; place -= 1) {
    const record = timeline.path.at(place);
    if (record === undefined || !isForModel(record) || tombstoned.has(record.uuid)) continue;
    const hiding = applications.filter((each) => hides(each, record.uuid, place));
    if (hiding.length === 0) return false;
    if (hiding.every(({ epoch }) => epoch !== null && (seqOf(timeline, epoch) ?? -1) > sent)) return true;
    // It was hidden when the request went out: what stood at the end is before it.
  }
  return false;
};

/** A fold shows itself at its first place. */
const hides = ({ edit: { op }, removed, first, last }: Application, uuid: Uuid, place: number): boolean =>
  op.kind === 'fold'
    ? (op.content.length === 0 ? first : first + 1) <= place && place <= last
    : removed.has(uuid);
