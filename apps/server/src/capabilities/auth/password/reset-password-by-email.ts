import type { Platform } from '../../../platform/platform.ts';
import { noteErasure } from '../../../platform/wal-archive/erasure-ledger.ts';
import { deleteApiTokensOfUser } from '../../api-tokens/index.ts';
import { auditAs } from '../../audit/index.ts';
import { findUsersByEmailAllTenants, targetOf, updateUser } from '../../users/index.ts';
import { revokeLinks } from '../links/link-store.ts';
import { deleteChallengesOfUser } from '../mfa/challenge-store.ts';
import { forgetDevicesOfUser } from '../sessions/known-device-store.ts';
import { deleteSessionsOfUser } from '../sessions/session-store.ts';
import { OPERATOR } from '../system-actors.ts';
import { clearSignInAttempts } from '../throttling/rate-limits.ts';
import { assertPasswordAllowed, hashPasswordFor } from './new-passwords.ts';

/** The number of recovered accounts and of revoked API tokens. */
export interface RecoveryResult {
  readonly accounts: number;
  readonly revokedApiTokens: number;
}

/** Sets the password of every account with this address, ends its sessions and reset links, and revokes its API tokens. */
export async function resetPasswordByEmail(
  platform: Platform,
  address: string,
  password: string,
): Promise<RecoveryResult> {
  const email = address.toLowerCase();
  await assertPasswordAllowed(password, [email]);
  const users = await findUsersByEmailAllTenants(platform.db.prisma, email);
  const passwordHash = await hashPasswordFor(platform, email, password);
  let revoked = 0;
  for (const user of users)
    await platform.db.inTx(async (tx) => {
      const at = new Date(platform.clock.now());
      await updateUser(tx.prisma, user.tenantGuid, user.guid, { passwordHash, lastUpdateTs: at });
      await deleteSessionsOfUser(tx.prisma, user.tenantGuid, user.guid);
      await forgetDevicesOfUser(tx.prisma, user.tenantGuid, user.guid);
      await deleteChallengesOfUser(tx.sql, user.guid);
      await revokeLinks(tx.prisma, user.tenantGuid, user.guid, ['FORGOT_PASSWORD']);
      await noteErasure(platform, 'API_TOKENS_OF_USER', user.tenantGuid, user.guid);
      const revokedApiTokens = await deleteApiTokensOfUser(tx.prisma, user.tenantGuid, user.guid, at);
      revoked += revokedApiTokens;
      await auditAs(platform, tx, user.tenantGuid, OPERATOR, {
        action: 'PASSWORD_RESET',
        target: targetOf(user),
        after: { revokedApiTokens },
      });
    });
  await clearSignInAttempts(
    platform,
    users.map(({ guid }) => guid),
  );
  return { accounts: users.length, revokedApiTokens: revoked };
}
