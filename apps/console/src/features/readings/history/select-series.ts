import type { KnownSeries } from '../use-location-series.ts';

const DEFAULT_COUNT = 2;

/** Returns the series in the address, else the first two; limited to a sentry, if the address has one. */
export function selectSeries(
  series: readonly KnownSeries[],
  wanted: readonly string[],
  sentry: string | null,
): readonly KnownSeries[] {
  const there = series.filter(({ sentries }) => sentry === null || sentries.some(({ guid }) => guid === sentry));
  const picked =
    wanted.length === 0
      ? (there.length > 0 ? there : series).slice(0, DEFAULT_COUNT)
      : series.filter(({ key }) => wanted.includes(key));
  if (sentry === null) return picked;
  return picked.map((one) => {
    const own = one.sentries.filter(({ guid }) => guid === sentry);
    return own.length > 0 ? { ...one, sentries: own } : one;
  });
}
