/** Reads the system alerts about destinations. */
import { SYSTEM_ALERT_KIND } from '@picket/domain/alert-kinds';
import type { Sql } from '../../platform/db/database.ts';

/**
 * System alerts about destinations that work again or were removed, and about users who have received a message since or are deleted. A
 * user's guid stands for their e-mail address.
 */
export async function findRecoveredDestinations(
  sql: Sql,
): Promise<readonly { readonly tenant: string; readonly checkName: string }[]> {
  const { rows } = await sql.query<{ tenant: string; checkName: string }>(
    `SELECT a.tenant_guid AS tenant, a.subject AS "checkName" FROM alert a
       LEFT JOIN destination_health h ON h.tenant_guid = a.tenant_guid AND h.destination_guid = substring(a.subject FROM 13)::uuid
       LEFT JOIN destination d ON d.tenant_guid = a.tenant_guid AND d.guid = substring(a.subject FROM 13)::uuid
      WHERE a.state = 'OPEN' AND a.kind = $1 AND a.subject ~ '^destination:[0-9a-f-]{36}$'
        AND (h.last_delivered_at > a.raised_at OR d.removed_at IS NOT NULL)
     UNION ALL
     SELECT a.tenant_guid, a.subject FROM alert a
      WHERE a.state = 'OPEN' AND a.kind = $1 AND a.subject ~ '^recipient:[0-9a-f-]{36}$'
        AND (NOT EXISTS (SELECT 1 FROM user_account u WHERE u.tenant_guid = a.tenant_guid AND u.guid = substring(a.subject FROM 11)::uuid)
             OR EXISTS (SELECT 1 FROM destination_health h LEFT JOIN destination d ON d.tenant_guid = h.tenant_guid AND d.guid = h.destination_guid
                         WHERE h.tenant_guid = a.tenant_guid AND h.last_delivered_at >= a.raised_at
                           AND coalesce(d.user_guid, h.destination_guid) = substring(a.subject FROM 11)::uuid))`,
    [SYSTEM_ALERT_KIND],
  );
  return rows;
}
