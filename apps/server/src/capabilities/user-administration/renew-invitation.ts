import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { countInvitation, type SentLink } from '../auth/index.ts';
import { requireTenantUser, targetOf } from '../users/index.ts';
import { invite, notSignedUp } from './invitations.ts';

/** Sends a new invitation; the earlier one stops working. */
export async function renewInvitation(ctx: Ctx<UserActor>, guid: string): Promise<SentLink> {
  await countInvitation(ctx, ctx.actor.tenant);
  return ctx.db.inTx(async (tx) => {
    const user = await requireTenantUser(ctx, guid, tx.prisma);
    notSignedUp(user);
    const sent = await invite(ctx, tx, user);
    await audit(ctx, tx, { action: 'INVITATION_RENEWED', target: targetOf(user) });
    return sent;
  });
}
