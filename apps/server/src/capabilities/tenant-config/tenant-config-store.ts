/** The revision of an organization's configuration; it is a column of the organization. */
import type { Sql } from '../../platform/db/database.ts';

/** 0 if there is no such organization. */
export async function getRevision(sql: Sql, tenant: string): Promise<number> {
  return (await listRevisions(sql, [tenant])).get(tenant) ?? 0;
}

/** The revisions of several organizations. */
export async function listRevisions(sql: Sql, tenants: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql.query<{ tenant: string; revision: number }>(
    'SELECT guid AS tenant, monitor_revision AS revision FROM tenant WHERE guid = ANY($1::uuid[])',
    [tenants],
  );
  return new Map(rows.map(({ tenant, revision }) => [tenant, revision]));
}

/** Something of the configuration was changed in this transaction. The lock on the organization's row serializes edits. */
export async function incrementRevision(sql: Sql, tenant: string): Promise<void> {
  await sql.query('UPDATE tenant SET monitor_revision = monitor_revision + 1 WHERE guid = $1::uuid', [tenant]);
}
