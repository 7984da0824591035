/** Readings for people: the newest, and the past in few points. */
import type { ParsedQuery, ResponseOf } from '@picket/contracts/endpoints';
import { columnOf } from '@picket/domain/metrics';
import { formatInstant, holdMillis, parseInstant } from '@picket/domain/time';
import { invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { visibleLocation } from '../locations/index.ts';
import { queryHistory } from './downsampled-history.ts';
import { listLatest } from './reading-store.ts';
import { getRetention } from './retention-store.ts';
import { type Bucket, DAY } from './roll-ups.ts';
import { listSeries } from './series-store.ts';

/** So many series of a location are shown at once. */
const MAX_SERIES = 200;

const unitOf = (sensorMetricId: string, column: string): string => columnOf(sensorMetricId, column)?.unit ?? '';

export async function listLatestReadings(
  ctx: Ctx<UserActor>,
  locationGuid: string,
): Promise<ResponseOf<'GET /locations/{guid}/latest'>> {
  await visibleLocation(ctx, locationGuid);
  const rows = await listLatest(ctx.db.console, ctx.actor.tenant, locationGuid);
  const now = ctx.clock.now();
  return {
    items: rows.map(({ sentry, interval, sensorMetricId, column, at, value }) => ({
      sentry,
      sensorMetricId,
      column,
      unit: unitOf(sensorMetricId, column),
      at: formatInstant(at.getTime()),
      value,
      ageSeconds: Math.max(0, Math.round((now - at.getTime()) / 1000)),
      holdSeconds: holdMillis(interval) / 1000,
    })),
    serverTime: formatInstant(now),
  };
}

/** Readings of [from, to): themselves where they are few, else buckets with their least, most and mean. */
export async function getTelemetry(
  ctx: Ctx<UserActor>,
  locationGuid: string,
  query: ParsedQuery<'GET /locations/{guid}/telemetry'>,
): Promise<ResponseOf<'GET /locations/{guid}/telemetry'>> {
  await visibleLocation(ctx, locationGuid);
  const from = parseInstant(query.from) ?? Number.NaN;
  const to = parseInstant(query.to) ?? Number.NaN;
  if (to <= from) throw invalid('to', 'must be later than from');
  const sql = ctx.db.console;
  const { tenant } = ctx.actor;
  const [found, kept] = await Promise.all([
    listSeries(sql, tenant, locationGuid, query, MAX_SERIES + 1),
    getRetention(sql, tenant),
  ]);
  const series = found.slice(0, MAX_SERIES);
  const keptFrom = kept.READINGS === 0 ? Number.NEGATIVE_INFINITY : ctx.clock.now() - kept.READINGS * DAY;
  const histories = await queryHistory(
    sql,
    tenant,
    series.map(({ id }) => id),
    from,
    to,
    query.points,
    keptFrom,
  );
  return {
    ...(found.length > series.length ? { isCut: true as const } : {}),
    series: series.map(({ id, sentry, sensorMetricId, column }) => {
      const { source = 'raw', rollupSeconds = 0, resolutionSeconds = 0, points = [] } = histories.get(id) ?? {};
      return {
        sentry,
        sensorMetricId,
        column,
        unit: unitOf(sensorMetricId, column),
        resolution: resolutionSeconds,
        source,
        rollupSeconds,
        points: points.map(toPoint),
      };
    }),
  };
}

const toPoint = ({ at, min, max, sum, count }: Bucket) => ({
  at: formatInstant(at),
  min,
  max,
  mean: sum / count,
  count,
});
