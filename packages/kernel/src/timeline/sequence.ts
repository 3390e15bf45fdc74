/**
 * A persistent sequence that only grows: `append` gives a new sequence and leaves the old one as it was.
 *
 *     cells  [a b c d e]        newest owner (length 5): pushes in place, O(1)
 *             └─ length 3 ┘      an older value over the same cells: copies on append
 *
 * Invariant: `length` never exceeds the cells, and a cell once written never changes. So a value keeps what it showed,
 * whatever is appended to its successors, and `take` costs nothing.
 */
export class Sequence<T> implements Iterable<T> {
  readonly length: number;
  readonly #cells: T[];

  private constructor(cells: T[], length: number) {
    this.#cells = cells;
    this.length = length;
  }

  static empty<T>(): Sequence<T> {
    return new Sequence<T>([], 0);
  }

  static from<T>(items: Iterable<T>): Sequence<T> {
    const cells = [...items];
    return new Sequence(cells, cells.length);
  }

  /** The item at a position; negative counts from the end; undefined outside. */
  at(position: number): T | undefined {
    const index = position < 0 ? this.length + position : position;
    return index < this.length ? this.#cells[index] : undefined;
  }

  /** O(1) for the newest owner of the cells, else one copy. */
  append(item: T): Sequence<T> {
    return this.extend([item]);
  }

  extend(items: readonly T[]): Sequence<T> {
    if (items.length === 0) return this;
    const cells = this.#cells.length === this.length ? this.#cells : this.#cells.slice(0, this.length);
    for (const item of items) cells.push(item);
    return new Sequence(cells, cells.length);
  }

  /** The first `count` items, O(1). */
  take(count: number): Sequence<T> {
    return count >= this.length ? this : new Sequence(this.#cells, Math.max(0, count));
  }

  /** A copy of a range as an array; negative counts from the end. */
  slice(from = 0, to = this.length): T[] {
    const start = from < 0 ? Math.max(0, this.length + from) : from;
    const end = to < 0 ? this.length + to : Math.min(to, this.length);
    return this.#cells.slice(start, end);
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let index = 0; index < this.length; index += 1) yield this.#cells[index] as T; // inside length, so written
  }

  /**
   * How many items both begin with. Only for sequences where an equal item means equal items before it (paths of one
   * tree, prefixes of one file): so a binary search is enough, and shared cells need none.
   */
  commonLength(other: Sequence<T>): number {
    const most = Math.min(this.length, other.length);
    if (this.#cells === other.#cells) return most;
    let low = 0;
    let high = most;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#cells[middle - 1] === other.#cells[middle - 1]) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
