/** Whether work for one organization is limited to its rows by Postgres (decision 85): what the server and commands go by. */
import { withClient } from './database-connections.ts';
import type { RowSecurityMode } from './row-security-modes.ts';
import { isInForce } from './row-security-store.ts';
import { roleOf } from './tenant-role.ts';

interface RowSecurity {
  readonly databaseUrl: string;
  readonly rowSecurity: RowSecurityMode;
  /** The role that work for one organization is to run as; null: none. */
  readonly tenantRole: string | null;
}

/** The role that work for one organization runs as, or null where it is not limited. With `auto` the database says which. */
export async function limitedRoleOf({ databaseUrl, rowSecurity, tenantRole }: RowSecurity): Promise<string | null> {
  if (rowSecurity !== 'auto' || tenantRole === null) return tenantRole;
  const roles = { serving: roleOf(databaseUrl), tenant: tenantRole };
  return (await withClient(databaseUrl, 'check', (client) => isInForce(client, roles))) ? tenantRole : null;
}
