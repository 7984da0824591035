/** Whether work for one organization is limited to its rows by Postgres (decision 85): what the server and commands go by. */
import type { RowSecurityState } from '@picket/domain/row-security-states';
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

/** The setting by which workers learn what the first process decided: `auto` stays where it is not in force. */
export const modeForWorkers = ({ rowSecurity, tenantRole }: Omit<RowSecurity, 'databaseUrl'>): RowSecurityMode =>
  tenantRole === null ? rowSecurity : 'on';

/** The role of a worker, by the setting that `modeForWorkers` returned. */
export const workerRoleOf = ({ rowSecurity, tenantRole }: Omit<RowSecurity, 'databaseUrl'>): string | null =>
  rowSecurity === 'auto' ? null : tenantRole;

/** Whether it is in force, and why not. `tenantRole`: of a server that serves, after `limitedRoleOf` decided. */
export function rowSecurityState(
  { rowSecurity, tenantRole }: Omit<RowSecurity, 'databaseUrl'>,
  { isDistributed }: { readonly isDistributed: boolean },
): RowSecurityState {
  if (tenantRole !== null) return 'IN_FORCE';
  if (isDistributed) return 'DISTRIBUTED';
  return rowSecurity === 'off' ? 'OFF' : 'NO_ROLES';
}
