/** Copies the readings of an alert, so that they outlive retention and corrections of the history. */
import type { Sql } from '../../../platform/db/database.ts';
import { type ReadingBlock, readBlocks } from '../../timeseries/index.ts';

/** Readings copied per series: before an alert, from the beginning of its duration, and from the end of it. */
const MAX_COPIED_READINGS = 240;

const COPIED_BEFORE_MS = 3_600_000;

/** Copies the readings an alert was raised from, so that they outlive retention and corrections of the history. */
export async function copyReadingsBefore(
  sql: Sql,
  tenants: readonly string[],
  guids: readonly string[],
): Promise<void> {
  await sql.query(
    `INSERT INTO alert_reading (tenant_guid, alert_guid, series_id, at, value)
     SELECT a.tenant_guid, a.guid, x.id, kept.at, kept.value
       FROM alert a CROSS JOIN LATERAL jsonb_to_recordset(a.conditions) AS c("sensorMetricId" text, "column" text, zone text)
       JOIN series x ON x.tenant_guid = a.tenant_guid AND x.sentry_guid = a.sentry_guid AND x.sensor_metric_id = c."sensorMetricId"
        AND x.column_name = c."column" || coalesce('@' || c.zone, '')
       CROSS JOIN LATERAL (SELECT at, value FROM reading r WHERE r.tenant_guid = a.tenant_guid AND r.series_id = x.id AND r.at <= a.raised_at
             AND r.at >= a.started_at - make_interval(secs => $2) ORDER BY r.at DESC LIMIT $3) kept
      WHERE a.tenant_guid = ANY($4::uuid[]) AND a.guid = ANY($1::uuid[]) ON CONFLICT DO NOTHING`,
    [guids, COPIED_BEFORE_MS / 1000, MAX_COPIED_READINGS, tenants],
  );
  await copyPackedReadings(sql, tenants, guids, 'BEGINNING');
}

/** Copies readings from the beginning and the end of ended alerts, limited however long they lasted. */
export async function copyReadingsDuring(
  sql: Sql,
  tenants: readonly string[],
  guids: readonly string[],
): Promise<void> {
  await sql.query(
    `INSERT INTO alert_reading (tenant_guid, alert_guid, series_id, at, value)
     SELECT a.tenant_guid, a.guid, x.id, kept.at, kept.value
       FROM alert a CROSS JOIN LATERAL jsonb_to_recordset(a.conditions) AS c("sensorMetricId" text, "column" text, zone text)
       JOIN series x ON x.tenant_guid = a.tenant_guid AND x.sentry_guid = a.sentry_guid AND x.sensor_metric_id = c."sensorMetricId"
        AND x.column_name = c."column" || coalesce('@' || c.zone, '')
       CROSS JOIN LATERAL (
         (SELECT at, value FROM reading r WHERE r.tenant_guid = a.tenant_guid AND r.series_id = x.id AND r.at > a.raised_at AND r.at <= a.cleared_at
           ORDER BY r.at LIMIT $2)
         UNION
         (SELECT at, value FROM reading r WHERE r.tenant_guid = a.tenant_guid AND r.series_id = x.id AND r.at > a.raised_at AND r.at <= a.cleared_at
           ORDER BY r.at DESC LIMIT $2)) kept
      WHERE a.tenant_guid = ANY($3::uuid[]) AND a.guid = ANY($1::uuid[]) ON CONFLICT DO NOTHING`,
    [guids, MAX_COPIED_READINGS, tenants],
  );
  await copyPackedReadings(sql, tenants, guids, 'COURSE');
}

/** What is copied of an alert `a`: its beginning where $2 is true, $3 seconds before it included; else its course. */
const FROM = `CASE WHEN $2 THEN a.started_at - make_interval(secs => $3) ELSE a.raised_at + interval '1 ms' END`;
const TO = 'CASE WHEN $2 THEN a.raised_at ELSE a.cleared_at END';

/** The same for old alerts whose readings are packed: a replay of history can raise these. */
async function copyPackedReadings(
  sql: Sql,
  tenants: readonly string[],
  guids: readonly string[],
  part: 'BEGINNING' | 'COURSE',
): Promise<void> {
  const { rows } = await sql.query<{ tenant: string; alert: string; series: number; from: Date; to: Date }>(
    `SELECT a.tenant_guid AS tenant, a.guid AS alert, x.id AS series, ${FROM} AS "from", ${TO} AS "to"
       FROM alert a CROSS JOIN LATERAL jsonb_to_recordset(a.conditions) AS c("sensorMetricId" text, "column" text, zone text)
       JOIN series x ON x.tenant_guid = a.tenant_guid AND x.sentry_guid = a.sentry_guid AND x.sensor_metric_id = c."sensorMetricId"
        AND x.column_name = c."column" || coalesce('@' || c.zone, '')
      WHERE a.tenant_guid = ANY($4::uuid[]) AND a.guid = ANY($1::uuid[]) AND ${TO} IS NOT NULL
        AND EXISTS (SELECT 1 FROM reading_chunk k WHERE k.tenant_guid = a.tenant_guid AND k.series_id = x.id
              AND k.day BETWEEN (${FROM} AT TIME ZONE 'UTC')::date AND (${TO} AT TIME ZONE 'UTC')::date)`,
    [guids, part === 'BEGINNING', COPIED_BEFORE_MS / 1000, tenants],
  );
  for (const { tenant, alert, series, from, to } of rows) {
    const block = (await readBlocks(sql, tenant, [series], from.getTime(), to.getTime() + 1)).get(series);
    if (block === undefined) continue;
    const places = selectReadingIndexes(block, part);
    await sql.query(
      `INSERT INTO alert_reading (tenant_guid, alert_guid, series_id, at, value)
       SELECT $5::uuid, $1::uuid, $2::int, at, nullif(value, 'NaN') FROM unnest($3::timestamptz[], $4::float8[]) AS kept(at, value)
       ON CONFLICT DO NOTHING`,
      [
        alert,
        series,
        places.map((place) => new Date(block.at[place] ?? 0)),
        places.map((place) => block.value[place]),
        tenant,
      ],
    );
  }
}

/** Indexes of the last readings; for COURSE also of the first ones. */
function selectReadingIndexes({ at }: ReadingBlock, part: 'BEGINNING' | 'COURSE'): readonly number[] {
  const places = [...at.keys()];
  return part === 'BEGINNING'
    ? places.slice(-MAX_COPIED_READINGS)
    : [...new Set([...places.slice(0, MAX_COPIED_READINGS), ...places.slice(-MAX_COPIED_READINGS)])];
}
