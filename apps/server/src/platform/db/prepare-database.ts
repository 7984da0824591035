/** Brings a database up to date before the server starts: migrations, and the privileges of the serving role. */
import { openClient } from './database-connections.ts';
import { MigrationError, migrate } from './migrations.ts';
import { grantServingRole, ServingRoleOwnsTables } from './serving-role-store.ts';

export interface DatabaseAddresses {
  /** For the serving role. */
  readonly serving: string;
  /** For the role that owns the tables; null: the serving role owns them. */
  readonly owner: string | null;
}

/** The role an address signs in as. */
const roleOf = (address: string): string => decodeURIComponent(new URL(address).username);

/** Applies the migrations in `folder` as the owner, and grants the serving role its privileges. Connects and disconnects. */
export async function prepareDatabase(
  { serving, owner }: DatabaseAddresses,
  folder: string,
): Promise<readonly string[]> {
  const applied = await migrate(owner ?? serving, folder);
  if (owner !== null) await grantRights(owner, roleOf(serving));
  return applied;
}

async function grantRights(owner: string, role: string): Promise<void> {
  if (role === roleOf(owner))
    throw new MigrationError(
      'PICKET_OWNER_DATABASE_URL names the role of DATABASE_URL: set it to another, or leave it out',
    );
  const client = openClient(owner, 'migration');
  await client.connect();
  try {
    // Several servers may start at once.
    await client.query(`SELECT pg_advisory_lock(hashtext('picket rights'))`);
    await grantServingRole(client, role);
  } catch (error) {
    if (error instanceof ServingRoleOwnsTables) throw new MigrationError(error.message);
    throw error;
  } finally {
    await client.end();
  }
}
