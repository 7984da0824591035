import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { deleteSessionsOfUser, forgetDevicesOfUser } from '../auth/index.ts';
import { requireTenantUser, targetOf } from '../users/index.ts';

/** Ends all sessions of a user, on all devices. */
export async function signUserOut(ctx: Ctx<UserActor>, guid: string): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    const user = await requireTenantUser(ctx, guid, tx.prisma);
    const ended = await deleteSessionsOfUser(tx.prisma, ctx.actor.tenant, guid);
    await forgetDevicesOfUser(tx.prisma, ctx.actor.tenant, guid);
    await audit(ctx, tx, { action: 'SESSION_ENDED', target: targetOf(user), after: { ended } });
  });
}
