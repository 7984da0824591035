/** The first administrator: by a link printed at first start, or by settings. */
import { passwordProblem } from '@picket/domain';
import { ConfigError } from '../../platform/config.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { createLink } from '../auth/one-time-links/one-time-links.ts';
import { hashPasswordFor } from '../auth/password/new-passwords.ts';
import { countUsersAllTenants, insertUser } from '../users/user-store.ts';

/** Whether there is no account yet. */
export const hasNoUsers = async (platform: Platform): Promise<boolean> =>
  (await countUsersAllTenants(platform.db.prisma)) === 0;

/** The path of a new sign-up link for the first administrator; earlier links stop working. */
export async function createFirstSignupLink(platform: Platform, tenantGuid: string): Promise<string> {
  const { path } = await platform.db.inTx((tx) =>
    createLink(platform, tx, { kind: 'TENANT_INVITE', tenantGuid, userGuid: null }),
  );
  return path;
}

/** Creates an administrator with a password. Throws a ConfigProblem if the password is not allowed. */
export async function createAdministrator(
  platform: Platform,
  tenantGuid: string,
  account: { readonly email: string; readonly password: string; readonly displayName?: string },
): Promise<void> {
  const problem = passwordProblem(account.password, [account.email, 'picket']);
  if (problem !== null) throw new ConfigError(`PICKET_ADMIN_PASSWORD: ${problem}`);
  const email = account.email.toLowerCase();
  const passwordHash = await hashPasswordFor(platform, email, account.password);
  await insertUser(platform.db.prisma, {
    guid: newGuid(),
    tenantGuid,
    email,
    displayName: account.displayName ?? null,
    passwordHash,
    permissions: [{ guid: newGuid(), role: 'ADMIN' }],
    // Created from settings, without the welcome screen.
    isWelcomed: true,
    at: new Date(platform.clock.now()),
  });
}
