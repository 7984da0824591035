import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { countResetLink, createLink, mailResetLink, type SentLink } from '../auth/index.ts';
import { hasSignedUp, requireTenantUser, targetOf } from '../users/index.ts';

/** Creates a reset link, sent by mail or, without a mail server, returned to the administrator. */
export async function makeResetLink(ctx: Ctx<UserActor>, guid: string): Promise<SentLink> {
  await countResetLink(ctx, ctx.actor.tenant);
  return ctx.db.inTx(async (tx) => {
    const user = await requireTenantUser(ctx, guid, tx.prisma);
    if (!hasSignedUp(user))
      throw new AppError('conflict', { message: 'This user has not signed up yet; renew the invitation' });
    const { tenantGuid } = user;
    const link = await createLink(ctx, tx, { kind: 'FORGOT_PASSWORD', tenantGuid, userGuid: guid });
    const sent = await mailResetLink(ctx, tx, user, link);
    await audit(ctx, tx, { action: 'RESET_LINK_CREATED', target: targetOf(user) });
    return sent;
  });
}
