/** Account recovery by the operator on the server itself (npm run admin), audited as the operator. */
import type { Platform } from '../../../platform/platform.ts';
import { deleteApiTokensOfUser } from '../../api-tokens/api-token-store.ts';
import { auditAs } from '../../audit/index.ts';
import { findUsersByEmailAllTenants, hasMfa, updateUser } from '../../users/user-store.ts';
import { deleteChallengesOfUser, deletePasskeysOfUser, replaceRecoveryCodes } from '../mfa/mfa-store.ts';
import { deleteSessionsOfUser } from '../sessions/session-store.ts';
import { clearSignInAttempts } from '../throttling/rate-limits.ts';
import { targetOf } from './change-password.ts';
import { assertPasswordAllowed, hashPasswordFor } from './new-passwords.ts';

const OPERATOR = { kind: 'SYSTEM', guid: null, name: 'Operator', address: null } as const;

/** The number of recovered accounts and of revoked API tokens. */
export interface RecoveryResult {
  readonly accounts: number;
  readonly revokedApiTokens: number;
}

/** Sets the password of every account with this address, ends its sessions and revokes its API tokens. */
export async function resetPasswordByEmail(
  platform: Platform,
  address: string,
  password: string,
): Promise<RecoveryResult> {
  const email = address.toLowerCase();
  assertPasswordAllowed(password, [email]);
  const users = await findUsersByEmailAllTenants(platform.db.prisma, email);
  const passwordHash = await hashPasswordFor(platform, email, password);
  let revoked = 0;
  for (const user of users)
    await platform.db.inTx(async (tx) => {
      const at = new Date(platform.clock.now());
      await updateUser(tx.prisma, user.guid, { passwordHash, lastUpdateTs: at });
      await deleteSessionsOfUser(tx.prisma, user.guid);
      await deleteChallengesOfUser(tx.sql, user.guid);
      const revokedApiTokens = await deleteApiTokensOfUser(tx.prisma, user.guid, at);
      revoked += revokedApiTokens;
      await auditAs(platform, tx, user.tenantGuid, OPERATOR, {
        action: 'PASSWORD_RESET',
        target: targetOf(user),
        after: { revokedApiTokens },
      });
    });
  await clearSignInAttempts(platform, email);
  return { accounts: users.length, revokedApiTokens: revoked };
}

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
