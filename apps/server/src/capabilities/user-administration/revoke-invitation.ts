import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { INVITES, revokeLinks } from '../auth/index.ts';
import { requireTenantUser, targetOf } from '../users/index.ts';
import { notSignedUp } from './invitations.ts';

/** The invitation of a user stops working. */
export async function revokeInvitation(ctx: Ctx<UserActor>, guid: string): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    const user = await requireTenantUser(ctx, guid, tx.prisma);
    // An open invitation ends in any case.
    if (!(await revokeLinks(tx.prisma, ctx.actor.tenant, guid, INVITES))) notSignedUp(user);
    await audit(ctx, tx, { action: 'INVITATION_REVOKED', target: targetOf(user) });
  });
}
