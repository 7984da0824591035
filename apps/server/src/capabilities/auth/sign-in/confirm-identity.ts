import type { ParsedBody } from '@picket/contracts/endpoints';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit } from '../../audit/index.ts';
import { currentUser, hasMfa, targetOf } from '../../users/index.ts';
import { reportRecoveryCodeUse } from '../mfa/report-recovery-code-use.ts';
import { verifySecondFactor, withMfaRateLimit } from '../mfa/second-factor.ts';
import { verifyCurrentPassword } from '../password/verify-current-password.ts';
import type { Browser } from '../sessions/browser.ts';
import { renewSession, requireSession } from '../sessions/renew-session.ts';

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
      throw error instanceof AppError && error.code === 'wrongCode' ? invalid('code', error.sentence) : error;
    });
    if (kind === 'RECOVERY_CODE') await reportRecoveryCodeUse(ctx, user, ctx.actor.address);
  } else if (user.passwordHash === null)
    throw new AppError('conflict', { message: 'Sign in again to confirm it is you' });
  await ctx.db.inTx((tx) => audit(ctx, tx, { action: 'IDENTITY_CONFIRMED', target: targetOf(user) }));
  await renewSession(ctx, session, browser);
}
