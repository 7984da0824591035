/** Which figures of an organization the usage page shows. Pure. */
import type { ResponseOf } from '@picket/contracts/endpoints';

export type UsageItem = ResponseOf<'GET /metrics/usage'>['items'][number];
type Days = UsageItem['days'];

export interface UsageFigures {
  /** Today, or the last day that there is. */
  readonly shown: Days[number];
  readonly isToday: boolean;
  /** Readings of the other days on average; null: there are none. */
  readonly mean: number | null;
}

/** `days`: oldest first; today is not there until it is counted. `today`: 2026-11-21. null: there is no day. */
export function figuresOf(days: Days, today: string): UsageFigures | null {
  const shown = days.find(({ day }) => day === today) ?? days.at(-1);
  if (shown === undefined) return null;
  return { shown, isToday: shown.day === today, mean: meanReadings(days.filter((one) => one !== shown)) };
}

function meanReadings(days: Days): number | null {
  if (days.length === 0) return null;
  return Math.round(days.reduce((all, { readings }) => all + readings, 0) / days.length);
}
