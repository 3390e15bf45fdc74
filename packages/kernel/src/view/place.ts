import type { Sequence } from '../timeline/sequence.ts';

/** Entries that stand before a place; entries are in the order of their places. */
export const countBefore = (entries: Sequence<{ readonly place: number }>, place: number): number => {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries.at(middle)?.place ?? place) < place) low = middle + 1;
    else high = middle;
  }
  return low;
};
