/** Updates rows of external alerts. */
import type { Millis } from '@picket/domain';
import type { Sql } from '../../../platform/db/database.ts';

/** Clears an alert; false if it is not open. */
export async function clearExternalAlertRow(sql: Sql, guid: string, endedAt: Millis, at: Millis): Promise<boolean> {
  const { rows } = await sql.query(
    `UPDATE alert SET state = 'CLEARED', ended_at = greatest($2::timestamptz, started_at), cleared_at = greatest($2::timestamptz, raised_at),
            last_update_ts = greatest($3::timestamptz, last_update_ts + interval '1 ms')
      WHERE guid = $1::uuid AND state = 'OPEN' RETURNING guid`,
    [guid, new Date(endedAt), new Date(at)],
  );
  return rows.length === 1;
}

export async function updateExternalAlertMessage(
  sql: Sql,
  guid: string,
  message: string,
  at: Millis,
): Promise<boolean> {
  const { rows } = await sql.query(
    `UPDATE alert SET message = $2, last_update_ts = greatest($3::timestamptz, last_update_ts + interval '1 ms')
      WHERE guid = $1::uuid AND state = 'OPEN' RETURNING guid`,
    [guid, message, new Date(at)],
  );
  return rows.length === 1;
}
