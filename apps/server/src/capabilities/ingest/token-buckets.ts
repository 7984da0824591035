/**
 * Token buckets: how much each of many keys may do in a second on average, and at once.
 *
 * A bucket is full at first and fills at `rate` a second up to `burst`. Something may be taken as long as the bucket is not empty, and may
 * leave a debt, so that whether a report is refused is known before it is read. Time is an argument; where it goes back, nothing is
 * added. A full bucket is like one that was never used, so it is dropped: kept are those that were used within the time that a bucket
 * needs to fill.
 */
import type { Millis } from '@picket/domain/time';

export interface BucketLimits {
  /** A second; 0: there is no limit. */
  readonly rate: number;
  /** At once. */
  readonly burst: number;
}

interface Bucket {
  tokens: number;
  at: Millis;
}

/** Full buckets that each use looks for, so that their number falls. */
const DROPPED_AT_ONCE = 2;

export class TokenBuckets {
  /** The one that was not used for the longest time is first. */
  readonly #buckets = new Map<string, Bucket>();
  readonly #limits: BucketLimits;
  readonly #max: number;

  /** `max`: buckets that are kept; beyond it the one that was not used for the longest time is dropped, as if it were full. */
  constructor(limits: BucketLimits, max = 100_000) {
    this.#limits = limits;
    this.#max = max;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** Seconds until something may be taken, 0: now. */
  secondsUntilAllowed(key: string, now: Millis): number {
    const { rate } = this.#limits;
    if (rate === 0) return 0;
    const tokens = this.#tokensOf(this.#buckets.get(key), now);
    return tokens >= 1 ? 0 : (1 - tokens) / rate;
  }

  /** Takes `cost`, whether or not it is allowed. */
  take(key: string, cost: number, now: Millis): void {
    if (this.#limits.rate === 0) return;
    const bucket = this.#buckets.get(key);
    const tokens = this.#tokensOf(bucket, now) - cost;
    this.#buckets.delete(key);
    this.#buckets.set(key, { tokens, at: now });
    this.#dropOldest(now);
  }

  /** Adds what was taken for a report that was not stored. */
  refund(key: string, cost: number): void {
    const bucket = this.#buckets.get(key);
    if (bucket !== undefined) bucket.tokens = Math.min(this.#limits.burst, bucket.tokens + cost);
  }

  #tokensOf(bucket: Bucket | undefined, now: Millis): number {
    const { rate, burst } = this.#limits;
    if (bucket === undefined) return burst;
    return Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * rate);
  }

  #dropOldest(now: Millis): void {
    let dropped = 0;
    for (const [key, bucket] of this.#buckets) {
      const isFull = this.#tokensOf(bucket, now) >= this.#limits.burst;
      if (dropped >= DROPPED_AT_ONCE || (!isFull && this.#buckets.size <= this.#max)) return;
      this.#buckets.delete(key);
      dropped += 1;
    }
  }
}
