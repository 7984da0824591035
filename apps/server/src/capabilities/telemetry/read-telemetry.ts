/** What was measured: the newest reading of every series, and stretches of history. */
import type { ParsedQuery, ResponseOf } from '@picket/contracts';
import { columnOf, formatInstant, holdMillis, parseInstant } from '@picket/domain';
import { type Ctx, invalid, type UserActor } from '../../platform/index.ts';
import { visibleLocation } from '../locations/index.ts';
import { latestAt, moreReadingsThan, type PointRow, rawPoints, seriesAt, thinnedPoints } from './reading-store.ts';

const unitOf = (sensorMetricId: string, column: string): string => columnOf(sensorMetricId, column)?.unit ?? '';

export async function latestReadings(
  ctx: Ctx<UserActor>,
  locationGuid: string,
): Promise<ResponseOf<'GET /locations/{guid}/latest'>> {
  await visibleLocation(ctx, locationGuid);
  const rows = await latestAt(ctx.db.console, locationGuid);
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
export async function telemetryOf(
  ctx: Ctx<UserActor>,
  locationGuid: string,
  query: ParsedQuery<'GET /locations/{guid}/telemetry'>,
): Promise<ResponseOf<'GET /locations/{guid}/telemetry'>> {
  await visibleLocation(ctx, locationGuid);
  const from = new Date(parseInstant(query.from) ?? Number.NaN);
  const to = new Date(parseInstant(query.to) ?? Number.NaN);
  if (to.getTime() <= from.getTime()) throw invalid('to', 'must be later than from');
  const seconds = Math.ceil((to.getTime() - from.getTime()) / 1000 / query.points);
  const sql = ctx.db.console;
  const series = await seriesAt(sql, locationGuid, query);
  const answers = series.map(async ({ id, sentry, sensorMetricId, column }) => {
    const isFew = !(await moreReadingsThan(sql, id, from, to, query.points));
    const rows = isFew ? await rawPoints(sql, id, from, to) : await thinnedPoints(sql, [id], from, to, seconds);
    return {
      sentry,
      sensorMetricId,
      column,
      unit: unitOf(sensorMetricId, column),
      resolution: isFew ? 0 : seconds,
      points: rows.map(pointOf),
    };
  });
  return { series: await Promise.all(answers) };
}

const pointOf = ({ at, min, max, mean, count }: PointRow) => ({
  at: formatInstant(at.getTime()),
  min,
  max,
  mean,
  count,
});
