/** Finds what a command names in a restored database. */
import type { Sql } from '../../platform/db/database.ts';
import type { PastMatch } from './bring-back-target.ts';

interface FoundRow {
  readonly [name: string]: unknown;
  readonly guid: string;
  readonly name: string;
  readonly tenant: string;
  readonly tenantName: string;
}

const findIn = async (
  sql: Sql,
  table: 'policy' | 'location',
  nameOrGuid: string,
  tenantNameOrGuid: string | null,
): Promise<readonly PastMatch[]> => {
  const { rows } = await sql.query<FoundRow>(
    `SELECT x.guid, x.name, t.guid AS tenant, t.name AS "tenantName" FROM ${table} x JOIN tenant t ON t.guid = x.tenant_guid
      WHERE (x.guid::text = lower($1) OR lower(x.name) = lower($1))
        AND ($2::text IS NULL OR t.guid::text = lower($2) OR lower(t.name) = lower($2)) ORDER BY t.name, x.guid`,
    [nameOrGuid, tenantNameOrGuid],
  );
  return rows.map(({ guid, name, tenant, tenantName }) => ({ guid, name, tenant: { guid: tenant, name: tenantName } }));
};

/** Policies of this guid or name, of one organization by its guid or name, or of any. */
export const findPastPolicies = (
  sql: Sql,
  nameOrGuid: string,
  tenantNameOrGuid: string | null,
): Promise<readonly PastMatch[]> => findIn(sql, 'policy', nameOrGuid, tenantNameOrGuid);

/** Locations of this guid or name, in the same way. */
export const findPastLocations = (
  sql: Sql,
  nameOrGuid: string,
  tenantNameOrGuid: string | null,
): Promise<readonly PastMatch[]> => findIn(sql, 'location', nameOrGuid, tenantNameOrGuid);
