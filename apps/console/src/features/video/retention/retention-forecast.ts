/** How much video comes in a day, and when the limit is used up. Pure. */
import type { VideoRetentionOut } from '@picket/contracts/types';

const DAY = 86_400_000;

export interface RetentionForecast {
  readonly perDay: number;
  /** What the days need at this rate. */
  readonly needed: number;
  /** When the limit is used up, and how long clips last from then on; null: the days are over before. */
  readonly full: { readonly at: number; readonly days: number } | null;
}

/** null: there are clips of less than a day. */
export function forecastRetention(
  { bytes, oldestAt }: Pick<VideoRetentionOut['usage'], 'bytes' | 'oldestAt'>,
  { keepDays, maxBytes }: { readonly keepDays: number; readonly maxBytes: number },
  now: number,
): RetentionForecast | null {
  const age = oldestAt === undefined ? 0 : now - Date.parse(oldestAt);
  if (age < DAY || bytes === 0) return null;
  const perDay = bytes / (age / DAY);
  const needed = perDay * keepDays;
  if (needed <= maxBytes) return { perDay, needed, full: null };
  return {
    perDay,
    needed,
    full: { at: now + Math.max(0, (maxBytes - bytes) / perDay) * DAY, days: Math.floor(maxBytes / perDay) },
  };
}
