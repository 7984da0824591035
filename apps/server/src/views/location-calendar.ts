/** The calendar of a month of a location: alerts and time out of range, by the location's own days. */
import type { CalendarOut } from '@picket/contracts/types';
import { EDIT_KINDS } from '@picket/domain/alert-kinds';
import { SILENCE_METRIC } from '@picket/domain/metrics';
import { minSeverityOf, type SeverityLabel, severityLabel } from '@picket/domain/severity';
import type { Millis } from '@picket/domain/time';
import { mergeOverlapping } from '@picket/domain/timelines';
import { visibleLocation } from '../capabilities/locations/index.ts';
import type { Sql } from '../platform/db/database.ts';
import { contextOf } from '../platform/http/context.ts';
import type { AddRoute } from '../platform/http/routes.ts';
import type { Platform } from '../platform/platform.ts';
import { daysBetween, startOfDay } from './location-days.ts';

/** Alerts below do not show in the calendar. */
const MIN_SEVERITY = minSeverityOf('info');

interface AlertSpan {
  kind: string;
  severity: number;
  started: Date;
  raised: Date;
  ended: Date | null;
  measured: boolean;
}

/** Alerts that overlap the month, without policy changes and withdrawn ones. */
async function alertsOfMonth(
  sql: Sql,
  tenant: string,
  location: string,
  month: Temporal.PlainYearMonth,
  timezone: string,
): Promise<readonly AlertSpan[]> {
  const first = month.toPlainDate({ day: 1 });
  const end = first.add({ months: 1 });
  const { rows } = await sql.query<AlertSpan>(
    `SELECT kind, severity, started_at AS started, raised_at AS raised, ended_at AS ended,
            jsonb_path_exists(conditions, '$[*] ? (@.sensorMetricId != $silence)', $5::jsonb, true) AS measured
       FROM alert WHERE location_guid = $1::uuid AND tenant_guid = $2::uuid AND kind <> ALL($6::text[])
        AND NOT withdrawn AND least(started_at, raised_at) < $4 AND coalesce(ended_at, 'infinity') > $3`,
    [
      location,
      tenant,
      new Date(startOfDay(first, timezone)),
      new Date(startOfDay(end, timezone)),
      { silence: SILENCE_METRIC },
      EDIT_KINDS,
    ],
  );
  return rows;
}

/** The days of the month that have readings. */
async function daysWithReadings(
  sql: Sql,
  tenant: string,
  location: string,
  month: Temporal.PlainYearMonth,
  timezone: string,
): Promise<ReadonlySet<string>> {
  const first = month.toPlainDate({ day: 1 });
  const { rows } = await sql.query<{ day: string }>(
    `SELECT to_char(d, 'YYYY-MM-DD') AS day FROM generate_series(0, $4::int - 1) n
      CROSS JOIN LATERAL (SELECT ($2::date + n)::timestamp AS d) days
      WHERE EXISTS (SELECT 1 FROM sentry s JOIN series x ON x.tenant_guid = $5::uuid AND x.sentry_guid = s.guid
        JOIN LATERAL (SELECT 1 FROM reading r WHERE r.tenant_guid = $5::uuid AND r.series_id = x.id AND r.at >= (d AT TIME ZONE $3)
          AND r.at < ((d + interval '1 day') AT TIME ZONE $3) LIMIT 1) one ON true
        WHERE s.tenant_guid = $5::uuid AND s.location_guid = $1::uuid AND s.removed_at IS NULL)
      -- A day of the clock meets two days of the location at most: it begins in one and ends in the other.
      OR EXISTS (SELECT 1 FROM sentry s JOIN series x ON x.tenant_guid = $5::uuid AND x.sentry_guid = s.guid
        JOIN LATERAL (SELECT 1 FROM reading_rollup c WHERE c.tenant_guid = $5::uuid AND c.series_id = x.id AND c.day >= d - interval '1 day'
          AND c.day <= d + interval '1 day'
          AND (c.first_at >= (d AT TIME ZONE $3) AND c.first_at < ((d + interval '1 day') AT TIME ZONE $3)
            OR c.last_at >= (d AT TIME ZONE $3) AND c.last_at < ((d + interval '1 day') AT TIME ZONE $3)) LIMIT 1) one ON true
        WHERE s.tenant_guid = $5::uuid AND s.location_guid = $1::uuid AND s.removed_at IS NULL)`,
    [location, first.toString(), timezone, month.daysInMonth, tenant],
  );
  return new Set(rows.map(({ day }) => day));
}

interface Span {
  readonly from: Millis;
  readonly to: Millis;
}

/** When something was out of range, as far as a sensor measured it. An open alert lasts until now. */
const spansOutOfRange = (alerts: readonly AlertSpan[], now: Millis): readonly Span[] =>
  mergeOverlapping(
    alerts
      .filter(({ measured, severity }) => measured && severity >= MIN_SEVERITY)
      .map(({ started, ended }) => ({ from: started.getTime(), to: ended?.getTime() ?? now })),
  );

function summarizeDay(
  date: Temporal.PlainDate,
  timezone: string,
  alerts: readonly AlertSpan[],
  outOfRange: readonly Span[],
): Omit<CalendarOut['days'][number], 'hasReadings'> {
  const begin = startOfDay(date, timezone);
  const end = startOfDay(date.add({ days: 1 }), timezone);
  const raised = alerts.filter(
    ({ raised: at, severity }) => severity >= MIN_SEVERITY && at.getTime() >= begin && at.getTime() < end,
  );
  const countOf = (label: SeverityLabel): number =>
    raised.filter(({ severity }) => severityLabel(severity) === label).length;
  const millis = outOfRange.reduce(
    (sum, span) => sum + Math.max(0, Math.min(end, span.to) - Math.max(begin, span.from)),
    0,
  );
  return {
    day: date.toString(),
    alerts: raised.length,
    bySeverity: { critical: countOf('critical'), warning: countOf('warning'), info: countOf('info') },
    worst: severityLabel(Math.max(0, ...raised.map(({ severity }) => severity))),
    outOfRangeMinutes: Math.round(millis / 60_000),
  };
}

export function calendarView(add: AddRoute, platform: Platform): void {
  add('GET /views/locations/{guid}/calendar', async ({ actor, params, query }): Promise<CalendarOut> => {
    const ctx = contextOf(platform, actor);
    const { timezone } = await visibleLocation(ctx, params.guid);
    const month = Temporal.PlainYearMonth.from(query.month);
    const sql = ctx.db.console;
    const alerts = await alertsOfMonth(sql, actor.tenant, params.guid, month, timezone);
    const withReadings = await daysWithReadings(sql, actor.tenant, params.guid, month, timezone);
    const outOfRange = spansOutOfRange(alerts, ctx.clock.now());
    const dates = daysBetween(month.toPlainDate({ day: 1 }), month.toPlainDate({ day: month.daysInMonth }));
    return {
      timezone,
      days: dates.map((date) => ({
        ...summarizeDay(date, timezone, alerts, outOfRange),
        hasReadings: withReadings.has(date.toString()),
      })),
    };
  });
}
