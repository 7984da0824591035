/** Reads stored pictures for people. The hot path's side of them stands in reading-store.ts. */
import type { Sql } from '../../platform/index.ts';

export interface FrameRow {
  readonly at: Date;
  readonly rows: number;
  readonly columns: number;
  readonly data: Buffer;
}

/** The newest picture at or before `at` (null: of all), or null. */
export async function frameAt(
  sql: Sql,
  sentryGuid: string,
  sensorMetricId: string,
  at: Date | null,
): Promise<FrameRow | null> {
  const { rows } = await sql.query<{ [Key in keyof FrameRow]: FrameRow[Key] }>(
    `SELECT at, rows, columns, data FROM frame
      WHERE sentry_guid = $1::uuid AND sensor_metric_id = $2 AND at <= coalesce($3::timestamptz, 'infinity')
      ORDER BY at DESC LIMIT 1`,
    [sentryGuid, sensorMetricId, at],
  );
  return rows[0] ?? null;
}

/** When pictures of [from, to) were taken, oldest first: one of each of at most `most` equal stretches. */
export async function frameTimes(
  sql: Sql,
  sentryGuid: string,
  sensorMetricId: string,
  from: Date,
  to: Date,
  most: number,
): Promise<readonly Date[]> {
  const seconds = Math.max(1, (to.getTime() - from.getTime()) / 1000 / most);
  const { rows } = await sql.query<{ at: Date }>(
    `SELECT min(at) AS at FROM frame
      WHERE sentry_guid = $1::uuid AND sensor_metric_id = $2 AND at >= $3 AND at < $4
      GROUP BY date_bin(make_interval(secs => $5), at, $3) ORDER BY 1`,
    [sentryGuid, sensorMetricId, from, to, seconds],
  );
  return rows.map(({ at }) => at);
}
