/** Which series there are for a token, with the labels under which PromQL finds them. */
import { fluidSensorOf, METRICS, metricFamilyOf } from '@picket/domain/metrics';
import { visibleLocations } from '@picket/domain/permissions';
import { PROMETHEUS_METRICS, type PrometheusMetric } from '@picket/domain/prometheus-names';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { listTenantSeries, type SeriesOfTenant } from '../timeseries/index.ts';
import type { Budget, StoredSeries } from './promql/evaluation-ports.ts';
import { type Matcher, METRIC_NAME, matchesAll } from './promql/matchers.ts';
import { lookbackOf, MAX_CATALOG_SERIES } from './query-limits.ts';

const keyOf = (kind: string, column: string): string => `${kind}.${column}`;
const BY_COLUMN: ReadonlyMap<string, PrometheusMetric> = new Map(
  PROMETHEUS_METRICS.map((metric) => [keyOf(metric.kind, metric.column), metric]),
);

/** Metrics of which each series is one of a sensor with a model and a serial number. */
const isFamily = (kind: string): boolean => kind.startsWith('fluid_') && Object.hasOwn(METRICS, kind);
/** An underscore stands for itself. */
const patternOf = (family: string): string => `fluid-%${family.slice('fluid'.length).replaceAll('_', '\\_')}`;

function toStored(row: SeriesOfTenant): readonly StoredSeries[] {
  const metric = BY_COLUMN.get(keyOf(metricFamilyOf(row.sensorMetricId), row.column));
  if (metric === undefined) return [];
  const [prefix = ''] = row.sensorMetricId.split('_');
  const labels = new Map([
    [METRIC_NAME, metric.name],
    ['location', row.locationName],
    ['location_guid', row.location],
    ['sensor', fluidSensorOf(row.sensorMetricId)?.sensor ?? prefix],
    ['sentry', row.sentryName],
    ['sentry_guid', row.sentry],
  ]);
  return [{ id: row.id, labels, lookback: lookbackOf(row.interval) }];
}

interface SelectedSeries {
  readonly series: readonly StoredSeries[];
  /** There are more whose labels were not looked at. */
  readonly isTruncated: boolean;
}

/** Series at locations that the actor may view whose labels match all matchers. */
export async function selectSeries(
  ctx: Ctx<UserActor>,
  matchers: readonly Matcher[],
  budget: Budget,
): Promise<SelectedSeries> {
  const ofName = matchers.filter(({ label }) => label === METRIC_NAME);
  const metrics = PROMETHEUS_METRICS.filter(({ name }) => ofName.every((matcher) => matcher.matches(name)));
  if (metrics.length === 0) return { series: [], isTruncated: false };
  const equal = (label: string): string | undefined =>
    matchers.find((one) => one.label === label && one.operator === '=' && one.text !== '')?.text;
  const kinds = [...new Set(metrics.map(({ kind }) => kind))];
  const rows = await listTenantSeries(
    ctx.db.console,
    ctx.actor.tenant,
    {
      locations: visibleLocations(ctx.actor.permissions),
      columns: [...new Set(metrics.map(({ column }) => column))],
      sensorMetricIds: kinds.filter((kind) => !isFamily(kind)),
      sensorMetricPatterns: kinds.filter(isFamily).map(patternOf),
      locationGuid: equal('location_guid'),
      locationName: equal('location'),
      sentryGuid: equal('sentry_guid'),
      sentryName: equal('sentry'),
    },
    MAX_CATALOG_SERIES + 1,
  );
  const series: StoredSeries[] = [];
  for (const row of rows.slice(0, MAX_CATALOG_SERIES)) {
    series.push(...toStored(row).filter(({ labels }) => matchesAll(matchers, labels)));
    await budget.pause();
  }
  return { series, isTruncated: rows.length > MAX_CATALOG_SERIES };
}
