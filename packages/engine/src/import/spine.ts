/** The path that an import has built so far: what hangs on what, where a rewind goes, what a compaction covers. */
import type { TimelineRecord, Uuid } from '@leat/kernel';

export interface Spine {
  /** The record that the next one hangs on. */
  readonly head: Uuid | null;
  has(uuid: Uuid): boolean;
  grow(record: TimelineRecord): void;
  /** What a return to behind `parent` takes back: the first human message behind it on its way to the head, else the first record. */
  behind(parent: Uuid | null): Uuid | null;
  /** Moves the head to before a record. */
  goBefore(uuid: Uuid): void;
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
    behind: (parent) => {
      let first: Uuid | null = null;
      let human: Uuid | null = null;
      for (let at = head; at !== null && at !== parent; at = all.get(at)?.parent ?? null) {
        first = at;
        if (all.get(at)?.human) human = at;
        if (all.get(at)?.parent === null && parent !== null) return firstChild.get(parent) ?? null; // on a branch left before
      }
      return human ?? first;
    },
    goBefore: (uuid) => {
      head = all.get(uuid)?.parent ?? null;
    },
    span: () => {
      const last = head === null ? undefined : all.get(head);
      return head === null || !last ? null : { first: last.root, last: head, count: last.depth };
    },
  };
}
