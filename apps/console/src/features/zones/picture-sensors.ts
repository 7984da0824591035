/** Sensors with pictures; URLs identify them by sentry and metric, joined by an underscore. */
import type { SentryOut } from '@picket/contracts/types';
import { METRIC_KINDS, metricOf } from '@picket/domain/metrics';
import { useMemo } from 'react';
import { type ApiError, useApi } from '../../lib/api.ts';
import type { Translator } from '../../lib/texts.ts';
import { useWholeList } from '../../lib/use-whole-list.ts';

/** Thermal pictures first: most zones are drawn on those. */
const PICTURES = METRIC_KINDS.flatMap((kind) => {
  const { frame } = metricOf(kind) ?? {};
  return frame === undefined ? [] : [{ kind, isThermal: frame === 'temperature' }];
}).sort((a, b) => Number(b.isThermal) - Number(a.isThermal));

export interface PictureSensor {
  readonly sentry: SentryOut;
  readonly sensorMetricId: string;
  /** As in URLs. */
  readonly id: string;
  /** Its pictures show temperatures; else motion. */
  readonly isThermal: boolean;
}

/** "North rack, thermal picture" */
export const pictureSensorText = (t: Translator, { sentry, isThermal }: PictureSensor): string =>
  t(isThermal ? 'zones.sensor.thermal' : 'zones.sensor.motion', { sentry: sentry.name });

const sensorIdOf = (sentry: string, sensorMetricId: string): string => `${sentry}_${sensorMetricId}`;

export interface PictureSensors {
  /** Those with readings; undefined: not loaded yet. */
  readonly sensors: readonly PictureSensor[] | undefined;
  readonly error: ApiError | undefined;
  readonly retry: () => void;
}

export function usePictureSensors(location: string): PictureSensors {
  const sentries = useWholeList('GET /sentries', { query: { location } });
  const latest = useApi('GET /locations/{guid}/latest', { params: { guid: location } }, { revalidateOnFocus: false });
  const [all, readings] = [sentries.data, latest.data];
  const sensors = useMemo(() => {
    if (all === undefined || readings === undefined) return undefined;
    const has = new Set(readings.items.map(({ sentry, sensorMetricId }) => sensorIdOf(sentry, sensorMetricId)));
    return all.items.flatMap((sentry) =>
      PICTURES.flatMap(({ kind: sensorMetricId, isThermal }): PictureSensor[] => {
        const id = sensorIdOf(sentry.guid, sensorMetricId);
        return has.has(id) ? [{ sentry, sensorMetricId, id, isThermal }] : [];
      }),
    );
  }, [all, readings]);
  return {
    sensors,
    error: sensors === undefined ? (sentries.error ?? latest.error) : undefined,
    retry: () => {
      void sentries.mutate();
      void latest.mutate();
    },
  };
}
