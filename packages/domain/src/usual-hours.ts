/** What a series usually measures at each hour of the day, from its hourly means of earlier days. Pure. */
export interface HourlyMean {
  /** YYYY-MM-DD, local. */
  readonly day: string;
  /** 0..23, local. */
  readonly hour: number;
  readonly value: number;
}

export interface UsualHour {
  readonly hour: number;
  /** Nine of ten days lie between them. */
  readonly low: number;
  readonly high: number;
  readonly median: number;
}

/** With fewer days an hour has nothing usual. */
const MIN_DAYS = 5;
const LOW = 0.05;
const HIGH = 0.95;

/** `sorted` is not empty. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return below + (above - below) * (place % 1);
}

/** The hours with enough days, in order. */
export function usualHours(means: readonly HourlyMean[]): readonly UsualHour[] {
  const byHour = Map.groupBy(means, ({ hour }) => hour);
  return [...byHour]
    .filter(([, cells]) => cells.length >= MIN_DAYS)
    .map(([hour, cells]) => {
      const sorted = cells.map(({ value }) => value).sort((a, b) => a - b);
      return { hour, low: quantile(sorted, LOW), median: quantile(sorted, 0.5), high: quantile(sorted, HIGH) };
    })
    .sort((a, b) => a.hour - b.hour);
}
