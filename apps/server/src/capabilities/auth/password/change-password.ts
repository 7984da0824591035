/** Changing the password, and reauthentication. */
import type { ParsedBody, ResponseOf } from '@picket/contracts';
import { PASSWORD_MAX, PASSWORD_MIN, PASSWORD_RULES } from '@picket/domain';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { countApiTokens, deleteApiTokensOfUser } from '../../api-tokens/api-token-store.ts';
import { audit } from '../../audit/index.ts';
import { queueMail } from '../../mail/index.ts';
import { accountChangedMail, revokedTokensText } from '../../users/account-mails.ts';
import { findUser, nameOf, type UserRow, updateUser } from '../../users/user-store.ts';
import { deleteChallengesOfUser } from '../mfa/mfa-store.ts';
import { hasMfa, verifySecondFactor, withMfaRateLimit } from '../mfa/second-factor.ts';
import type { Browser } from '../sessions/browser.ts';
import { deleteSessionsOfUser } from '../sessions/session-store.ts';
import { renewSession, requireSession } from '../sessions/sessions.ts';
import { reportRecoveryCodeUse } from '../sign-in/sign-in.ts';
import { countReauthentication } from '../throttling/rate-limits.ts';
import { hashPasswordFor, parseNewPassword } from './new-passwords.ts';
import { decodePassword, verifyPassword } from './password-hashing.ts';

/** The account of the signed-in user. */
export async function currentUser(ctx: Ctx<UserActor>, prisma = ctx.db.prisma): Promise<UserRow> {
  const user = await findUser(prisma, ctx.actor.guid);
  if (user === null) throw new AppError('unauthenticated');
  return user;
}

/** The audit target of a change to an account. */
export const targetOf = (user: UserRow) => ({ kind: 'user', guid: user.guid, name: nameOf(user) });

/** The password rules in force (specification, section 7). */
export async function passwordRules(ctx: Ctx<UserActor>): Promise<ResponseOf<'GET /auth/change-password'>> {
  const { guid, passwordHash } = await currentUser(ctx);
  return {
    rules: [...PASSWORD_RULES],
    minLength: PASSWORD_MIN,
    maxLength: PASSWORD_MAX,
    hasPassword: passwordHash !== null,
    apiTokens: await countApiTokens(ctx.db.prisma, guid, new Date(ctx.clock.now())),
  };
}

/** Throws a 400 that names `field` for a wrong password, and `rateLimited` after too many. */
async function verifyCurrentPassword(
  ctx: Ctx<UserActor>,
  user: UserRow,
  encoded: string,
  field: string,
): Promise<void> {
  const password = decodePassword(encoded, field);
  const forget = await countReauthentication(ctx, user.guid);
  if (user.passwordHash === null || !(await verifyPassword(ctx, password, user.passwordHash)))
    throw invalid(field, 'is not your password');
  await forget();
}

/** Ends all other sessions of the user and, unless they are kept, revokes their API tokens. This session gets a new cookie. */
export async function changePassword(
  ctx: Ctx<UserActor>,
  input: ParsedBody<'POST /auth/change-password'>,
  browser: Browser,
): Promise<void> {
  const session = requireSession(ctx.actor);
  const user = await currentUser(ctx);
  await verifyCurrentPassword(ctx, user, input.oldPassword, 'oldPassword');
  if (input.newPassword === input.oldPassword) throw invalid('newPassword', 'This is the password you have.');
  const password = parseNewPassword(input.newPassword, [user.email, user.displayName, user.tenant.name]);
  const passwordHash = await hashPasswordFor(ctx, user.email, password);
  const at = new Date(ctx.clock.now());
  await ctx.db.inTx(async (tx) => {
    await updateUser(tx.prisma, user.guid, { passwordHash, lastUpdateTs: at });
    await deleteSessionsOfUser(tx.prisma, user.guid, session.guid);
    await deleteChallengesOfUser(tx.sql, user.guid);
    const revokedApiTokens = input.revokeApiTokens ? await deleteApiTokensOfUser(tx.prisma, user.guid, at) : 0;
    await queueMail(
      ctx,
      tx,
      { tenant: user.tenantGuid, recipient: user.email },
      accountChangedMail({
        tenantName: user.tenant.name,
        what: `the password was changed${revokedTokensText(revokedApiTokens)}`,
      }),
    );
    await audit(ctx, tx, { action: 'PASSWORD_CHANGED', target: targetOf(user), after: { revokedApiTokens } });
  });
  await renewSession(ctx, session, browser);
}

/** Reauthenticates with the password, and the second factor if there is one. The session gets a new cookie. */
export async function confirmIdentity(
  ctx: Ctx<UserActor>,
  input: ParsedBody<'POST /auth/confirm'>,
  browser: Browser,
): Promise<void> {
  const session = requireSession(ctx.actor);
  const user = await currentUser(ctx);
  const { password, code } = input;
  if (user.passwordHash !== null) {
    if (password === undefined) throw invalid('password', 'is missing');
    await verifyCurrentPassword(ctx, user, password, 'password');
  } else if (!hasMfa(user))
    throw new AppError('conflict', { message: 'You have neither a password nor a second factor; sign in again' });
  // With only a passkey the password is enough; without a password, the user must sign in again.
  if (user.totpSince !== null) {
    if (code === undefined) throw invalid('code', 'is missing');
    const kind = await withMfaRateLimit(ctx, user, () =>
      verifySecondFactor(ctx, ctx.db.prisma, user, { code }, null, browser),
    ).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'wrongCode' ? invalid('code', error.message) : error;
    });
    if (kind === 'RECOVERY_CODE') await reportRecoveryCodeUse(ctx, user, ctx.actor.address);
  } else if (user.passwordHash === null)
    throw new AppError('conflict', { message: 'Sign in again to confirm it is you' });
  await ctx.db.inTx((tx) => audit(ctx, tx, { action: 'IDENTITY_CONFIRMED', target: targetOf(user) }));
  await renewSession(ctx, session, browser);
}
