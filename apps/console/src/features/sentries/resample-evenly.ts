/** Points of a sparkline. Pure. */
import type { TelemetrySeriesOut } from '@picket/contracts/types';

export const BUCKETS = 96;
/** A point of a sparkline that the server made. */
export const HALF_HOUR = 1_800_000;

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Means of `width` milliseconds each, in which a reading stands as long as it holds. */
export function holdEvenly(values: readonly (number | null)[], width: number, holdMs: number): (number | null)[] {
  const held = Math.floor(holdMs / width);
  return values.map((value, index) => {
    if (value !== null) return value;
    return values.slice(Math.max(0, index - held), index).findLast((one) => one !== null) ?? null;
  });
}

/** Points of a series on an even grid: each stands until the next, as long as it holds; beyond that a gap is a gap. */
export function resampleEvenly(
  series: TelemetrySeriesOut | undefined,
  { from, to }: Span,
  holdMs: number,
): (number | null)[] {
  const grid = Array<number | null>(BUCKETS).fill(null);
  const width = (to - from) / BUCKETS;
  const held = Math.floor((holdMs + (series?.resolution ?? 0) * 1000) / width);
  for (const { at, mean } of series?.points ?? []) {
    const place = Math.floor((Date.parse(at) - from) / width);
    if (place < 0) continue;
    for (let next = place; next <= Math.min(place + held, BUCKETS - 1); next++) grid[next] = mean;
  }
  return grid;
}
