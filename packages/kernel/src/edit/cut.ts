/**
 * The cut of an epoch (SPEC 8.6, bound thinking): every thinking block is signed over all that stands before it, so
 * thinking behind the first changed block is lost; and a running turn keeps its thinking whole or not at all.
 */
import type { Uuid } from '../timeline/id.ts';
import { turnFold } from '../timeline/turn.ts';
import { pathState } from '../timeline/fold.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { ViewItem } from '../view/item.ts';
import { modelView } from '../view/model-view.ts';
import { countBefore } from '../view/place.ts';
import { projectFrom, wholeFrom } from '../view/project.ts';
import type { InForce } from './in-force.ts';

/** The first changed record, or the start of the running turn if that lies inside it; null when no byte changes. */
export const cutOf = (timeline: Timeline, before: InForce, after: InForce): Uuid | null => {
  const place = firstChangedPlace(timeline, before, after);
  if (place === null) return null;
  const turn = pathState(timeline, turnFold);
  const running = turn.start >= 0 && !turn.ended;
  const at = running && place >= turn.start ? turn.start : place;
  return timeline.path.at(at)?.uuid ?? null;
};

/** First place of the path whose visible form differs. */
const firstChangedPlace = (timeline: Timeline, before: InForce, after: InForce): number | null => {
  const was = new Set(before.applications);
  const is = new Set(after.applications);
  const changed = [
    ...before.applications.filter((application) => !is.has(application)),
    ...after.applications.filter((application) => !was.has(application)),
  ];
  if (changed.length === 0) return null;
  const first = Math.min(...changed.map((application) => application.first));
  const from = wholeFrom(first, [...before.applications, ...after.applications]);
  const view = modelView(timeline);
  const old = view.slice(countBefore(view, from));
  const fresh = projectFrom(timeline, after, from);
  for (let index = 0; index < Math.max(old.length, fresh.length); index += 1) {
    const [a, b] = [old[index], fresh[index]];
    if (a === undefined || b === undefined || !sameForm(a, b)) {
      return Math.min(a?.place ?? timeline.path.length, b?.place ?? timeline.path.length);
    }
  }
  return null;
};

const sameForm = (a: ViewItem, b: ViewItem): boolean => {
  if (a.record !== b.record || a.place !== b.place || a.form !== b.form) return false;
  if (a.form === 'fold' || b.form === 'fold') return true;
  if (a.standing !== b.standing) return false;
  return (
    a.form !== 'cleared' || b.form !== 'cleared' || JSON.stringify(a.content) === JSON.stringify(b.content)
  );
};
