import { AppError, type Ctx, type UserActor } from '../../platform/index.ts';
import { audit } from '../audit/index.ts';
import { deletePasskeysOfUser, deleteSessionsOfUser, replaceRecoveryCodes } from '../auth/index.ts';
import { queueMail } from '../mail/index.ts';
import { accountChangedMail, hasMfa, requireTenantUser, targetOf, updateUser } from '../users/index.ts';

/** Removes all second factors of a user who has lost them, and ends their sessions. */
export async function removeMfaOf(ctx: Ctx<UserActor>, guid: string): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    const user = await requireTenantUser(ctx, guid, tx.prisma);
    if (!hasMfa(user)) throw new AppError('conflict', { message: 'This user has no second factor' });
    const at = new Date(Math.max(ctx.clock.now(), user.lastUpdateTs.getTime() + 1));
    await updateUser(tx.prisma, guid, { totpSecret: null, totpSince: null, totpLastStep: null, lastUpdateTs: at });
    await deletePasskeysOfUser(tx.prisma, guid);
    await replaceRecoveryCodes(tx.prisma, guid, []);
    await deleteSessionsOfUser(tx.prisma, guid);
    const what = `${ctx.actor.name} removed every second factor`;
    await queueMail(
      ctx,
      tx,
      { tenant: user.tenantGuid, recipient: user.email },
      accountChangedMail({ tenantName: user.tenant.name, what }),
    );
    await audit(ctx, tx, { action: 'MFA_REMOVED', target: targetOf(user), before: { factor: 'every second factor' } });
  });
}
