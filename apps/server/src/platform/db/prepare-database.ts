/** Brings a database up to date before the server starts: migrations, the privileges of its roles, and row-level security. */
import type pg from 'pg';
import { sqlState } from './database.ts';
import { withClient } from './database-connections.ts';
import { MigrationError, migrate } from './migrations.ts';
import { readIsBeingDistributed, readIsDistributed } from './placement.ts';
import { releaseTables, secureTables } from './row-security-store.ts';
import { grantServingRole, ServingRoleOwnsTables } from './serving-role-store.ts';
import { roleOf } from './tenant-role.ts';
import {
  ensureTenantRoles,
  grantTenantRoles,
  inheritsLimits,
  type Roles,
  RowSecurityRefused,
} from './tenant-roles-store.ts';

export interface DatabaseAddresses {
  /** For the serving role. */
  readonly serving: string;
  /** For the role that owns the tables; null: the serving role owns them. */
  readonly owner: string | null;
  /** The role that work for one organization runs as; null or not given: none, and row-level security stays as it is. */
  readonly tenantRole?: string | null;
  /** Called with a sentence where row-level security cannot be put in force; the rest is done. Not given: that is a MigrationError. */
  readonly onUnlimited?: (reason: string) => void;
  /** `picket distribute` alone works with tables whose keys and references it took away. */
  readonly distributes?: boolean;
}

/**
 * Applies the migrations in `folder` as the owner, grants the serving role its privileges, and puts row-level security in force
 * where there is a role for it. Connects and disconnects. Throws a MigrationError.
 */
export async function prepareDatabase(
  { serving, owner, tenantRole = null, onUnlimited, distributes = false }: DatabaseAddresses,
  folder: string,
): Promise<readonly string[]> {
  // What is stored without them may break them, and then they cannot be made again.
  if (!distributes && (await withClient(owner ?? serving, 'migration', readIsBeingDistributed)))
    throw new MigrationError(
      'The database has no keys and references since `picket distribute` was interrupted: run it again first',
    );
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
    await asOwner(owner ?? serving, (client) => secureRows(client, { serving: role, tenant: tenantRole }, onUnlimited));
  return applied;
}

async function asOwner(address: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  try {
    await withClient(address, 'migration', async (client) => {
      // Several servers may start at once.
      await client.query(`SELECT pg_advisory_lock(hashtext('picket rights'))`);
      await work(client);
    });
  } catch (error) {
    if (error instanceof ServingRoleOwnsTables || error instanceof RowSecurityRefused)
      throw new MigrationError(error.message);
    throw error;
  }
}

const INSUFFICIENT_PRIVILEGE = '42501';

async function secureRows(client: pg.Client, roles: Roles, onUnlimited?: (reason: string) => void): Promise<void> {
  try {
    if (await readIsDistributed(client))
      throw new RowSecurityRefused('a database that Citus distributes refuses the policies of row-level security');
    await ensureTenantRoles(client, roles);
    await grantTenantRoles(client, roles);
    await secureTables(client, roles);
  } catch (error) {
    const isRefused = error instanceof RowSecurityRefused || sqlState(error) === INSUFFICIENT_PRIVILEGE;
    if (!isRefused || !(error instanceof Error)) throw error;
    if (onUnlimited === undefined) throw new RowSecurityRefused(error.message, { cause: error });
    // Else the serving role would be refused every row.
    if (await inheritsLimits(client, roles)) await releaseTables(client);
    onUnlimited(error.message);
  }
}
