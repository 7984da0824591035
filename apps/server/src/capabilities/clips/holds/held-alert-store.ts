import type { Sql } from '../../../platform/db/database.ts';

/** null: there is no such alert, or it is about the whole organization. */
export async function locationOfAlert(sql: Sql, tenant: string, alert: string): Promise<string | null> {
  const { rows } = await sql.query<{ location: string | null }>(
    `SELECT location_guid AS location FROM alert WHERE tenant_guid = $1::uuid AND guid = $2::uuid`,
    [tenant, alert],
  );
  return rows[0]?.location ?? null;
}
