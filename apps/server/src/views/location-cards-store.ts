/** What the cards of locations are made of: one statement each, whatever the number of locations. */
import { EDIT_KINDS } from '@picket/domain/alert-kinds';
import { SILENCE_METRIC } from '@picket/domain/metrics';
import { minSeverityOf } from '@picket/domain/severity';
import { holdMillis, type Millis, OFFLINE_AFTER } from '@picket/domain/time';
import { newestReading } from '../capabilities/timeseries/index.ts';
import type { Sql } from '../platform/db/database.ts';

/** When the last alert ended is looked up among so many. */
const RECENT_ALERTS = 20;
/** An alert below this severity is nothing that happened. */
const MIN_SEVERITY = minSeverityOf('info');

export interface LocationRow {
  guid: string;
  name: string;
  timezone: string;
  latitude: number | null;
  longitude: number | null;
  sentries: number;
  online: number;
  simulated: number;
  received: Date | null;
  worst: number | null;
  open: number;
  /** When the last alert was over, or else since when a sentry is there; null: there is none. Of no meaning while an alert is open. */
  quietSince: Date | null;
}

export interface ReadingRow {
  location: string;
  series: number;
  sentry: string;
  sentryName: string;
  interval: number;
  metric: string;
  column: string;
  at: Date;
  value: number | null;
  /** Of the worst open alert about it; null: none. */
  alarm: number | null;
}

/**
 * The locations by name, with their sentries and open alerts. Both are read once for all locations; the alerts that are over, of which
 * there are ever more, only of locations where none is open. `visible` null: all locations.
 */
export async function locationsWithState(
  sql: Sql,
  tenant: string,
  visible: readonly string[] | null,
  now: Millis,
): Promise<LocationRow[]> {
  const { rows } = await sql.query<LocationRow>(
    `WITH there AS (
       SELECT x.location_guid, count(*)::int AS total, count(*) FILTER (WHERE m.last_received_at >= $3::timestamptz
                - greatest($4::float8, x.report_interval_seconds * $5::float8) * interval '1 millisecond')::int AS online,
              count(x.simulated_until)::int AS simulated, max(m.last_received_at) AS received, min(x.activated_at) AS activated
         FROM sentry x LEFT JOIN monitor_state m ON m.tenant_guid = x.tenant_guid AND m.sentry_guid = x.guid
        WHERE x.tenant_guid = $1::uuid AND x.removed_at IS NULL AND ($2::uuid[] IS NULL OR x.location_guid = ANY($2::uuid[]))
        GROUP BY x.location_guid),
     opened AS (
       SELECT location_guid, max(severity)::int AS worst, count(*)::int AS open FROM alert
        WHERE tenant_guid = $1::uuid AND state IN ('OPEN', 'RECOVERED') GROUP BY location_guid)
     SELECT l.guid, l.name, l.timezone, l.latitude, l.longitude, coalesce(s.total, 0) AS sentries, coalesce(s.online, 0) AS online,
            coalesce(s.simulated, 0) AS simulated, s.received, a.worst, coalesce(a.open, 0) AS open,
            coalesce(q.over, s.activated) AS "quietSince"
       FROM location l
       LEFT JOIN there s ON s.location_guid = l.guid
       LEFT JOIN opened a ON a.location_guid = l.guid
       CROSS JOIN LATERAL (SELECT max(over) AS over FROM (SELECT coalesce(cleared_at, ended_at, resolved_at, raised_at) AS over FROM alert
              WHERE a.open IS NULL AND location_guid = l.guid AND tenant_guid = $1::uuid AND kind <> ALL($6::text[]) AND severity >= $7
                AND NOT withdrawn ORDER BY raised_at DESC LIMIT $8) recent) q
      WHERE l.tenant_guid = $1::uuid AND ($2::uuid[] IS NULL OR l.guid = ANY($2::uuid[]))
      ORDER BY l.name_key LIMIT 20000`,
    // As `onlineHold` has it: a sentry that reports once an hour is not offline in between.
    [tenant, visible, new Date(now), OFFLINE_AFTER, holdMillis(1), EDIT_KINDS, MIN_SEVERITY, RECENT_ALERTS],
  );
  return rows;
}

/**
 * The leading reading of each metric at each location: the one with the worst open alert, else by the rule of its metric. Where it is not
 * the highest, newest readings are looked up of one series of each location, and of the others only where that has none: of many locations
 * the lookups are most of the time. `visible` null: all locations.
 */
export async function leadingReadings(
  sql: Sql,
  tenant: string,
  visible: readonly string[] | null,
  metrics: {
    readonly shown: readonly string[];
    readonly columns: readonly string[];
    readonly highestFirst: readonly string[];
  },
): Promise<ReadingRow[]> {
  const { rows } = await sql.query<ReadingRow>(
    `WITH alarming AS (
       SELECT a.sentry_guid AS sentry, c->>'sensorMetricId' AS metric, c->>'column' AS "column", max(a.severity)::int AS severity
         FROM alert a CROSS JOIN LATERAL jsonb_array_elements(a.conditions) c
        WHERE a.tenant_guid = $5::uuid AND a.state IN ('OPEN', 'RECOVERED') AND a.sentry_guid IS NOT NULL
          AND c->>'sensorMetricId' <> $6
        GROUP BY 1, 2, 3),
     candidate AS MATERIALIZED (
       SELECT s.tenant_guid, s.location_guid AS location, x.id AS series, s.guid AS sentry, s.name AS "sentryName", s.name_key,
              s.report_interval_seconds AS interval, x.sensor_metric_id AS metric, x.column_name AS "column", w.severity AS alarm,
              x.sensor_metric_id = ANY($4::text[]) AS by_value,
              row_number() OVER (PARTITION BY s.location_guid, x.sensor_metric_id ORDER BY w.severity DESC NULLS LAST, s.name_key) AS turn
         FROM sentry s JOIN series x ON x.tenant_guid = s.tenant_guid AND x.sentry_guid = s.guid
         LEFT JOIN alarming w ON w.sentry = s.guid AND w.metric = x.sensor_metric_id AND w."column" = x.column_name
        WHERE s.tenant_guid = $5::uuid AND ($1::uuid[] IS NULL OR s.location_guid = ANY($1::uuid[])) AND s.removed_at IS NULL
          AND (w.severity IS NOT NULL OR (x.sensor_metric_id = ANY($2::text[]) AND x.column_name = ANY($3::text[])))),
     first AS MATERIALIZED (
       SELECT x.*, n.at, n.value FROM candidate x LEFT JOIN ${newestReading('$5::uuid', 'x.series')} n ON true
        WHERE x.by_value OR x.turn = 1),
     known AS (
       SELECT * FROM first WHERE at IS NOT NULL
       UNION ALL
       SELECT x.*, n.at, n.value FROM first f JOIN candidate x ON x.location = f.location AND x.metric = f.metric AND x.turn > 1
         CROSS JOIN ${newestReading('$5::uuid', 'x.series')} n
        WHERE f.at IS NULL AND NOT f.by_value)
     SELECT r.location, r.series, r.sentry, r."sentryName", r.interval, r.metric, r."column", r.at, r.value, r.alarm FROM (
       SELECT k.*, row_number() OVER (PARTITION BY k.location, k.metric ORDER BY k.alarm DESC NULLS LAST,
                (CASE WHEN k.by_value THEN k.value END) DESC NULLS LAST, k.turn) AS place FROM known k) r
      WHERE r.place = 1`,
    [visible, metrics.shown, metrics.columns, metrics.highestFirst, tenant, SILENCE_METRIC],
  );
  return rows;
}

/** What is measured at each location: metric ids as they are stored. `visible` null: all locations. */
export async function metricsAt(
  sql: Sql,
  tenant: string,
  visible: readonly string[] | null,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql.query<{ location: string; metrics: string[] }>(
    `SELECT s.location_guid AS location, array_agg(DISTINCT x.sensor_metric_id) AS metrics
       FROM sentry s JOIN series x ON x.tenant_guid = s.tenant_guid AND x.sentry_guid = s.guid
      WHERE s.tenant_guid = $1::uuid AND s.removed_at IS NULL AND ($2::uuid[] IS NULL OR s.location_guid = ANY($2::uuid[]))
      GROUP BY 1`,
    [tenant, visible],
  );
  return new Map(rows.map(({ location, metrics }) => [location, metrics]));
}
