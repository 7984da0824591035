import type { Sql } from '../../../platform/db/database.ts';

/** How many clips of an alert have been ready, those that were deleted since included. */
export async function countClipsMadeReady(sql: Sql, tenant: string, alert: string): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM alert_clip x JOIN clip c ON c.tenant_guid = x.tenant_guid AND c.guid = x.clip_guid
      WHERE x.tenant_guid = $1::uuid AND x.alert_guid = $2::uuid AND c.ready_at IS NOT NULL`,
    [tenant, alert],
  );
  return rows[0]?.count ?? 0;
}
