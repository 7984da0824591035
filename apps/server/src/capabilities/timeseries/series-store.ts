/** The only file with the SQL of series: what a sentry measures, each with a number of its own. */
import type { Sql } from '../../platform/db/database.ts';

/** Names a series within its sentry. */
export interface SeriesName {
  readonly sensorMetricId: string;
  readonly column: string;
}

export interface SeriesRow extends SeriesName {
  readonly id: number;
}

const SERIES_COLUMNS = `id, sensor_metric_id AS "sensorMetricId", column_name AS "column"`;

export async function loadSeries(sql: Sql, tenant: string, sentryGuid: string): Promise<readonly SeriesRow[]> {
  const { rows } = await sql.query<SeriesRow>(
    `SELECT ${SERIES_COLUMNS} FROM series WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid`,
    [tenant, sentryGuid],
  );
  return rows;
}

/** Inserts the missing series and returns all of the named ones. */
export async function insertSeries(
  sql: Sql,
  tenant: string,
  sentryGuid: string,
  names: readonly SeriesName[],
): Promise<readonly SeriesRow[]> {
  const metrics = names.map((name) => name.sensorMetricId);
  const columns = names.map((name) => name.column);
  await sql.query(
    `INSERT INTO series (tenant_guid, sentry_guid, sensor_metric_id, column_name)
     SELECT $1::uuid, $2::uuid, * FROM unnest($3::text[], $4::text[]) ON CONFLICT DO NOTHING`,
    [tenant, sentryGuid, metrics, columns],
  );
  const { rows } = await sql.query<SeriesRow>(
    `SELECT ${SERIES_COLUMNS} FROM series
      WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid
        AND (sensor_metric_id, column_name) IN (SELECT * FROM unnest($3::text[], $4::text[]))`,
    [tenant, sentryGuid, metrics, columns],
  );
  return rows;
}

/** Ids of a sentry's series by `sensorMetricId.column`; those it does not have are missing. */
export async function findSeriesIds(
  sql: Sql,
  tenant: string,
  sentryGuid: string,
  wanted: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const known = await loadSeries(sql, tenant, sentryGuid);
  const asked = new Set(wanted);
  return new Map(known.map((row) => [seriesKey(row), row.id] as const).filter(([key]) => asked.has(key)));
}

export const seriesKey = ({ sensorMetricId, column }: SeriesName): string => `${sensorMetricId}.${column}`;

export interface SeriesOfLocation extends SeriesRow {
  readonly sentry: string;
}

/** Series of a location, those of zones only where their column is named; `limit` at most, null: all. */
export async function listSeries(
  sql: Sql,
  tenant: string,
  locationGuid: string,
  filter: {
    readonly sentry?: string | undefined;
    readonly sensorMetricId?: string | undefined;
    readonly column?: string | undefined;
  },
  limit: number | null,
): Promise<readonly SeriesOfLocation[]> {
  const { rows } = await sql.query<SeriesOfLocation>(
    `SELECT x.id, s.guid AS sentry, x.sensor_metric_id AS "sensorMetricId", x.column_name AS "column"
       FROM sentry s JOIN series x ON x.tenant_guid = s.tenant_guid AND x.sentry_guid = s.guid
      WHERE s.tenant_guid = $1::uuid AND s.location_guid = $2::uuid AND s.removed_at IS NULL
        AND ($3::uuid IS NULL OR s.guid = $3) AND ($4::text IS NULL OR x.sensor_metric_id = $4)
        AND CASE WHEN $5::text IS NULL THEN x.column_name NOT LIKE '%@%' ELSE x.column_name = $5 END
      ORDER BY s.name_key, x.sensor_metric_id, x.column_name LIMIT $6::int`,
    [tenant, locationGuid, filter.sentry ?? null, filter.sensorMetricId ?? null, filter.column ?? null, limit],
  );
  return rows;
}

export interface SeriesOfTenant extends SeriesOfLocation {
  readonly sentryName: string;
  readonly location: string;
  readonly locationName: string;
  /** Seconds between two readings that are expected. */
  readonly interval: number;
}

export interface TenantSeriesFilter {
  readonly locations: 'all' | readonly string[];
  readonly columns: readonly string[];
  /** As they are, and as patterns of LIKE. */
  readonly sensorMetricIds: readonly string[];
  readonly sensorMetricPatterns: readonly string[];
  /** Left out: any. */
  readonly locationGuid?: string | undefined;
  readonly locationName?: string | undefined;
  readonly sentryGuid?: string | undefined;
  readonly sentryName?: string | undefined;
}

/** Series of an organization with their places, those of zones left out, ordered by names; `limit` at most. */
export async function listTenantSeries(
  sql: Sql,
  tenant: string,
  filter: TenantSeriesFilter,
  limit: number,
): Promise<readonly SeriesOfTenant[]> {
  const { rows } = await sql.query<SeriesOfTenant>(
    `SELECT x.id, x.sensor_metric_id AS "sensorMetricId", x.column_name AS "column", s.guid AS sentry,
            s.name AS "sentryName", l.guid AS location, l.name AS "locationName",
            coalesce(t.interval_seconds, s.report_interval_seconds) AS interval
       FROM location l JOIN sentry s ON s.tenant_guid = l.tenant_guid AND s.location_guid = l.guid
       JOIN series x ON x.tenant_guid = s.tenant_guid AND x.sentry_guid = s.guid
       LEFT JOIN sensor_setting t ON t.tenant_guid = s.tenant_guid AND t.sentry_guid = x.sentry_guid AND t.sensor_metric_id = x.sensor_metric_id
      WHERE l.tenant_guid = $1::uuid AND ($2::uuid[] IS NULL OR l.guid = ANY($2)) AND s.removed_at IS NULL
        AND x.column_name = ANY($3::text[])
        AND (x.sensor_metric_id = ANY($4::text[]) OR x.sensor_metric_id LIKE ANY($5::text[]))
        AND ($6::text IS NULL OR l.guid::text = $6) AND ($7::text IS NULL OR l.name = $7)
        AND ($8::text IS NULL OR s.guid::text = $8) AND ($9::text IS NULL OR s.name = $9)
      ORDER BY l.name_key, s.name_key, x.sensor_metric_id, x.column_name LIMIT $10`,
    [
      tenant,
      filter.locations === 'all' ? null : filter.locations,
      filter.columns,
      filter.sensorMetricIds,
      filter.sensorMetricPatterns,
      filter.locationGuid ?? null,
      filter.locationName ?? null,
      filter.sentryGuid ?? null,
      filter.sentryName ?? null,
      limit,
    ],
  );
  return rows;
}

/** Series of one column of a sentry, and of that column within zones. */
export async function seriesOfColumn(
  sql: Sql,
  tenant: string,
  sentryGuid: string,
  sensorMetricId: string,
  column: string,
): Promise<readonly number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `SELECT id FROM series WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND sensor_metric_id = $3
        AND (column_name = $4 OR column_name LIKE $4 || '@%')`,
    [tenant, sentryGuid, sensorMetricId, column],
  );
  return rows.map(({ id }) => id);
}
