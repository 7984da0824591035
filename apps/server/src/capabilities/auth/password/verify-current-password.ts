import { type AppError, invalid } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import type { UserRow } from '../../users/index.ts';
import { countReauthentication } from '../throttling/rate-limits.ts';
import { decodePassword, verifyPassword } from './password-hashing.ts';

export const notYourPassword = (field: string): AppError => invalid(field, 'is not your password');

/** Throws a 400 that names `field` for a wrong password, and `rateLimited` after too many. */
export async function verifyCurrentPassword(
  ctx: Ctx<UserActor>,
  user: UserRow,
  encoded: string,
  field: string,
): Promise<void> {
  const password = decodePassword(encoded, field);
  const forget = await countReauthentication(ctx, user.guid);
  if (user.passwordHash === null || !(await verifyPassword(ctx, password, user.passwordHash)))
    throw notYourPassword(field);
  await forget();
}
