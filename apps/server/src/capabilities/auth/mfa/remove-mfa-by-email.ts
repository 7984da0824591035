import type { Platform } from '../../../platform/index.ts';
import { auditAs } from '../../audit/index.ts';
import { findUsersByEmailAllTenants, hasMfa, targetOf, updateUser } from '../../users/index.ts';
import { OPERATOR } from '../operator-actor.ts';
import { deleteSessionsOfUser } from '../sessions/session-store.ts';
import { deletePasskeysOfUser, replaceRecoveryCodes } from './mfa-store.ts';

/** Removes all second factors of every account with this address; returns how many accounts had any. */
export async function removeMfaByEmail(platform: Platform, address: string): Promise<number> {
  const users = await findUsersByEmailAllTenants(platform.db.prisma, address.toLowerCase());
  const affected = users.filter(hasMfa);
  for (const user of affected)
    await platform.db.inTx(async (tx) => {
      const at = new Date(platform.clock.now());
      const none = { totpSecret: null, totpSince: null, totpLastStep: null, lastUpdateTs: at };
      await updateUser(tx.prisma, user.guid, none);
      await deletePasskeysOfUser(tx.prisma, user.guid);
      await replaceRecoveryCodes(tx.prisma, user.guid, []);
      await deleteSessionsOfUser(tx.prisma, user.guid);
      const before = { factor: 'every second factor' };
      await auditAs(platform, tx, user.tenantGuid, OPERATOR, {
        action: 'MFA_REMOVED',
        target: targetOf(user),
        before,
      });
    });
  return affected.length;
}
