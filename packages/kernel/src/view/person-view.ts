/**
 * The person view: the whole story of the path, always. Compaction takes nothing from it; an edit adds a row. Only a
 * tombstone (what was shown is void) takes a row back.
 */
import { appliedState } from '../edit/application.ts';
import type { Uuid } from '../timeline/id.ts';
import { placeOf } from '../timeline/path.ts';
import type { EditRecord, EpochRecord, TimelineRecord } from '../timeline/record.ts';
import { Sequence } from '../timeline/sequence.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { recall, remember } from '../timeline/arena.ts';
import { isForPerson } from './audience.ts';
import { countBefore } from './place.ts';

/** One row of the person's; `place` is the record's place on the path. */
export type PersonRow =
  | { readonly row: 'record'; readonly place: number; readonly record: TimelineRecord }
  /** What an edit or an epoch renders to. */
  | { readonly row: 'boundary'; readonly place: number; readonly record: EditRecord | EpochRecord };

interface Memo {
  readonly path: Sequence<TimelineRecord>;
  readonly tombstoned: ReadonlySet<Uuid>;
  readonly rows: Sequence<PersonRow>;
}

const KEY = { name: 'person view' };

/** The rows in order, kept up: an append costs the new records. */
export const personView = (timeline: Timeline): Sequence<PersonRow> => {
  const memo = recall<Memo>(timeline, KEY);
  const { tombstoned } = appliedState(timeline);
  const from = memo === undefined ? 0 : firstChange(timeline, memo, tombstoned);
  const fresh: PersonRow[] = [];
  for (let place = from; place < timeline.path.length; place += 1) {
    const record = timeline.path.at(place);
    if (record === undefined || !isForPerson(record) || tombstoned.has(record.uuid)) continue;
    fresh.push(
      record.type === 'edit' || record.type === 'epoch'
        ? { row: 'boundary', place, record }
        : { row: 'record', place, record },
    );
  }
  const kept =
    memo === undefined ? Sequence.empty<PersonRow>() : memo.rows.take(countBefore(memo.rows, from));
  const rows = kept.extend(fresh);
  remember<Memo>(timeline, KEY, { path: timeline.path, tombstoned, rows });
  return rows;
};

const firstChange = (timeline: Timeline, memo: Memo, tombstoned: ReadonlySet<Uuid>): number => {
  let from = memo.path.commonLength(timeline.path);
  if (memo.tombstoned === tombstoned) return from;
  for (const uuid of [...memo.tombstoned, ...tombstoned]) {
    if (memo.tombstoned.has(uuid) && tombstoned.has(uuid)) continue;
    from = Math.min(from, placeOf(timeline, uuid) ?? from);
  }
  return from;
};
