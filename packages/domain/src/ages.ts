/** Formats durations, the same on every screen and in every message. */
import type { Millis } from './time.ts';

const UNITS: readonly [millis: number, unit: string][] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
];

/** "14 s", "9 min", "3 h 20 min", "2 d 4 h": at most two parts, the second only below the next unit's size. */
export function formatDuration(millis: Millis): string {
  const rounded = Math.max(0, Math.floor(millis / 1000) * 1000);
  const index = UNITS.findIndex(([size]) => rounded >= size);
  if (index < 0) return '0 s';
  const [size = 1000, unit = 's'] = UNITS[index] ?? [];
  const count = Math.floor(rounded / size);
  const next = UNITS[index + 1];
  if (!next || unit === 'min') return `${count} ${unit}`;
  const rest = Math.floor((rounded % size) / next[0]);
  return rest > 0 ? `${count} ${unit} ${rest} ${next[1]}` : `${count} ${unit}`;
}
