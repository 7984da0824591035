/** Reads what is stored of a sentry within the second that the clock of its device shows. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';

const SECOND_MS: Millis = 1000;

interface NewestReading {
  /** Its metric and column. */
  readonly series: string;
  readonly at: Millis;
  readonly value: number | null;
}

/** The newest reading of each series of a sentry within the second that begins at an instant. */
export async function newestWithin(
  sql: Sql,
  tenant: string,
  sentry: string,
  from: Millis,
): Promise<readonly NewestReading[]> {
  const { rows } = await sql.query<{ series: string; at: Date; value: number | null }>(
    `SELECT s.sensor_metric_id || ' ' || s.column_name AS series, n.at, n.value FROM series s JOIN LATERAL (
              SELECT r.at, r.value FROM reading r
               WHERE r.tenant_guid = s.tenant_guid AND r.series_id = s.id AND r.at >= $3::timestamptz AND r.at < $4::timestamptz
               ORDER BY r.at DESC LIMIT 1) n ON true
      WHERE s.tenant_guid = $1::uuid AND s.sentry_guid = $2::uuid`,
    [tenant, sentry, new Date(from), new Date(from + SECOND_MS)],
  );
  return rows.map(({ series, at, value }) => ({ series, at: at.getTime(), value }));
}
