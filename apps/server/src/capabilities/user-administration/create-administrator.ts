import { passwordProblem } from '@picket/domain/passwords';
import { ConfigError } from '../../platform/config/config.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashPasswordFor } from '../auth/index.ts';
import { insertUser } from '../users/index.ts';

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
