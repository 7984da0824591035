/** When a digest is due. */
import { type Digest, nextDigest } from '@picket/domain/notification-preferences';
import type { Millis } from '@picket/domain/time';

/** A digest that was due while nothing ran is still sent within this time. */
const MAX_DELAY_MS: Millis = 6 * 3_600_000;
const LOOKBACK_MS: Readonly<Record<Digest['frequency'], Millis>> = { DAILY: 2 * 86_400_000, WEEKLY: 8 * 86_400_000 };

/** The last time a digest was due at or before `now`, or null where that is too long ago. */
export function lastDue(digest: Digest, now: Millis): Millis | null {
  let last: Millis | null = null;
  for (let due = nextDigest(digest, now - LOOKBACK_MS[digest.frequency]); due <= now; due = nextDigest(digest, due))
    last = due;
  return last !== null && now - last <= MAX_DELAY_MS ? last : null;
}
