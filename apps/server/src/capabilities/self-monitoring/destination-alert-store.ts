/** Reads the system alerts about destinations. */
import { SYSTEM_ALERT_KIND } from '@picket/domain/alert-kinds';
import type { Sql } from '../../platform/db/database.ts';

/** System alerts about destinations that work again or were removed. */
export async function findRecoveredDestinations(
  sql: Sql,
): Promise<readonly { readonly tenant: string; readonly checkName: string }[]> {
  const { rows } = await sql.query<{ tenant: string; checkName: string }>(
    `SELECT a.tenant_guid AS tenant, a.subject AS "checkName" FROM alert a
       LEFT JOIN destination_health h ON h.tenant_guid = a.tenant_guid AND h.destination_guid = substring(a.subject FROM 13)::uuid
       LEFT JOIN destination d ON d.tenant_guid = a.tenant_guid AND d.guid = substring(a.subject FROM 13)::uuid
      WHERE a.state = 'OPEN' AND a.kind = $1 AND a.subject ~ '^destination:[0-9a-f-]{36}$'
        AND (h.last_delivered_at > a.raised_at OR d.removed_at IS NOT NULL)`,
    [SYSTEM_ALERT_KIND],
  );
  return rows;
}
