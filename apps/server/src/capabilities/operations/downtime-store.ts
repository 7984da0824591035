/** The only file that reads and writes announced maintenance of the service. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';

export interface DowntimeRow {
  readonly guid: string;
  readonly startsAt: Date;
  readonly endsAt: Date | null;
  readonly context: string;
  readonly createdBy: string;
}

const COLUMNS = `guid, starts_at AS "startsAt", ends_at AS "endsAt", context, created_by_name AS "createdBy"`;

/** Those that have not ended, the earliest first. */
export async function listDowntimeRows(
  sql: Sql,
  now: Millis,
  after: { readonly at: string; readonly guid: string } | null,
  limit: number,
): Promise<readonly DowntimeRow[]> {
  const { rows } = await sql.query<DowntimeRow & { [name: string]: unknown }>(
    `SELECT ${COLUMNS} FROM downtime WHERE (ends_at IS NULL OR ends_at > $1::timestamptz)
        AND ($2::timestamptz IS NULL OR (starts_at, guid) > ($2::timestamptz, $3::uuid))
      ORDER BY starts_at, guid LIMIT $4::int`,
    [new Date(now), after?.at ?? null, after?.guid ?? null, limit],
  );
  return rows;
}

export async function insertDowntime(sql: Sql, row: DowntimeRow, at: Millis): Promise<void> {
  await sql.query(
    `INSERT INTO downtime (guid, starts_at, ends_at, context, created_by_name, created_at)
     VALUES ($1::uuid, $2::timestamptz, $3::timestamptz, $4, $5, $6::timestamptz)`,
    [row.guid, row.startsAt, row.endsAt, row.context, row.createdBy, new Date(at)],
  );
}

/** Ends it now, or deletes it where it has not started; returns its reason, null where it does not exist. */
export async function endOrDeleteDowntime(sql: Sql, guid: string, now: Millis): Promise<string | null> {
  const gone = await sql.query<{ context: string }>(
    `DELETE FROM downtime WHERE guid = $1::uuid AND starts_at >= $2::timestamptz RETURNING context`,
    [guid, new Date(now)],
  );
  if (gone.rows[0] !== undefined) return gone.rows[0].context;
  const { rows } = await sql.query<{ context: string }>(
    `UPDATE downtime SET ends_at = $2::timestamptz
      WHERE guid = $1::uuid AND (ends_at IS NULL OR ends_at > $2::timestamptz) RETURNING context`,
    [guid, new Date(now)],
  );
  return rows[0]?.context ?? null;
}
