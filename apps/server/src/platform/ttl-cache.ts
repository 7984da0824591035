import type { Millis } from '@picket/domain';

/** Caches values for a short time; concurrent callers of one key share one load. */
export class TtlCache<Key, Value> {
  readonly #entries = new Map<Key, { readonly value: Promise<Value>; readonly until: Millis }>();
  readonly #ttl: Millis;
  readonly #max: number;

  constructor(ttl: Millis, max = 50_000) {
    this.#ttl = ttl;
    this.#max = max;
  }

  get(key: Key, now: Millis, load: () => Promise<Value>): Promise<Value> {
    const found = this.#entries.get(key);
    // Where time went back, the age of an entry is unknown.
    if (found !== undefined && now < found.until && found.until - now <= this.#ttl) return found.value;
    if (this.#entries.size >= this.#max) this.#entries.clear();
    const value = load();
    this.#entries.set(key, { value, until: now + this.#ttl });
    // Failures are not cached.
    value.catch(() => this.#entries.delete(key));
    return value;
  }

  delete(key: Key): void {
    this.#entries.delete(key);
  }
}
