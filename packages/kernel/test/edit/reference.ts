/**
 * The naive reference of the edit algebra: everything from the whole list of records, every time, in the plainest way.
 * It shares types with the kernel and no code but the two that are data (`clearBlocks`, who a record is for).
 */
import {
  isForModel,
  isForPerson,
  type ContentBlock,
  type EditRecord,
  type TimelineRecord,
  type Uuid,
} from '@leat/kernel';
import { clearBlocks } from '../../src/view/clear.ts';

type Records = readonly TimelineRecord[];

const blocksIn = (record: TimelineRecord): readonly ContentBlock[] => {
  if (record.type === 'user' || record.type === 'assistant') return record.content;
  return record.type === 'attachment' ? (record.words ?? []) : [];
};

export const pathIn = (records: Records): TimelineRecord[] => {
  const parentOf = (seq: number): number => {
    const record = records[seq] as TimelineRecord;
    const named = records.slice(0, seq).findIndex((earlier) => earlier.uuid === record.parentUuid);
    if (named >= 0) return named;
    const toTheRoot =
      record.parentUuid === null && record.type === 'control' && record.control.kind === 'rewind';
    return toTheRoot ? -1 : seq - 1;
  };
  const path: TimelineRecord[] = [];
  for (let seq = records.length - 1; seq >= 0; seq = parentOf(seq))
    path.unshift(records[seq] as TimelineRecord);
  return path;
};

const placeIn = (path: Records, uuid: Uuid): number => path.findIndex((record) => record.uuid === uuid);

/** Place behind the last request that seals, read off the path before `at`; a request without answer seals. */
const openFromIn = (path: Records, at: number): number => {
  let open = 0;
  for (let place = 0; place < at; place += 1) {
    const request = path[place] as TimelineRecord;
    if (request.type !== 'request') continue;
    const rest = path.slice(place + 1, at);
    const next = rest.findIndex((record) => record.type === 'request');
    const answer = (next < 0 ? rest : rest.slice(0, next)).find(
      (record) => record.type === 'response' && record.request === request.uuid,
    );
    const refused = answer?.type === 'response' && answer.outcome === 'refused';
    if (!refused) open = place + 1;
  }
  return open;
};

/** Places that belong to one round with any of the given, among the first `limit` of the path. */
const closeIn = (path: Records, given: readonly number[], limit: number): Set<number> => {
  const group = path.map((_, place) => place);
  const find = (place: number): number => (group[place] === place ? place : find(group[place] as number));
  const join = (a: number, b: number): void => void (group[find(a)] = find(b));
  let last: { key: string; at: number } | null = null;
  for (let at = 0; at < limit; at += 1) {
    const record = path[at] as TimelineRecord;
    if (record.type === 'assistant') {
      const key = record.round ?? record.messageId ?? record.uuid;
      if (last !== null && last.key === key) join(at, last.at);
      last = { key, at };
    }
    if (record.type === 'user') {
      for (const block of record.content) {
        if (block.type !== 'tool_result') continue;
        const call = path
          .slice(0, at)
          .findLastIndex(
            (earlier) =>
              earlier.type === 'assistant' &&
              earlier.content.some((use) => use.type === 'tool_use' && use.id === block.tool_use_id),
          );
        if (call >= 0) join(at, call);
      }
    }
    if (record.type === 'attachment' && record.about !== null) {
      const target = placeIn(path.slice(0, at), record.about);
      if (target >= 0) join(at, target);
    }
  }
  const wanted = new Set(given.map(find));
  return new Set(group.flatMap((_, place) => (place < limit && wanted.has(find(place)) ? [place] : [])));
};

const targetsIn = ({ op }: EditRecord): readonly Uuid[] =>
  op.kind === 'remove'
    ? op.targets
    : op.kind === 'clear'
      ? op.targets.map(({ target }) => target.uuid)
      : op.kind === 'fold'
        ? [op.first, op.last]
        : [];

const tombstonesIn = (path: Records, limit: number): Set<Uuid> =>
  new Set(
    path.slice(0, limit).flatMap((record, at) => {
      if (record.type !== 'tombstone') return [];
      const target = placeIn(path, record.target);
      const said = ['user', 'assistant', 'system', 'attachment', 'progress'].includes(
        path[target]?.type ?? '',
      );
      return target < at && said ? [record.target] : [];
    }),
  );

const keptIn = (path: Records, limit: number): Set<Uuid> => {
  const kept = new Set<Uuid>();
  for (const record of path.slice(0, limit)) {
    if (record.type !== 'control') continue;
    if (record.control.kind === 'keep') kept.add(record.control.target);
    if (record.control.kind === 'unkeep') kept.delete(record.control.target);
  }
  return kept;
};

interface Force {
  readonly edit: EditRecord;
  readonly seq: number;
  readonly first: number;
  readonly last: number;
  readonly removed: ReadonlySet<number>;
  readonly standing: ReadonlySet<number>;
}

/** What an edit covers on a path, judged at a place of it; null when it isn't all there (`some`: any of it is enough). */
const coverIn = (path: Records, edit: EditRecord, seq: number, limit: number, some = false): Force | null => {
  const all = targetsIn(edit).map((uuid) => placeIn(path, uuid));
  const places = all.filter((place) => place >= 0 && place < limit);
  if (places.length === 0 || ((!some || edit.op.kind === 'fold') && places.length < all.length)) return null;
  const none = new Set<number>();
  if (edit.op.kind === 'fold') {
    const [first = 0, last = -1] = places;
    if (first > last) return null;
    const standing = new Set<number>();
    if (edit.op.reset) {
      const tombstoned = tombstonesIn(path, limit);
      const shows = (at: number): boolean => {
        const record = path[at] as TimelineRecord;
        return isForModel(record) && !tombstoned.has(record.uuid);
      };
      const humans = path.flatMap((record, at) =>
        at < limit && record.type === 'user' && record.origin.kind === 'human' && shows(at) ? [at] : [],
      );
      const kept = [...keptIn(path, limit)]
        .map((uuid) => placeIn(path, uuid))
        .filter((at) => at >= 0 && shows(at));
      for (const at of [...kept, ...(edit.op.content.length > 0 ? humans.slice(-1) : [])]) {
        if (at >= first && at <= last) standing.add(at);
      }
    }
    return { edit, seq, first, last, removed: none, standing };
  }
  const removed = edit.op.kind === 'remove' ? closeIn(path, places, limit) : none;
  const covered = edit.op.kind === 'remove' ? [...removed] : places;
  return { edit, seq, first: Math.min(...covered), last: Math.max(...covered), removed, standing: none };
};

const editAt = (records: Records, uuid: Uuid, before: number): { edit: EditRecord; seq: number } | null => {
  const seq = records.findIndex((record) => record.uuid === uuid);
  const edit = records[seq];
  if (edit?.type !== 'edit' || edit.op.kind === 'withdraw' || seq >= before) return null;
  const withdrawn = records.findIndex(
    (record) => record.type === 'edit' && record.op.kind === 'withdraw' && record.op.edit === uuid,
  );
  return withdrawn >= 0 && withdrawn < before ? null : { edit, seq };
};

const atOnce = (path: Records, edit: EditRecord): Force | null => {
  const at = placeIn(path, edit.uuid);
  const places = targetsIn(edit).map((uuid) => placeIn(path, uuid));
  const open = openFromIn(path, at);
  if (places.length === 0 || places.some((place) => place < open || place >= at)) return null;
  const cover = coverIn(path, edit, 0, at);
  return cover === null || (edit.scope === 'path' && cover.first < open) ? null : cover;
};

/** Edits in force at the head. */
const forceIn = (records: Records): Force[] => {
  const path = pathIn(records);
  const ofPath = new Map<Uuid, Force>();
  for (const [at, record] of path.entries()) {
    const seq = records.indexOf(record);
    if (record.type === 'edit' && record.scope === 'path' && record.applies === 'at_once') {
      const cover = atOnce(path, record);
      if (cover !== null) ofPath.set(record.uuid, { ...cover, seq });
    }
    if (record.type !== 'epoch') continue;
    for (const uuid of record.undo) ofPath.delete(uuid);
    for (const uuid of record.apply) {
      const found = editAt(records, uuid, seq);
      if (found === null || found.edit.scope !== 'path' || ofPath.has(uuid)) continue;
      const cover = coverIn(path, found.edit, found.seq, at);
      if (cover !== null) ofPath.set(uuid, cover);
    }
  }
  return [...ofPath.values(), ...sessionForceIn(records, path)];
};

const sessionForceIn = (records: Records, path: Records): Force[] => {
  const since = new Map<Uuid, number>();
  for (const [seq, record] of records.entries()) {
    if (record.type === 'edit' && record.scope === 'session' && record.applies === 'at_once') {
      if (atOnce(pathIn(records.slice(0, seq + 1)), record) !== null) since.set(record.uuid, seq);
    }
    if (record.type !== 'epoch') continue;
    for (const uuid of record.undo) since.delete(uuid);
    for (const uuid of record.apply) {
      const found = editAt(records, uuid, seq);
      if (found === null || found.edit.scope !== 'session' || since.has(uuid)) continue;
      const there = targetsIn(found.edit).some((target) =>
        records.slice(0, seq).some((earlier) => earlier.uuid === target),
      );
      if (there) since.set(uuid, seq);
    }
  }
  return [...since].flatMap(([uuid, from]) => {
    const seq = records.findIndex((record) => record.uuid === uuid);
    const limit = path.filter((record) => records.indexOf(record) < from).length;
    return coverIn(path, records[seq] as EditRecord, seq, limit, true) ?? [];
  });
};

/** One line an item: everything that a reader of the view can tell. */
export const viewIn = (records: Records): string[] => {
  const path = pathIn(records);
  const force = forceIn(records);
  const tombstoned = tombstonesIn(path, path.length);
  const cuts = path.flatMap((record, at) => {
    if (record.type !== 'epoch' || record.cut === null) return [];
    const from = placeIn(path, record.cut);
    return from >= 0 && from < at ? [{ from, to: at }] : [];
  });
  const shows = (at: number): boolean => {
    const record = path[at] as TimelineRecord;
    return (
      isForModel(record) && !tombstoned.has(record.uuid) && !force.some(({ removed }) => removed.has(at))
    );
  };
  const line = (at: number, place: number, standing: boolean): string => {
    const record = path[at] as TimelineRecord;
    const clears = force.flatMap(({ edit, seq }) =>
      edit.op.kind === 'clear'
        ? edit.op.targets
            .filter(({ target }) => target.uuid === record.uuid)
            .map((entry) => ({ ...entry, seq }))
        : [],
    );
    const { content, cleared } = clearBlocks(blocksIn(record), clears);
    const dropped = record.type === 'assistant' && cuts.some(({ from, to }) => from <= at && at < to);
    const form = cleared.length > 0 ? `cleared ${JSON.stringify(content)}` : 'itself';
    return `${place} ${at} ${record.uuid} ${form}${standing ? ' standing' : ''}${dropped ? ' dropped' : ''}`;
  };
  // Outermost folds: no other begins before and reaches over the beginning; of two over one span the later mark.
  const folds = force
    .filter(({ edit }) => edit.op.kind === 'fold')
    .toSorted((a, b) => a.first - b.first || b.last - a.last || b.seq - a.seq);
  const outer: Force[] = [];
  for (const fold of folds) if (!outer.some(({ last }) => last >= fold.first)) outer.push(fold);
  const lines: string[] = [];
  for (let at = 0; at < path.length; at += 1) {
    const fold = outer.find(({ first, last }) => first <= at && at <= last);
    if (fold === undefined) {
      if (shows(at)) lines.push(line(at, at, false));
      continue;
    }
    if (at !== fold.first || fold.edit.op.kind !== 'fold') continue;
    const left = path.flatMap((_, place) =>
      place >= fold.first && place <= fold.last && shows(place) ? [place] : [],
    );
    if (left.length > 0 && fold.edit.op.content.length > 0) {
      lines.push(
        `${at} ${fold.edit.uuid} fold ${left.length} to ${fold.last} ${JSON.stringify(fold.edit.op.content)}`,
      );
    }
    for (const place of left) if (fold.standing.has(place)) lines.push(line(place, at, true));
  }
  return lines;
};

/** The person's rows: all of the path that makes one, but what a tombstone took back. */
export const rowsIn = (records: Records): Uuid[] => {
  const path = pathIn(records);
  const tombstoned = tombstonesIn(path, path.length);
  return path.flatMap((record) => (isForPerson(record) && !tombstoned.has(record.uuid) ? [record.uuid] : []));
};

/** Status of every mark. */
export const statusesIn = (records: Records): string[] => {
  const path = pathIn(records);
  const force = forceIn(records);
  return records.flatMap((record) => {
    if (record.type !== 'edit' || record.op.kind === 'withdraw') return [];
    return `${record.uuid} ${statusIn(records, path, force, record)}`;
  });
};

const statusIn = (records: Records, path: Records, force: readonly Force[], edit: EditRecord): string => {
  const { uuid } = edit;
  const epochs = (edit.scope === 'session' ? records : path).filter((record) => record.type === 'epoch');
  if (edit.scope === 'path' && force.some((entry) => entry.edit === edit)) return 'applied';
  // Replayed from the first epoch: what the last one that mattered did.
  let status = 'none';
  let active = false;
  for (const epoch of [...epochs, null]) {
    const before = epoch === null ? records.length : records.indexOf(epoch);
    const made = records.indexOf(edit);
    if (edit.applies === 'at_once' && made < before && status === 'none' && !active) {
      const own = edit.scope === 'session' ? pathIn(records.slice(0, made + 1)) : path;
      if (placeIn(own, uuid) >= 0 && atOnce(own, edit) !== null) active = true;
    }
    if (epoch === null) break;
    if (epoch.undo.includes(uuid) && active) [active, status] = [false, 'undone'];
    if (epoch.dropped.some((entry) => entry.edit === uuid) && !active) status = 'dropped';
    if (!epoch.apply.includes(uuid) || active || editAt(records, uuid, before) === null) continue;
    const limit = placeIn(path, epoch.uuid);
    const there =
      edit.scope === 'session'
        ? targetsIn(edit).some((target) =>
            records.slice(0, before).some((earlier) => earlier.uuid === target),
          )
        : coverIn(path, edit, 0, limit) !== null;
    if (there) [active, status] = [true, 'none'];
  }
  if (active) return 'applied';
  if (status !== 'none') return status;
  const withdrawn = records.some(
    (record) => record.type === 'edit' && record.op.kind === 'withdraw' && record.op.edit === uuid,
  );
  if (withdrawn) return 'withdrawn';
  const targets = targetsIn(edit);
  return targets.length > 0 &&
    targets.every(
      (target) =>
        placeIn(path, target) >= 0 &&
        records.findIndex(({ uuid: other }) => other === target) < records.indexOf(edit),
    )
    ? 'open'
    : 'elsewhere';
};
