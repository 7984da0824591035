/** Names of organizations, for messages about them. */
import type { Sql } from '../../platform/db/database.ts';

/** The organization that runs the installation; null before the first start is done. */
export async function findAdminTenant(sql: Sql): Promise<string | null> {
  const { rows } = await sql.query<{ guid: string }>('SELECT guid FROM tenant WHERE is_admin_tenant LIMIT 1');
  return rows[0]?.guid ?? null;
}

/** Null where there is no such organization any more. */
export async function findTenantName(sql: Sql, tenant: string): Promise<string | null> {
  const { rows } = await sql.query<{ name: string }>('SELECT name FROM tenant WHERE guid = $1::uuid', [tenant]);
  return rows[0]?.name ?? null;
}
