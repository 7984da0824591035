/** What the access tests need of the query API of Prometheus: requests that are right, and name nothing of an organization. */
import type { EndpointKey } from '@picket/contracts/endpoints';
import type { Prepared } from './access-clips.ts';

const INSTANT = { query: '1 + 1', time: '1772445600' };
const RANGE = { query: 'avg by (location) (picket_door_open)', start: '1772445600', end: '1772449200', step: '60' };
const SERIES = { 'match[]': 'picket_door_open', start: '1772445600', end: '1772449200' };

const queryOf = (parameters: Readonly<Record<string, string>>): string => `?${new URLSearchParams(parameters)}`;

export const PROMETHEUS_QUERIES = {
  'GET /prometheus/api/v1/query': queryOf(INSTANT),
  'GET /prometheus/api/v1/query_range': queryOf(RANGE),
  'GET /prometheus/api/v1/labels': queryOf({ start: SERIES.start, end: SERIES.end }),
  'GET /prometheus/api/v1/label/{name}/values': queryOf({ start: SERIES.start, end: SERIES.end }),
  'GET /prometheus/api/v1/series': queryOf(SERIES),
  'GET /prometheus/api/v1/metadata': queryOf({ limit: '1' }),
} as const satisfies Partial<Record<EndpointKey, string>>;

export const PROMETHEUS_TARGETS: Partial<Record<EndpointKey, () => Prepared>> = {
  'POST /prometheus/api/v1/query': () => ({ body: INSTANT }),
  'POST /prometheus/api/v1/query_range': () => ({ body: RANGE }),
  'POST /prometheus/api/v1/labels': () => ({ body: { start: SERIES.start, end: SERIES.end } }),
  'GET /prometheus/api/v1/label/{name}/values': () => ({ params: { name: 'location' } }),
  'POST /prometheus/api/v1/series': () => ({ body: SERIES }),
};

/** Of an organization, every series of the hottest spot of a picture. */
export const ALL_THERMAL = {
  locations: 'all',
  columns: ['max'],
  sensorMetricIds: ['thermal_temperature'],
  sensorMetricPatterns: [],
} as const;
