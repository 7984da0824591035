/** What is the same for every caller: the metrics, and which query API this is. */
import type { ParsedQuery, ResponseOf } from '@picket/contracts/endpoints';
import { PROMETHEUS_METRICS } from '@picket/domain/prometheus-names';
import { limitOf } from './query-limits.ts';

/** Every metric is a gauge: a reading is a value at a time. */
export function listMetricMetadata({
  limit,
  metric,
}: ParsedQuery<'GET /prometheus/api/v1/metadata'>): ResponseOf<'GET /prometheus/api/v1/metadata'> {
  const wanted = PROMETHEUS_METRICS.filter(({ name }) => metric === undefined || name === metric);
  return {
    status: 'success',
    data: Object.fromEntries(
      wanted.slice(0, limitOf(limit)).map(({ name, help, unit }) => [name, [{ type: 'gauge' as const, help, unit }]]),
    ),
  };
}

/** The version whose ranges, matchers and parameters are followed: clients decide by it what they ask. */
const PROMETHEUS_VERSION = '3.5.0';

export const getPrometheusBuildInfo = (): ResponseOf<'GET /prometheus/api/v1/status/buildinfo'> => ({
  status: 'success',
  data: { version: PROMETHEUS_VERSION, revision: 'picket', branch: '', buildUser: '', buildDate: '', goVersion: '' },
});
