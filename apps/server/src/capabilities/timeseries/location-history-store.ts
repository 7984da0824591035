/** The SQL that deletes the history of a location, some at a time. */
import type { Sql } from '../../platform/db/database.ts';

/** Series of all sentries that a location has had. */
export async function seriesAt(sql: Sql, tenant: string, location: string): Promise<readonly number[]> {
  const { rows } = await sql.query<{ id: number }>(
    `SELECT x.id FROM sentry s JOIN series x ON x.tenant_guid = s.tenant_guid AND x.sentry_guid = s.guid
      WHERE s.tenant_guid = $1::uuid AND s.location_guid = $2::uuid ORDER BY x.id`,
    [tenant, location],
  );
  return rows.map(({ id }) => id);
}

/** Deletes all readings and summaries of series. */
export async function deleteHistoryOf(sql: Sql, tenant: string, series: readonly number[]): Promise<void> {
  for (const table of ['reading', 'reading_chunk', 'reading_rollup'])
    await sql.query(`DELETE FROM "${table}" WHERE tenant_guid = $1::uuid AND series_id = ANY($2::int[])`, [
      tenant,
      series,
    ]);
}

/** Deletes `limit` pictures of a location at most; returns how many. */
export async function deleteFramesAt(sql: Sql, tenant: string, location: string, limit: number): Promise<number> {
  const { rows } = await sql.query<{ at: Date }>(
    `DELETE FROM frame WHERE tenant_guid = $1::uuid AND (sentry_guid, sensor_metric_id, at) IN (
       SELECT f.sentry_guid, f.sensor_metric_id, f.at FROM sentry s JOIN frame f ON f.tenant_guid = s.tenant_guid AND f.sentry_guid = s.guid
        WHERE s.tenant_guid = $1::uuid AND s.location_guid = $2::uuid LIMIT $3::int) RETURNING at`,
    [tenant, location, limit],
  );
  return rows.length;
}
