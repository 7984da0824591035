/** The series of a location that have history, with their sentries. */
import { columnOf, METRIC_KINDS, metricRank } from '@picket/domain/metrics';
import { useMemo } from 'react';
import { type ApiError, useApi } from '../../lib/api.ts';
import { compareNames } from '../../lib/name-order.ts';
import { useText } from '../../lib/texts.ts';
import { type SentryName, type SeriesKey, seriesText } from './history-model.ts';
import { metricLabel } from './metric-label.ts';

/** In the order of the registry, columns that say nearly the same as another last. */
const rank = ({ sensorMetricId, column }: SeriesKey): number =>
  metricRank(sensorMetricId) + (columnOf(sensorMetricId, column)?.isSecondary ? METRIC_KINDS.length + 1 : 0);

export interface KnownSeries extends SeriesKey {
  /** As addresses name it. */
  readonly key: string;
  readonly label: string;
  readonly sentries: readonly SentryName[];
}

export interface LocationSeries {
  /** undefined: not known yet. */
  readonly series: readonly KnownSeries[] | undefined;
  readonly sentries: readonly SentryName[] | undefined;
  readonly error: ApiError | undefined;
  readonly retry: () => void;
}

export function useLocationSeries(location: string): LocationSeries {
  const t = useText();
  const page = useApi('GET /views/locations/{guid}', { params: { guid: location } }, { keepPreviousData: false });
  const items = page.data?.readings;
  const sentries = page.data?.sentries;
  const series = useMemo(() => {
    if (items === undefined || sentries === undefined) return undefined;
    const keys = new Map(
      items.map(({ sensorMetricId, column }) => [seriesText({ sensorMetricId, column }), { sensorMetricId, column }]),
    );
    return [...keys]
      .map(([key, { sensorMetricId, column }]): KnownSeries => {
        const owners = new Set(items.flatMap((one) => (seriesText(one) === key ? [one.sentry] : [])));
        return {
          key,
          sensorMetricId,
          column,
          label: metricLabel(t, sensorMetricId, column),
          sentries: sentries.filter(({ guid }) => owners.has(guid)),
        };
      })
      .sort((a, b) => rank(a) - rank(b) || compareNames(t.locale, a.label, b.label));
  }, [items, sentries, t]);
  return {
    series,
    sentries,
    error: page.error,
    retry: () => void page.mutate(),
  };
}
