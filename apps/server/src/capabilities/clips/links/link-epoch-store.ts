import type { Sql } from '../../../platform/db/database.ts';

export async function raiseLinkEpoch(sql: Sql, tenant: string, clip: string): Promise<void> {
  await sql.query(`UPDATE clip SET link_epoch = link_epoch + 1 WHERE tenant_guid = $1::uuid AND guid = $2::uuid`, [
    tenant,
    clip,
  ]);
}
