/** The history of a location: which graphs it shows, and what they are annotated with. */
import { useMemo } from 'react';
import { useAnnotations } from '../use-annotations.ts';
import { useLocationSeries } from '../use-location-series.ts';
import { selectSeries } from './select-series.ts';
import { useHistoryQuery } from './use-history-query.ts';

export function useHistory(location: string) {
  const query = useHistoryQuery();
  const { series, sentries, error, retry } = useLocationSeries(location);
  const behind = useAnnotations(location, query, query.withdrawn);
  // As a text, which is the same as long as the address is.
  const wanted = query.series.join(',');
  const { sentry } = query;
  const chosen = useMemo(
    () => selectSeries(series ?? [], wanted.split(',').filter(Boolean), sentry),
    [series, wanted, sentry],
  );
  return {
    query,
    series,
    sentries,
    error,
    retry,
    /** What stands behind the graphs. */
    behind,
    /** The series that are drawn. */
    chosen,
    /** Series in the address that the location has not. */
    missingSeries: series === undefined ? [] : query.series.filter((key) => !series.some((one) => one.key === key)),
    isSentryMissing: sentry !== null && sentries !== undefined && !sentries.some(({ guid }) => guid === sentry),
  };
}

export type LocationHistory = ReturnType<typeof useHistory>;
