import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { EVERY_FACTOR, removeAllFactors } from '../auth/index.ts';
import { hasMfa, mailAccountChange, requireTenantUser, targetOf } from '../users/index.ts';

/** Removes all second factors of a user who has lost them, and ends their sessions. */
export async function removeMfaOf(ctx: Ctx<UserActor>, guid: string): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    const user = await requireTenantUser(ctx, guid, tx.prisma);
    if (!hasMfa(user)) throw new AppError('conflict', { message: 'This user has no second factor' });
    await removeAllFactors(tx, user, new Date(Math.max(ctx.clock.now(), user.lastUpdateTs.getTime() + 1)));
    await mailAccountChange(ctx, tx, user, (t) => t('mails.factorsRemoved', { by: ctx.actor.name }));
    await audit(ctx, tx, { action: 'MFA_REMOVED', target: targetOf(user), before: { factor: EVERY_FACTOR } });
  });
}
