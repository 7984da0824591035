import { AppError, type Ctx, type UserActor } from '../../../platform/index.ts';
import { currentUser, updateUser } from '../../users/index.ts';
import { assertNotLastFactor, deleteCodesWithLastFactor, finishRemoval } from './mfa-changes.ts';

export async function removeTotp(ctx: Ctx<UserActor>): Promise<void> {
  const user = await currentUser(ctx);
  if (user.totpSince === null) throw new AppError('notFound');
  assertNotLastFactor(user, user.passkeys.length);
  await ctx.db.inTx(async (tx) => {
    const at = new Date(ctx.clock.now());
    await updateUser(tx.prisma, user.guid, { totpSecret: null, totpSince: null, totpLastStep: null, lastUpdateTs: at });
    await deleteCodesWithLastFactor(tx.prisma, user, user.passkeys.length);
    await finishRemoval(ctx, tx, user, 'an authenticator app');
  });
}
