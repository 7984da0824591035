import { AppError, type Platform } from '../../platform/index.ts';
import { findUsersByEmailAllTenants, type UserRow } from './account-store.ts';
import { decodePassword, verifyPassword } from './password-hashing.ts';

/** The person behind e-mail and password. Throws `credentials`, whatever of the two was wrong. */
export async function signIn(
  platform: Platform,
  input: { readonly username: string; readonly password: string },
): Promise<UserRow> {
  const password = decodePassword(input.password, 'password');
  const users = await findUsersByEmailAllTenants(platform.db.prisma, input.username.toLowerCase());
  const candidates = users.filter((user) => user.passwordHash !== null && !user.tenant.suspended);
  const [first, ...others] = candidates;
  if (await verifyPassword(platform.keys, password, first?.passwordHash ?? null)) {
    if (first !== undefined) return first;
  }
  for (const user of others) if (await verifyPassword(platform.keys, password, user.passwordHash)) return user;
  throw new AppError('credentials');
}
