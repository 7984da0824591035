/** Brings a database up to date before the server starts: migrations, the privileges of its roles, and row-level security. */
import type pg from 'pg';
import { openClient } from './database-connections.ts';
import { MigrationError, migrate, whenUnlocked } from './migrations.ts';
import {
  ensureTenantRoles,
  grantTenantRoles,
  listSecuredTables,
  RoleMissing,
  type Roles,
  secureTable,
} from './row-security-store.ts';
import { grantServingRole, ServingRoleOwnsTables } from './serving-role-store.ts';
import { roleOf } from './tenant-role.ts';

export interface DatabaseAddresses {
  /** For the serving role. */
  readonly serving: string;
  /** For the role that owns the tables; null: the serving role owns them. */
  readonly owner: string | null;
  /** The role that work for one organization runs as; null or not given: none, and row-level security stays as it is. */
  readonly tenantRole?: string | null;
}

/**
 * Applies the migrations in `folder` as the owner, grants the serving role its privileges, and puts row-level security in force
 * where there is a role for it. Connects and disconnects. Throws a MigrationError.
 */
export async function prepareDatabase(
  { serving, owner, tenantRole = null }: DatabaseAddresses,
  folder: string,
): Promise<readonly string[]> {
  const applied = await migrate(owner ?? serving, folder);
  const role = roleOf(serving);
  if (owner !== null) {
    if (role === roleOf(owner))
      throw new MigrationError(
        'PICKET_OWNER_DATABASE_URL names the role of DATABASE_URL: set it to another, or leave it out',
      );
    await asOwner(owner, (client) => grantServingRole(client, role));
  }
  if (tenantRole !== null)
    await asOwner(owner ?? serving, (client) => secureRows(client, { serving: role, tenant: tenantRole }));
  return applied;
}

async function asOwner(address: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = openClient(address, 'migration');
  await client.connect();
  try {
    // Several servers may start at once.
    await client.query(`SELECT pg_advisory_lock(hashtext('picket rights'))`);
    await work(client);
  } catch (error) {
    if (error instanceof ServingRoleOwnsTables || error instanceof RoleMissing) throw new MigrationError(error.message);
    throw error;
  } finally {
    await client.end();
  }
}

async function secureRows(client: pg.Client, roles: Roles): Promise<void> {
  await ensureTenantRoles(client, roles);
  await grantTenantRoles(client, roles);
  for (const table of await listSecuredTables(client))
    await whenUnlocked(`Row-level security of ${table.name}`, () => secureTable(client, table, roles));
}
