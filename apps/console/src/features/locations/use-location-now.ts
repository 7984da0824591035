import { fluidSensorOf } from '@picket/domain/metrics';
import { useApi } from '../../lib/api.ts';

const POLL_INTERVAL_MS = 60_000;

/** What is at a location now: its sentries, their latest readings, what watches and divides them. */
export function useLocationNow(guid: string) {
  const params = { guid };
  const query = { limit: 500 };
  const sentries = useApi('GET /sentries', { query: { ...query, location: guid } });
  const latest = useApi('GET /locations/{guid}/latest', { params }, { refreshInterval: POLL_INTERVAL_MS });
  const policies = useApi('GET /policies', { query });
  const fluid = useApi('GET /locations/{guid}/sensors', { params, query });
  const zones = useApi('GET /locations/{guid}/zones', { params, query });
  const assets = useApi('GET /locations/{guid}/assets', { params, query });
  const readings = latest.data?.items ?? [];
  const isPaired = fluid.data?.items.some(({ status }) => status === 'PAIRED') ?? false;
  return {
    sentries: sentries.data?.items ?? [],
    readings,
    policies: policies.data?.items ?? [],
    zones: zones.data?.items ?? [],
    assets: assets.data?.items ?? [],
    /** The metrics that are measured here; those of fluid sensors once one is paired. */
    families: new Set(
      readings.flatMap(({ sensorMetricId }) => {
        const { family } = fluidSensorOf(sensorMetricId) ?? {};
        return family === undefined ? [sensorMetricId] : isPaired ? [family] : [];
      }),
    ),
    isLoaded: [sentries, latest, policies, fluid].every(({ data }) => data !== undefined),
    /** Why the readings could not be loaded. */
    error: latest.data === undefined ? latest.error : undefined,
    retry: (): void => void latest.mutate(),
  };
}
