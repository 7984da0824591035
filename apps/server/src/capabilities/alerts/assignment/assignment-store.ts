/** Writes the assignees of alerts. */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { laterThan } from '../../../platform/db/later-than.ts';

export interface Assignee {
  readonly guid: string;
  readonly name: string;
}

/** Assigns an alert, or removes its assignee (`to` null). False if it is assigned so already, or is over. */
export async function setAssigned(
  sql: Sql,
  tenant: string,
  guid: string,
  { to, byName, at }: { readonly to: Assignee | null; readonly byName: string; readonly at: Millis },
): Promise<boolean> {
  const { rows } = await sql.query(
    `UPDATE alert SET assigned_to = $3::uuid, assigned_to_name = $4,
            assigned_by_name = CASE WHEN $3::uuid IS NULL THEN NULL ELSE $5 END,
            assigned_at = CASE WHEN $3::uuid IS NULL THEN NULL ELSE $6::timestamptz END,
            last_update_ts = greatest($6::timestamptz, ${laterThan('last_update_ts')})
      WHERE tenant_guid = $1::uuid AND guid = $2::uuid AND state IN ('OPEN', 'RECOVERED')
        AND assigned_to IS DISTINCT FROM $3::uuid RETURNING guid`,
    [tenant, guid, to?.guid ?? null, to?.name ?? null, byName, new Date(at)],
  );
  return rows.length === 1;
}
