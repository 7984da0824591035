import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { currentUser } from '../../users/index.ts';
import { assertNotLastFactor, deleteCodesWithLastFactor, finishRemoval } from './finish-removal.ts';
import { removeTotpSecret } from './remove-all-factors.ts';

/** Removes the authenticator app. Throws a 409 if the tenant requires a second factor and this is the last one. */
export async function removeTotp(ctx: Ctx<UserActor>): Promise<void> {
  const user = await currentUser(ctx);
  if (user.totpSince === null) throw new AppError('notFound');
  assertNotLastFactor(user, user.passkeys.length);
  await ctx.db.inTx(async (tx) => {
    const at = new Date(ctx.clock.now());
    await removeTotpSecret(tx, user, at);
    await deleteCodesWithLastFactor(tx.prisma, user, user.passkeys.length);
    await finishRemoval(ctx, tx, user, { kind: 'APP' });
  });
}
