import type { ResponseOf } from '@picket/contracts/endpoints';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { consumeTotpStep, currentUser, updateUser } from '../../users/index.ts';
import type { Browser } from '../sessions/browser.ts';
import { renewSession, requireSession } from '../sessions/renew-session.ts';
import { finishEnrollment } from './finish-enrollment.ts';
import { withMfaRateLimit } from './second-factor.ts';
import { decryptTotpSecret, matchTotpStep } from './totp.ts';

/** Confirms the authenticator app with its first code. Throws a 400 that names `code`. */
export async function confirmTotp(
  ctx: Ctx<UserActor>,
  code: string,
  browser: Browser,
): Promise<ResponseOf<'POST /users/my-profile/mfa/totp/confirm'>> {
  const session = requireSession(ctx.actor);
  const user = await currentUser(ctx);
  const secret = user.totpSince === null ? decryptTotpSecret(ctx, user) : null;
  if (secret === null) throw new AppError('conflict', { message: 'Start setting up the authenticator app first' });
  const step = await withMfaRateLimit(ctx, user, () => matchTotpStep(secret, code, ctx.clock.now())).catch(
    (error: unknown) => {
      throw error instanceof AppError && error.code === 'wrongCode'
        ? invalid('code', 'is not the code of the app')
        : error;
    },
  );
  const at = new Date(ctx.clock.now());
  const response = await ctx.db.inTx(async (tx) => {
    if (!(await consumeTotpStep(tx.prisma, user.tenantGuid, user.guid, step)))
      throw invalid('code', 'was already used; wait for the next one');
    await updateUser(tx.prisma, user.tenantGuid, user.guid, { totpSince: at, lastUpdateTs: at });
    return finishEnrollment(ctx, tx, user, { kind: 'APP' }, browser);
  });
  await renewSession(ctx, session, browser);
  return response;
}
