import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit } from '../../audit/index.ts';
import { selfTarget } from '../../users/index.ts';
import { requireSession } from './renew-session.ts';
import { deleteSessionsOfUser } from './session-store.ts';

/** Ends all sessions of the signed-in user but this one. */
export async function endMyOtherSessions(ctx: Ctx<UserActor>): Promise<void> {
  const { guid } = requireSession(ctx.actor);
  await ctx.db.inTx(async (tx) => {
    const ended = await deleteSessionsOfUser(tx.prisma, ctx.actor.tenant, ctx.actor.guid, guid);
    await audit(ctx, tx, { action: 'SESSION_ENDED', target: selfTarget(ctx), after: { ended } });
  });
}
