/** A disk on which one operation fails, or all from one on: to try every step of the store in turn. */
import { nodeDisk } from '../../src/store/node-disk.ts';
import type { Disk, DiskFile } from '../../src/store/disk.ts';

export type Operation =
  | 'open'
  | 'write'
  | 'short'
  | 'sync'
  | 'truncate'
  | 'link'
  | 'rename'
  | 'read'
  | 'makeFolder';

export interface Plan {
  readonly operation: Operation;
  /** Which occurrence fails, from 1. */
  readonly nth: number;
  readonly code: string;
  /** All later ones fail too. */
  readonly sticky: boolean;
}

export interface BrokenDisk extends Disk {
  /** Whether the plan's moment came. */
  readonly hit: boolean;
  mend(): void;
}

export function brokenDisk(plan: Plan, whole: Disk = nodeDisk()): BrokenDisk {
  let count = 0;
  let hit = false;
  let mended = false;
  const fails = (operation: Operation): boolean => {
    if (operation !== plan.operation || mended) return false;
    count += 1;
    const now = plan.sticky ? count >= plan.nth : count === plan.nth;
    hit ||= now;
    return now;
  };
  const failing = async <T>(operation: Operation, run: () => Promise<T>): Promise<T> => {
    if (fails(operation)) throw Object.assign(new Error(plan.code), { code: plan.code });
    return run();
  };
  const file = (inner: DiskFile): DiskFile => ({
    write: async (bytes) => {
      const part = bytes.subarray(0, Math.ceil(bytes.length / 2));
      if (fails('short')) return inner.write(part);
      if (fails('write')) {
        await inner.write(part.subarray(0, part.length - 1)); // a torn line, then the error
        throw Object.assign(new Error(plan.code), { code: plan.code });
      }
      return inner.write(bytes);
    },
    read: (into, position) => failing('read', () => inner.read(into, position)),
    sync: () => failing('sync', () => inner.sync()),
    truncate: (bytes) => failing('truncate', () => inner.truncate(bytes)),
    size: () => inner.size(),
    close: () => inner.close(),
  });
  return {
    ...whole,
    open: (path, mode) => failing('open', async () => file(await whole.open(path, mode))),
    makeFolder: (path) => failing('makeFolder', () => whole.makeFolder(path)),
    link: (from, to) => failing('link', () => whole.link(from, to)),
    rename: (from, to) => failing('rename', () => whole.rename(from, to)),
    get hit() {
      return hit;
    },
    mend: () => {
      mended = true;
    },
  };
}
