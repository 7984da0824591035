/**
 * Reduces windows of a column that only move ahead, each value about twice in all, however wide the windows are. Values are only
 * ever combined, never subtracted, so that no precision is lost.
 */
export class SlidingWindow {
  readonly #values: Float64Array;
  readonly #combine: (one: number, other: number) => number;
  readonly #empty: number;
  /** Of what lies before `#middle`: everything from an index up to it. */
  readonly #tails: Float64Array;
  #middle = 0;
  /** Everything from `#middle` up to `#end`. */
  #front: number;
  #end = 0;

  /** `empty`: what changes nothing when it is combined. */
  constructor(values: Float64Array, combine: (one: number, other: number) => number, empty: number) {
    this.#values = values;
    this.#combine = combine;
    this.#empty = empty;
    this.#tails = new Float64Array(values.length);
    this.#front = empty;
  }

  /** The values of [begin, end) combined. Neither may be lower than in the call before. */
  reduce(begin: number, end: number): number {
    if (begin >= end) return this.#empty;
    if (begin >= this.#middle) this.#restart(begin, end);
    for (; this.#end < end; this.#end++) this.#front = this.#combine(this.#front, this.#values[this.#end] ?? 0);
    return begin < this.#middle ? this.#combine(this.#tails[begin] ?? 0, this.#front) : this.#front;
  }

  #restart(begin: number, end: number): void {
    let tail = this.#empty;
    for (let index = end - 1; index >= begin; index--) {
      tail = this.#combine(this.#values[index] ?? 0, tail);
      this.#tails[index] = tail;
    }
    this.#middle = end;
    this.#end = end;
    this.#front = this.#empty;
  }
}
