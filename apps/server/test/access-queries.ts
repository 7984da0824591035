/** For each endpoint that needs them the query parameters of a request of the access tests. */
import type { EndpointKey } from '@picket/contracts/endpoints';
import { PROMETHEUS_QUERIES } from './access-prometheus.ts';

export const DAY = { from: '2026-03-01T00:00:00Z', to: '2026-03-02T00:00:00Z' };

export const QUERIES: Partial<Record<EndpointKey, string>> = {
  ...PROMETHEUS_QUERIES,
  'GET /hooks/{token}': '?device=cellar-1&temperature=21.4&leak=false',
  'GET /live/{guid}': '?ticket=none',
  'GET /sentries/{guid}/frames': `?sensorMetricId=thermal_temperature&from=${DAY.from}&to=${DAY.to}`,
  'GET /sentries/{guid}/frame': '?sensorMetricId=thermal_temperature',
  'GET /locations/{guid}/telemetry/export': `?from=${DAY.from}&to=${DAY.to}`,
  'GET /views/locations/{guid}/annotations': `?from=${DAY.from}&to=${DAY.to}`,
  'GET /views/locations/{guid}/activity': '?sensorMetricId=environment_temperature',
  'GET /views/locations/{guid}/calendar': '?month=2026-03',
  'GET /views/search': '?q=vault',
  'GET /locations/{guid}/telemetry': `?sensorMetricId=environment_temperature&column=value&from=${DAY.from}&to=${DAY.to}`,
};
