/** Who lets the first person in: a link printed at first start, or the two settings. */
import { passwordProblem } from '@picket/domain';
import { ConfigError, newGuid, type Platform } from '../../platform/index.ts';
import { hashPasswordFor } from './new-passwords.ts';
import { createLink } from './one-time-links.ts';
import { countUsersAllTenants, insertUser } from './user-store.ts';

/** Whether nobody can sign in yet. */
export const hasNoUsers = async (platform: Platform): Promise<boolean> =>
  (await countUsersAllTenants(platform.db.prisma)) === 0;

/** The path of a fresh sign-up link for the first administrator of the admin tenant; the one before stops working. */
export async function createFirstSignupLink(platform: Platform, tenantGuid: string): Promise<string> {
  const { path } = await platform.db.inTx((tx) =>
    createLink(platform, tx, { kind: 'TENANT_INVITE', tenantGuid, userGuid: null }),
  );
  return path;
}

/** Creates an administrator outright. Throws a ConfigProblem when the password is one that is refused. */
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
    // Made by settings, without asking anybody anything.
    isWelcomed: true,
    at: new Date(platform.clock.now()),
  });
}
