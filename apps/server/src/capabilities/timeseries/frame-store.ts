/** The only file with the SQL of pictures. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';

export interface FrameRow {
  readonly at: Date;
  readonly rows: number;
  readonly columns: number;
  readonly data: Buffer;
}

/** A picture as it is stored: float32 little-endian, row by row; NaN where unknown. */
export interface StoredFrame {
  readonly sensorMetricId: string;
  readonly at: Millis;
  readonly rows: number;
  readonly columns: number;
  readonly data: Buffer;
}

export async function insertFrames(
  sql: Sql,
  tenant: string,
  sentryGuid: string,
  frames: readonly StoredFrame[],
): Promise<void> {
  for (const { sensorMetricId, at, rows, columns, data } of frames)
    await sql.query(
      `INSERT INTO frame (tenant_guid, sentry_guid, sensor_metric_id, at, rows, columns, data)
       VALUES ($1::uuid, $2::uuid, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
      [tenant, sentryGuid, sensorMetricId, new Date(at), rows, columns, data],
    );
}

/** The newest picture at or before `at` (null: of all), or null. */
export async function findFrame(
  sql: Sql,
  tenant: string,
  sentryGuid: string,
  sensorMetricId: string,
  at: Date | null,
): Promise<FrameRow | null> {
  const { rows } = await sql.query<{ [Key in keyof FrameRow]: FrameRow[Key] }>(
    `SELECT at, rows, columns, data FROM frame
      WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND sensor_metric_id = $3 AND at <= coalesce($4::timestamptz, 'infinity')
      ORDER BY at DESC LIMIT 1`,
    [tenant, sentryGuid, sensorMetricId, at],
  );
  return rows[0] ?? null;
}

/** When pictures of [from, to) were taken, oldest first: one of each of at most `most` equal stretches. */
export async function listFrameTimes(
  sql: Sql,
  tenant: string,
  sentryGuid: string,
  sensorMetricId: string,
  from: Date,
  to: Date,
  maxCount: number,
): Promise<readonly Date[]> {
  const seconds = Math.max(1, (to.getTime() - from.getTime()) / 1000 / maxCount);
  const { rows } = await sql.query<{ at: Date }>(
    `SELECT min(at) AS at FROM frame
      WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND sensor_metric_id = $3 AND at >= $4 AND at < $5
      GROUP BY date_bin(make_interval(secs => $6), at, $4) ORDER BY 1`,
    [tenant, sentryGuid, sensorMetricId, from, to, seconds],
  );
  return rows.map(({ at }) => at);
}

/** Pictures of [from, to], oldest first: one of each of at most `maxCount` equal stretches. */
export async function listFramesBetween(
  sql: Sql,
  tenant: string,
  sentryGuid: string,
  sensorMetricId: string,
  { from, to }: { readonly from: Date; readonly to: Date },
  maxCount: number,
): Promise<readonly FrameRow[]> {
  const seconds = Math.max(0.001, (to.getTime() - from.getTime()) / 1000 / maxCount);
  const { rows } = await sql.query<{ [Key in keyof FrameRow]: FrameRow[Key] }>(
    `SELECT DISTINCT ON (date_bin(make_interval(secs => $6), at, $4)) at, rows, columns, data FROM frame
      WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND sensor_metric_id = $3 AND at >= $4 AND at <= $5
      ORDER BY date_bin(make_interval(secs => $6), at, $4), at`,
    [tenant, sentryGuid, sensorMetricId, from, to, seconds],
  );
  return rows;
}

export interface FrameSize {
  readonly rows: number;
  readonly columns: number;
}

/** The sizes of the newest pictures of these metrics at a location (or of one sentry there). */
export async function frameSizes(
  sql: Sql,
  tenant: string,
  location: string,
  sentry: string | null,
  metrics: readonly string[],
): Promise<readonly FrameSize[]> {
  const { rows } = await sql.query<FrameSize>(
    `SELECT DISTINCT f.rows, f.columns FROM sentry s CROSS JOIN unnest($4::text[]) AS m(metric)
       JOIN LATERAL (SELECT rows, columns FROM frame WHERE tenant_guid = $1::uuid AND sentry_guid = s.guid AND sensor_metric_id = m.metric
                      ORDER BY at DESC LIMIT 1) f ON true
      WHERE s.tenant_guid = $1::uuid AND s.location_guid = $2::uuid AND s.removed_at IS NULL
        AND ($3::uuid IS NULL OR s.guid = $3::uuid)`,
    [tenant, location, sentry, metrics],
  );
  return rows;
}

/**
 * Deletes pictures of these metrics from before an instant, `limit` at most, the oldest of each sentry first. Returns how many.
 * Sentries and metrics are named so that their key finds them.
 */
export async function deleteFramesBefore(
  sql: Sql,
  tenant: string,
  metrics: readonly string[],
  before: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await sql.query(
    `DELETE FROM frame WHERE tenant_guid = $1::uuid AND (sentry_guid, sensor_metric_id, at) IN (
       SELECT s.guid, m.metric, f.at FROM sentry s CROSS JOIN unnest($2::text[]) AS m(metric)
         CROSS JOIN LATERAL (SELECT at FROM frame WHERE tenant_guid = $1::uuid AND sentry_guid = s.guid AND sensor_metric_id = m.metric
                              AND at < $3::timestamptz ORDER BY at LIMIT $4::int) f
        WHERE s.tenant_guid = $1::uuid LIMIT $4::int)`,
    [tenant, metrics, before, limit],
  );
  return rowCount;
}

/** How many pictures of [from, to) there are, and of how many cells in all. */
export async function countFrames(
  sql: Sql,
  tenant: string,
  sentryGuid: string,
  sensorMetricId: string,
  from: Date,
  to: Date,
): Promise<{ readonly pictures: number; readonly cells: number }> {
  const { rows } = await sql.query<{ pictures: number; cells: number }>(
    `SELECT count(*) AS pictures, coalesce(sum(rows::int * columns::int), 0)::bigint AS cells FROM frame
      WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND sensor_metric_id = $3 AND at >= $4 AND at < $5`,
    [tenant, sentryGuid, sensorMetricId, from, to],
  );
  return rows[0] ?? { pictures: 0, cells: 0 };
}

/** 4 MB. A picture of 480 x 640 has 1.2 MB. */
const CELLS_AT_ONCE = 1_000_000;

/**
 * Stored pictures of a sentry from an instant on, oldest first, in batches: of CELLS_AT_ONCE and one picture at most, whatever the
 * sizes of the pictures are.
 */
export async function* iterateFrames(
  sql: Sql,
  tenant: string,
  sentryGuid: string,
  sensorMetricId: string,
  from: Millis,
): AsyncGenerator<StoredFrame[]> {
  for (let after = new Date(from), first = true; ; first = false) {
    const { rows } = await sql.query<{ at: Date; rows: number; columns: number; data: Buffer }>(
      `SELECT at, rows, columns, data
         FROM (SELECT at, rows, columns, data,
                      sum(rows::int * columns::int) OVER (ORDER BY at) - rows::int * columns::int AS cells_before
                 FROM frame
                WHERE tenant_guid = $1::uuid AND sentry_guid = $2::uuid AND sensor_metric_id = $3
                  AND ${first ? 'at >= $4' : 'at > $4'}
                ORDER BY at LIMIT 1000) AS first
        WHERE cells_before < $5 ORDER BY at`,
      [tenant, sentryGuid, sensorMetricId, after, CELLS_AT_ONCE],
    );
    if (rows.length === 0) return;
    yield rows.map(({ at, ...frame }) => ({ ...frame, at: at.getTime(), sensorMetricId }));
    after = rows.at(-1)?.at ?? after;
  }
}
