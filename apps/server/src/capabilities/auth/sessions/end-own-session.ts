import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit } from '../../audit/index.ts';
import { selfTarget } from '../../users/index.ts';
import { deleteSessionOfUser } from './session-store.ts';

/** Ends one session of the signed-in user. */
export async function endMySession(ctx: Ctx<UserActor>, guid: string): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    if (!(await deleteSessionOfUser(tx.prisma, ctx.actor.tenant, ctx.actor.guid, guid))) throw new AppError('notFound');
    await audit(ctx, tx, { action: 'SESSION_ENDED', target: selfTarget(ctx), after: { ended: 1 } });
  });
}
