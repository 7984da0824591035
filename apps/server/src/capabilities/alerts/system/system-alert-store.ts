/** Rows of system alerts. */
import { SYSTEM_ALERT_KIND } from '@picket/domain/alert-kinds';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { laterThan } from '../../../platform/db/later-than.ts';

/** Locks a check name for this transaction; false if an alert for it is open or another server is raising one. */
export async function lockSystemAlert(sql: Sql, tenant: string, checkName: string): Promise<boolean> {
  const locked = await sql.query<{ locked: boolean }>(
    'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 21)) AS locked',
    [`${tenant} ${checkName}`],
  );
  if (locked.rows[0]?.locked !== true) return false;
  const { rows } = await sql.query(
    `SELECT 1 FROM alert WHERE tenant_guid = $1::uuid AND subject = $2 AND kind = $3 AND state = 'OPEN' LIMIT 1`,
    [tenant, checkName, SYSTEM_ALERT_KIND],
  );
  return rows.length === 0;
}

export async function clearSystemAlertRows(
  sql: Sql,
  tenant: string,
  checkName: string,
  at: Millis,
): Promise<readonly string[]> {
  const { rows } = await sql.query<{ guid: string }>(
    `UPDATE alert SET state = 'CLEARED', ended_at = $3::timestamptz, cleared_at = $3::timestamptz,
            last_update_ts = greatest($3::timestamptz, ${laterThan('last_update_ts')})
      WHERE tenant_guid = $1::uuid AND subject = $2 AND kind = $4 AND state = 'OPEN' RETURNING guid`,
    [tenant, checkName, new Date(at), SYSTEM_ALERT_KIND],
  );
  return rows.map(({ guid }) => guid);
}
