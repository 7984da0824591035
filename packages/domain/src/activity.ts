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

/** Fewer earlier weeks than this say nothing about what is usual. */
export const WEEKS_NEEDED = 3;
/** How many weeks before an hour it is compared with. */
export const WEEKS_COMPARED = 8;
/** As many robust deviations from the usual as make an hour unusual. */
const FAR = 4;
/** Makes the median of absolute deviations comparable with a standard deviation. */
const ROBUST = 1.4826;

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
};

/**
 * What the hour usually is, and whether this one is unusual. `before`: the same weekday and hour in earlier weeks.
 * `grain`: differences smaller than this are never unusual (a reading's noise; one alert more or less).
 */
export function usualOf(
  value: number,
  before: readonly number[],
  grain: number,
): { readonly usual: number | null; readonly unusual: boolean } {
  if (before.length < WEEKS_NEEDED) return { usual: null, unusual: false };
  const usual = median(before);
  const spread = median(before.map((one) => Math.abs(one - usual))) * ROBUST;
  return { usual, unusual: Math.abs(value - usual) > Math.max(FAR * spread, grain) };
}

export interface JudgedCell extends ActivityCell {
  /** null: too few weeks to say. */
  readonly usual: number | null;
  readonly unusual: boolean;
}

const key = (day: string, hour: number): string => `${day} ${hour}`;

/** Judges the cells from `firstDay` on against all that are given. */
export function judgeActivity(cells: readonly ActivityCell[], firstDay: string, grain: number): readonly JudgedCell[] {
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
      return { ...cell, ...usualOf(cell.value, before, grain) };
    });
}
