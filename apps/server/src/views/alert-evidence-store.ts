/** Reads what surrounds an alert: its series, pictures, weather, and earlier ones like it. */
import type { AlertState } from '@picket/domain/alert-states';
import type { Verdict } from '@picket/domain/verdicts';
import { newestReading } from '../capabilities/timeseries/index.ts';
import type { Sql } from '../platform/db/database.ts';

export interface AlertSeriesRow {
  /** Of the series; null: there are no readings of it. */
  id: number | null;
  sensorMetricId: string;
  column: string;
  at: Date | null;
  value: number | null;
  /** Seconds, of its sentry. */
  interval: number;
}

/** The conditions of an alert in order, each with its series and the newest reading. */
export async function seriesOfAlert(sql: Sql, tenant: string, alert: string): Promise<readonly AlertSeriesRow[]> {
  const { rows } = await sql.query<AlertSeriesRow & { [name: string]: unknown }>(
    `SELECT x.id, c."sensorMetricId", c."column", n.at, n.value, coalesce(s.report_interval_seconds, 60) AS interval
       FROM alert a LEFT JOIN sentry s ON s.tenant_guid = a.tenant_guid AND s.guid = a.sentry_guid
       CROSS JOIN LATERAL ROWS FROM (jsonb_to_recordset(a.conditions) AS ("sensorMetricId" text, "column" text, zone text))
         WITH ORDINALITY AS c("sensorMetricId", "column", zone, place)
       LEFT JOIN series x ON x.tenant_guid = a.tenant_guid AND x.sentry_guid = a.sentry_guid AND x.sensor_metric_id = c."sensorMetricId"
        AND x.column_name = c."column" || coalesce('@' || c.zone, '')
       LEFT JOIN ${newestReading('$1::uuid', 'x.id')} n ON true
      WHERE a.tenant_guid = $1::uuid AND a.guid = $2::uuid ORDER BY c.place`,
    [tenant, alert],
  );
  return rows;
}

/** What names the state of its violation in the monitor; null: no policy raised it. */
export async function violationKeyOf(sql: Sql, tenant: string, alert: string): Promise<string | null> {
  const { rows } = await sql.query<{ key: string | null }>(
    'SELECT violation_key AS key FROM alert WHERE tenant_guid = $1::uuid AND guid = $2::uuid',
    [tenant, alert],
  );
  return rows[0]?.key ?? null;
}

export interface FrameRow {
  at: Date;
  rows: number;
  columns: number;
  data: Buffer;
}

/** The newest picture of a sentry in [from, to], or null. */
export async function frameBetween(
  sql: Sql,
  tenant: string,
  sentry: string,
  sensorMetricId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<FrameRow | null> {
  const { rows } = await sql.query<FrameRow & { [name: string]: unknown }>(
    `SELECT f.at, f.rows, f.columns, f.data FROM frame f
      WHERE f.tenant_guid = $1::uuid AND f.sentry_guid = $2::uuid AND f.sensor_metric_id = $3 AND f.at BETWEEN $4 AND $5
      ORDER BY f.at DESC LIMIT 1`,
    [tenant, sentry, sensorMetricId, from, to],
  );
  return rows[0] ?? null;
}

export interface WarningRow {
  alert: string;
  event: string;
  headline: string;
  severity: number;
  onsetAt: Date;
  endsAt: Date | null;
}

/** Warnings at a location that were in force at some time of [from, to]. */
export async function warningsBetween(
  sql: Sql,
  tenant: string,
  location: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<readonly WarningRow[]> {
  const { rows } = await sql.query<WarningRow & { [name: string]: unknown }>(
    `SELECT w.alert_guid AS alert, w.event, w.headline, w.severity, w.onset_at AS "onsetAt",
            coalesce(w.closed_at, w.ends_at) AS "endsAt"
       FROM weather_warning w JOIN alert a ON a.tenant_guid = w.tenant_guid AND a.guid = w.alert_guid
      WHERE a.tenant_guid = $1::uuid AND w.location_guid = $2::uuid AND w.onset_at <= $4
        AND coalesce(w.closed_at, w.ends_at, 'infinity') >= $3
      ORDER BY w.severity DESC, w.onset_at LIMIT 10`,
    [tenant, location, from, to],
  );
  return rows;
}

export interface SimilarRow {
  guid: string;
  state: AlertState;
  raisedAt: Date;
  endedAt: Date | null;
  verdict: Verdict | null;
  by: string | null;
  /** Of all, not only the newest. */
  count: number;
}

/** Earlier alerts of the same violation at the same sentry and location; of others, those with the same kind and text. */
export async function similarAlerts(
  sql: Sql,
  tenant: string,
  alert: string,
  since: Date,
  limit: number,
): Promise<readonly SimilarRow[]> {
  const { rows } = await sql.query<SimilarRow & { [name: string]: unknown }>(
    `SELECT b.guid, b.state, b.raised_at AS "raisedAt", b.ended_at AS "endedAt", b.verdict,
            b.acknowledged_by_name AS by, count(*) OVER ()::int AS count
       FROM alert a JOIN alert b ON b.tenant_guid = a.tenant_guid AND b.kind = a.kind
        AND b.location_guid IS NOT DISTINCT FROM a.location_guid AND b.sentry_guid IS NOT DISTINCT FROM a.sentry_guid
        AND b.policy_guid IS NOT DISTINCT FROM a.policy_guid AND b.violation IS NOT DISTINCT FROM a.violation
        AND b.subject IS NOT DISTINCT FROM a.subject AND (a.violation IS NOT NULL OR b.message = a.message)
      WHERE a.tenant_guid = $1::uuid AND a.guid = $2::uuid AND b.guid <> a.guid AND NOT b.withdrawn
        AND b.raised_at >= $3 AND b.raised_at <= a.raised_at
      ORDER BY b.raised_at DESC, b.guid DESC LIMIT $4`,
    [tenant, alert, since, limit],
  );
  return rows;
}
