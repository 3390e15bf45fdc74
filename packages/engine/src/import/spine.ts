/** The path that an import has built so far: what hangs on what, where a rewind goes, what a compaction covers. */
import type { TimelineRecord, Uuid } from '@leat/kernel';

export interface Spine {
  /** The record that the next one hangs on. */
  readonly head: Uuid | null;
  has(uuid: Uuid): boolean;
  grow(record: TimelineRecord): void;
  /** Whether a record was left by a return to an earlier one. */
  hasLeft(uuid: Uuid): boolean;
  /** What a return to behind `parent` takes back: the first human message behind it on its way to the head, else the first record. */
  behind(parent: Uuid): Uuid | null;
  /** Moves the head to a record. */
  goTo(uuid: Uuid | null): void;
  /** The record that one hangs on. */
  parentOf(uuid: Uuid): Uuid | null;
  /** First and last record of the path and how many they are; null where it is empty. */
  span(): { readonly first: Uuid; readonly last: Uuid; readonly count: number } | null;
}

interface Vertebra {
  readonly parent: Uuid | null;
  readonly human: boolean;
  readonly root: Uuid;
  readonly depth: number;
}

export function spine(): Spine {
  const all = new Map<Uuid, Vertebra>();
  const firstChild = new Map<Uuid, Uuid>();
  let head: Uuid | null = null;
  let branched = false;
  const onPath = (uuid: Uuid): boolean => {
    const depth = all.get(uuid)?.depth ?? 0;
    let at = head;
    while (at !== null && (all.get(at)?.depth ?? 0) > depth) at = all.get(at)?.parent ?? null;
    return at === uuid;
  };
  return {
    get head() {
      return head;
    },
    has: (uuid) => all.has(uuid),
    grow: (record) => {
      const before = head === null ? undefined : all.get(head);
      all.set(record.uuid, {
        parent: head,
        human: record.type === 'user' && record.origin.kind === 'human',
        root: before?.root ?? record.uuid,
        depth: (before?.depth ?? 0) + 1,
      });
      if (head !== null && !firstChild.has(head)) firstChild.set(head, record.uuid);
      head = record.uuid;
    },
    hasLeft: (uuid) => branched && all.has(uuid) && !onPath(uuid),
    behind: (parent) => {
      if (!onPath(parent)) return firstChild.get(parent) ?? null;
      let first: Uuid | null = null;
      let human: Uuid | null = null;
      for (let at = head; at !== null && at !== parent; at = all.get(at)?.parent ?? null) {
        first = at;
        if (all.get(at)?.human) human = at;
      }
      return human ?? first;
    },
    goTo: (uuid) => {
      head = uuid;
      branched = true;
    },
    parentOf: (uuid) => all.get(uuid)?.parent ?? null,
    span: () => {
      const last = head === null ? undefined : all.get(head);
      return head === null || !last ? null : { first: last.root, last: head, count: last.depth };
    },
  };
}
