/** The activity grid of a location: hours by days, of readings or of alerts, by the location's own days. */
import type { ParsedQuery } from '@picket/contracts/endpoints';
import type { ActivityOut } from '@picket/contracts/types';
import { rateActivity, WEEKS_COMPARED } from '@picket/domain/activity';
import { columnOf } from '@picket/domain/metrics';
import type { Millis } from '@picket/domain/time';
import type { HourlyMean } from '@picket/domain/usual-hours';
import { visibleLocation } from '../capabilities/locations/index.ts';
import { listSeries } from '../capabilities/timeseries/index.ts';
import type { Sql } from '../platform/db/database.ts';
import { contextOf } from '../platform/http/context.ts';
import type { AddRoute } from '../platform/http/routes.ts';
import type { Platform } from '../platform/platform.ts';
import { daysBetween, startOfDay } from './location-days.ts';
import { hourlyMeans } from './series-hours.ts';

/** Hourly means of a series; where several sentries have it, of the one named. */
async function hoursOfSeries(
  sql: Sql,
  tenant: string,
  location: string,
  timezone: string,
  query: ParsedQuery<'GET /views/locations/{guid}/activity'>,
  from: Millis,
  now: Millis,
): Promise<readonly HourlyMean[]> {
  const { sentry, sensorMetricId, column = 'value' } = query;
  const series = (await listSeries(sql, tenant, location, { sentry, sensorMetricId, column }, null)).map(
    ({ id }) => id,
  );
  const rows = await hourlyMeans(sql, tenant, series, timezone, from, now + 1);
  return rows.toSorted((a, b) => (a.day === b.day ? a.hour - b.hour : a.day < b.day ? -1 : 1));
}

async function hoursOfAlerts(
  sql: Sql,
  tenant: string,
  location: string,
  timezone: string,
  query: ParsedQuery<'GET /views/locations/{guid}/activity'>,
  from: Millis,
): Promise<readonly HourlyMean[]> {
  const { rows } = await sql.query<HourlyMean>(
    `SELECT to_char(h, 'YYYY-MM-DD') AS day, extract(hour FROM h)::int AS hour, count(*)::float8 AS value
       FROM (SELECT date_trunc('hour', raised_at AT TIME ZONE $3) AS h FROM alert
              WHERE tenant_guid = $6::uuid AND location_guid = $1::uuid AND kind = $2 AND NOT withdrawn AND ($4::uuid IS NULL OR sentry_guid = $4::uuid)
                AND raised_at >= $5) hours GROUP BY h ORDER BY 1, 2`,
    [location, query.kind, timezone, query.sentry ?? null, new Date(from), tenant],
  );
  return rows;
}

/** Differences below this are not significant. */
const significantDifference = (sensorMetricId: string, column: string): number =>
  5 * 10 ** -(columnOf(sensorMetricId, column)?.decimals ?? 1);

export function activityView(add: AddRoute, platform: Platform): void {
  add('GET /views/locations/{guid}/activity', async ({ actor, params, query }): Promise<ActivityOut> => {
    const ctx = contextOf(platform, actor);
    const { timezone } = await visibleLocation(ctx, params.guid);
    const now = Temporal.Instant.fromEpochMilliseconds(ctx.clock.now()).toZonedDateTimeISO(timezone);
    const today = now.toPlainDate();
    const first = today.subtract({ days: query.weeks * 7 - 1 });
    const compared = startOfDay(first.subtract({ weeks: WEEKS_COMPARED }), timezone);
    const days = daysBetween(first, today).map(String);
    const sql = ctx.db.console;
    if (query.kind === undefined) {
      const metric = query.sensorMetricId ?? '';
      const column = query.column ?? 'value';
      const rows = await hoursOfSeries(
        sql,
        ctx.actor.tenant,
        params.guid,
        timezone,
        query,
        compared,
        now.epochMilliseconds,
      );
      const cells = [...rateActivity(rows, first.toString(), significantDifference(metric, column))];
      return { timezone, unit: columnOf(metric, column)?.unit ?? '', days, cells };
    }
    const known = await hoursOfAlerts(sql, actor.tenant, params.guid, timezone, query, compared);
    const counts = new Map(known.map(({ day, hour, value }) => [`${day} ${hour}`, value]));
    // An hour without an alert is a zero, from the first alert on record to now.
    const begin = known[0]?.day ?? first.toString();
    const rows = daysBetween(Temporal.PlainDate.from(begin), today).flatMap((date) =>
      Array.from({ length: 24 }, (_, hour) => ({
        day: date.toString(),
        hour,
        value: counts.get(`${date} ${hour}`) ?? 0,
      })),
    );
    const past = rows.filter(({ day, hour }) => day < today.toString() || hour <= now.hour);
    return { timezone, unit: 'alerts', days, cells: [...rateActivity(past, first.toString(), 1)] };
  });
}
