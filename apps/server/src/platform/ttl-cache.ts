import type { Millis } from '@picket/domain/time';
import { LRUCache } from 'lru-cache';

/**
 * Caches values for a short time; concurrent callers of one key share one load. Holds `max` entries at the most and drops the
 * one that was not used for the longest time. Time is an argument, so that tests and a clock that is wrong decide it.
 */
export class TtlCache<Key extends string | number, Value> {
  readonly #entries: LRUCache<Key, Promise<Value>>;
  #now: Millis = 0;

  /** `ttl`: whole milliseconds, at least two. */
  constructor(ttl: Millis, max = 10_000) {
    this.#entries = new LRUCache({
      // As a size: for a number of entries the library would reserve their memory at once.
      maxSize: max,
      sizeCalculation: () => 1,
      // The library takes an entry of exactly this age to be valid; here it has expired.
      ttl: ttl - 1,
      ttlResolution: 0,
      perf: { now: () => this.#now },
    });
  }

  /** The value of a key, loaded if it is not known or has expired. A load that fails is not cached. */
  get(key: Key, now: Millis, load: () => Promise<Value>): Promise<Value> {
    // Where time went back, the age of all entries is unknown.
    if (now < this.#now) this.#entries.clear();
    this.#now = now;
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    return this.#load(key, load);
  }

  /** Loads a value again before it has expired; who asks for it meanwhile waits. Its age counts from the `now` of the last `get`. */
  renew(key: Key, load: () => Promise<Value>): void {
    void this.#load(key, load);
  }

  #load(key: Key, load: () => Promise<Value>): Promise<Value> {
    const loading = load();
    this.#entries.set(key, loading);
    loading.catch(() => {
      if (this.#entries.peek(key) === loading) this.#entries.delete(key);
    });
    return loading;
  }

  /** Forgets a value, and one that is being loaded: who asks next loads it again. */
  delete(key: Key): void {
    this.#entries.delete(key);
  }
}
