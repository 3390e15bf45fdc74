/** The exact historic view: what the model saw at a request, or when a record had just been appended. */
import type { Uuid } from '../timeline/id.ts';
import type { Sequence } from '../timeline/sequence.ts';
import { prefixOf, seqOf, type Timeline } from '../timeline/timeline.ts';
import type { ViewItem } from './item.ts';
import { modelView } from './model-view.ts';

/** The timeline as it was right behind a record, or at the newest request of a round (number, from 1, on the path). */
export const timelineAt = (timeline: Timeline, at: Uuid | number): Timeline | null => {
  if (typeof at !== 'number') {
    const seq = seqOf(timeline, at);
    return seq === undefined ? null : prefixOf(timeline, seq + 1);
  }
  for (let place = timeline.path.length - 1; place >= 0; place -= 1) {
    const record = timeline.path.at(place);
    if (record?.type === 'request' && record.round === at) return timelineAt(timeline, record.uuid);
  }
  return null;
};

/** The model view as it was there; null when there is no such record or round. May cost the length. */
export const viewAt = (timeline: Timeline, at: Uuid | number): Sequence<ViewItem> | null => {
  const then = timelineAt(timeline, at);
  return then === null ? null : modelView(then);
};
