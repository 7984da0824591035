import type { Tx } from '../../platform/db/database.ts';
import { invalid } from '../../platform/errors.ts';
import { permissionsOf, type UserRow } from './user-row.ts';
import { countOtherAdmins, lockTenantUsers } from './user-store.ts';

export const LAST_ADMINISTRATOR = 'This is the last administrator; make another user an administrator first';

/** Throws a 400 if this is the last administrator of the tenant. Locks the tenant for other changes to its users. */
export async function assertNotLastAdmin(tx: Tx, user: UserRow, message: string): Promise<void> {
  await lockTenantUsers(tx.sql, user.tenantGuid);
  const isOne = permissionsOf(user).some(({ role, location }) => role === 'ADMIN' && location == null);
  if (isOne && (await countOtherAdmins(tx.prisma, user.tenantGuid, user.guid)) === 0) throw invalid('user', message);
}
