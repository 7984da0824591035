/**
 * Start-time fair queueing: which of several that wait is next, so that each gets as much as the others while it wants it, however
 * much the others have waiting (decision 68).
 *
 * Each has a start time in virtual time, which is counted in cost: where its next piece of work begins. The earliest is next, and its
 * start time moves on by what that work cost. One that begins to wait starts at the present virtual time, so it is behind at most
 * one piece of work of each of the others.
 *
 * Invariants: virtual time never goes back while somebody waits; one that stops waiting is remembered only until virtual time
 * reaches its start time, so that stopping for a moment gains nothing; with nobody waiting nothing is remembered.
 */

interface Entry<Key> {
  readonly key: Key;
  start: number;
  /** Among equal start times the first that got it is next. */
  turn: number;
  isWaiting: boolean;
}

export class FairOrder<Key> {
  readonly #entries = new Map<Key, Entry<Key>>();
  /** A binary heap: the earliest start time first. */
  readonly #heap: Entry<Key>[] = [];
  #virtualTime = 0;
  #turns = 0;
  #waiting = 0;

  /** Whether nobody waits. */
  get isIdle(): boolean {
    return this.#waiting === 0;
  }

  /** How many are remembered, those that do not wait included. */
  get size(): number {
    return this.#entries.size;
  }

  /** `key` begins to wait, unless it does. O(log n). */
  startWaiting(key: Key): void {
    const known = this.#entries.get(key);
    if (known?.isWaiting === true) return;
    this.#waiting += 1;
    if (known !== undefined) known.isWaiting = true;
    else this.#insert({ key, start: this.#virtualTime, turn: this.#nextTurn(), isWaiting: true });
  }

  /** `key` waits no more. O(1). */
  stopWaiting(key: Key): void {
    const known = this.#entries.get(key);
    if (known?.isWaiting !== true) return;
    known.isWaiting = false;
    this.#waiting -= 1;
  }

  /** Who is next; undefined: nobody waits. O(log n), spread over the calls. */
  next(): Key | undefined {
    for (let [first] = this.#heap; first !== undefined; [first] = this.#heap) {
      if (first.isWaiting) {
        this.#virtualTime = first.start;
        return first.key;
      }
      this.#removeFirst();
    }
    this.#virtualTime = 0;
    return undefined;
  }

  /** The work of the one that `next` returned last costs as much, a number above 0. O(log n). */
  charge(cost: number): void {
    const [first] = this.#heap;
    if (first === undefined) return;
    first.start += cost;
    first.turn = this.#nextTurn();
    this.#moveDown();
  }

  #nextTurn(): number {
    this.#turns += 1;
    return this.#turns;
  }

  #insert(entry: Entry<Key>): void {
    this.#entries.set(entry.key, entry);
    const heap = this.#heap;
    let place = heap.length;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || !isBefore(entry, parent)) break;
      heap[place] = parent;
      place = above;
    }
    heap[place] = entry;
  }

  #removeFirst(): void {
    const [first] = this.#heap;
    const last = this.#heap.pop();
    if (first === undefined || last === undefined) return;
    this.#entries.delete(first.key);
    if (first === last) return;
    this.#heap[0] = last;
    this.#moveDown();
  }

  /** Moves the first entry to where its start time belongs. */
  #moveDown(): void {
    const heap = this.#heap;
    const [entry] = heap;
    if (entry === undefined) return;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      const below = isBefore(heap[left + 1], heap[left]) ? left + 1 : left;
      const child = heap[below];
      if (child === undefined || !isBefore(child, entry)) break;
      heap[place] = child;
      place = below;
    }
    heap[place] = entry;
  }
}

function isBefore<Key>(one: Entry<Key> | undefined, other: Entry<Key> | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  return one.start < other.start || (one.start === other.start && one.turn < other.turn);
}
