/**
 * The activity grid: hours by days. An hour is unusual when it lies far from what the same hour of the same weekday was in
 * the weeks before. Pure; days and hours are the location's own.
 */
export interface ActivityCell {
  /** YYYY-MM-DD, local. */
  readonly day: string;
  /** 0..23, local. */
  readonly hour: number;
  readonly value: number;
}

/** Minimum number of earlier weeks for a baseline. */
const WEEKS_NEEDED = 3;
/** Number of earlier weeks an hour is compared with. */
export const WEEKS_COMPARED = 8;
/** Number of robust deviations from the baseline beyond which an hour is unusual. */
const OUTLIER_FACTOR = 4;
/** Makes the median of absolute deviations comparable with a standard deviation. */
const DEVIATION_SCALE = 1.4826;

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
};

/**
 * What the hour usually is, and whether this one is unusual. `before`: the same weekday and hour in earlier weeks.
 * `minDifference`: differences smaller than this are never unusual (a reading's noise; one alert more or less).
 */
export function baselineOf(
  value: number,
  before: readonly number[],
  minDifference: number,
): { readonly usual: number | null; readonly unusual: boolean } {
  if (before.length < WEEKS_NEEDED) return { usual: null, unusual: false };
  const usual = median(before);
  const spread = median(before.map((one) => Math.abs(one - usual))) * DEVIATION_SCALE;
  return { usual, unusual: Math.abs(value - usual) > Math.max(OUTLIER_FACTOR * spread, minDifference) };
}

export interface RatedCell extends ActivityCell {
  /** null: too few weeks. */
  readonly usual: number | null;
  readonly unusual: boolean;
}

const key = (day: string, hour: number): string => `${day} ${hour}`;

/** Rates the cells from `firstDay` on against all cells. */
export function rateActivity(
  cells: readonly ActivityCell[],
  firstDay: string,
  minDifference: number,
): readonly RatedCell[] {
  const known = new Map(cells.map(({ day, hour, value }) => [key(day, hour), value]));
  return cells
    .filter(({ day }) => day >= firstDay)
    .map((cell) => {
      const date = Temporal.PlainDate.from(cell.day);
      const before: number[] = [];
      for (let week = 1; week <= WEEKS_COMPARED; week++) {
        const earlier = known.get(key(date.subtract({ weeks: week }).toString(), cell.hour));
        if (earlier !== undefined) before.push(earlier);
      }
      return { ...cell, ...baselineOf(cell.value, before, minDifference) };
    });
}
