import type { Platform } from '../../../platform/platform.ts';
import { auditAs } from '../../audit/index.ts';
import { findUsersByEmailAllTenants, hasMfa, targetOf } from '../../users/index.ts';
import { OPERATOR } from '../system-actors.ts';
import { EVERY_FACTOR, removeAllFactors } from './remove-all-factors.ts';

/** Removes all second factors of every account with this address. Returns how many there are, and how many had any. */
export async function removeMfaByEmail(
  platform: Platform,
  address: string,
): Promise<{ readonly accounts: number; readonly changed: number }> {
  const users = await findUsersByEmailAllTenants(platform.db.prisma, address.toLowerCase());
  const affected = users.filter(hasMfa);
  for (const user of affected)
    await platform.db.inTx(async (tx) => {
      await removeAllFactors(tx, user, new Date(platform.clock.now()));
      await auditAs(platform, tx, user.tenantGuid, OPERATOR, {
        action: 'MFA_REMOVED',
        target: targetOf(user),
        before: { factor: EVERY_FACTOR },
      });
    });
  return { accounts: users.length, changed: affected.length };
}
