import type { Tx } from '../../../platform/db/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { lockUserWithPassword, type UserRow } from '../../users/index.ts';

/**
 * Throws `credentials` if the password was changed since the user was read. A change ends sessions and challenges: one that is stored in
 * this transaction is either refused here, or there when the change ends it.
 */
export async function assertPasswordUnchanged({ sql }: Pick<Tx, 'sql'>, user: UserRow): Promise<void> {
  if (!(await lockUserWithPassword(sql, user.tenantGuid, user.guid, user.passwordHash)))
    throw new AppError('credentials');
}
