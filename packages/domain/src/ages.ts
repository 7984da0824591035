/** Durations as they are shown, the same on every screen and in every message. */
import type { Millis } from './time.ts';

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const;

export interface DurationPart {
  readonly count: number;
  readonly unit: (typeof UNITS)[number][1];
}

/** At most two parts, the second only below the next unit's size: 3 h and 20 min, 9 min. */
export function durationParts(millis: Millis): readonly DurationPart[] {
  const rounded = Math.max(0, Math.floor(millis / 1000) * 1000);
  const index = UNITS.findIndex(([size]) => rounded >= size);
  const [size, unit] = UNITS[index] ?? ([1000, 's'] as const);
  const first = { count: Math.floor(rounded / size), unit };
  const next = UNITS[index + 1];
  if (next === undefined || index < 0 || unit === 'min') return [first];
  const count = Math.floor((rounded % size) / next[0]);
  return count > 0 ? [first, { count, unit: next[1] }] : [first];
}
