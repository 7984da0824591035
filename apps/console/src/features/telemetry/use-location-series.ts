/** The series of a location that have history, with their sentries. */
import { fluidSensorOf, METRICS } from '@picket/domain/metrics';
import { useMemo } from 'react';
import { type ApiError, useApi } from '../../lib/api.ts';
import { type SentryName, type SeriesKey, seriesText } from './history-model.ts';
import { metricLabel } from './reading-value.tsx';

const ORDER = Object.keys(METRICS);
/** Said by the others already. */
const LAST = new Set(['thermal_temperature.min', 'thermal_temperature.mean', 'power_battery.volts']);

const rank = ({ sensorMetricId, column }: SeriesKey): number => {
  const place = ORDER.indexOf(fluidSensorOf(sensorMetricId)?.family ?? sensorMetricId);
  return (place < 0 ? ORDER.length : place) + (LAST.has(`${sensorMetricId}.${column}`) ? 100 : 0);
};

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
  const latest = useApi('GET /locations/{guid}/latest', { params: { guid: location } });
  const list = useApi('GET /sentries', { query: { location, limit: 500 } });
  const items = latest.data?.items;
  const sentries = list.data?.items;
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
          label: metricLabel(sensorMetricId, column),
          sentries: sentries.filter(({ guid }) => owners.has(guid)),
        };
      })
      .sort((a, b) => rank(a) - rank(b) || a.label.localeCompare(b.label));
  }, [items, sentries]);
  return {
    series,
    sentries,
    error: latest.error ?? list.error,
    retry: () => {
      void latest.mutate();
      void list.mutate();
    },
  };
}
