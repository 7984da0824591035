/** The sentries with a device of their own, as they are shown in Home Assistant. */
import type { ExportedSentry } from '@picket/devices/home-assistant/exported-sentry';
import { holdMillis, type Millis, OFFLINE_AFTER } from '@picket/domain/time';
import { newestReading } from '../capabilities/timeseries/index.ts';
import type { Sql } from '../platform/db/database.ts';

/** Of one organization. */
const MAX_SENTRIES = 1000;
const MAX_NAMES = 10;

interface SentryRow {
  guid: string;
  name: string;
  model: string | null;
  location: string;
  isOnline: boolean;
}

interface SeriesRow {
  sentry: string;
  sensorMetricId: string;
  column: string;
  value: number | null;
}

interface AlertsRow {
  sentry: string;
  open: number;
  worst: number;
  names: string[];
}

/** Adopted devices and gateways are left out: Home Assistant may be where they come from. */
export async function listExportedSentries(sql: Sql, tenant: string, now: Millis): Promise<readonly ExportedSentry[]> {
  const sentries = await listSentries(sql, tenant, now);
  const guids = sentries.map(({ guid }) => guid);
  const [series, alerts] = await Promise.all([listSeries(sql, tenant, guids), listAlerts(sql, tenant, guids)]);
  const seriesOf = Map.groupBy(series, ({ sentry }) => sentry);
  const alertsOf = new Map(alerts.map((row) => [row.sentry, row]));
  return sentries.map((row) => {
    const { open = 0, worst = null, names = [] } = alertsOf.get(row.guid) ?? {};
    return { ...row, series: seriesOf.get(row.guid) ?? [], alerts: { open, worst, names } };
  });
}

async function listSentries(sql: Sql, tenant: string, now: Millis): Promise<readonly SentryRow[]> {
  const { rows } = await sql.query<SentryRow>(
    `SELECT s.guid, s.name, s.model, l.name AS location,
            coalesce(m.last_received_at >= $2::timestamptz
              - greatest($3::float8, s.report_interval_seconds * $4::float8) * interval '1 millisecond', false) AS "isOnline"
       FROM sentry s JOIN location l ON l.tenant_guid = s.tenant_guid AND l.guid = s.location_guid
       LEFT JOIN monitor_state m ON m.tenant_guid = s.tenant_guid AND m.sentry_guid = s.guid
      WHERE s.tenant_guid = $1::uuid AND s.kind = 'DEVICE' AND s.removed_at IS NULL AND s.activated_at IS NOT NULL
      ORDER BY l.name_key, s.name_key LIMIT $5`,
    [tenant, new Date(now), OFFLINE_AFTER, holdMillis(1), MAX_SENTRIES],
  );
  return rows;
}

async function listSeries(sql: Sql, tenant: string, sentries: readonly string[]): Promise<readonly SeriesRow[]> {
  const { rows } = await sql.query<SeriesRow>(
    `SELECT s.guid AS sentry, x.sensor_metric_id AS "sensorMetricId", x.column_name AS "column", newest.value
       FROM sentry s JOIN series x ON x.tenant_guid = s.tenant_guid AND x.sentry_guid = s.guid
       CROSS JOIN ${newestReading('$1::uuid', 'x.id')} newest
      WHERE s.tenant_guid = $1::uuid AND s.guid = ANY($2::uuid[]) AND x.column_name NOT LIKE '%@%'
      ORDER BY s.guid, x.sensor_metric_id, x.column_name`,
    [tenant, sentries],
  );
  return rows;
}

async function listAlerts(sql: Sql, tenant: string, sentries: readonly string[]): Promise<readonly AlertsRow[]> {
  const { rows } = await sql.query<AlertsRow>(
    `SELECT sentry_guid AS sentry, count(*)::int AS open, max(severity)::int AS worst,
            (array_agg(policy_name ORDER BY severity DESC, raised_at) FILTER (WHERE policy_name IS NOT NULL))[1:$3] AS names
       FROM alert
      WHERE tenant_guid = $1::uuid AND sentry_guid = ANY($2::uuid[]) AND state = 'OPEN' AND severity > 0
      GROUP BY sentry_guid`,
    [tenant, sentries, MAX_NAMES],
  );
  return rows.map((row) => ({ ...row, names: row.names ?? [] }));
}
