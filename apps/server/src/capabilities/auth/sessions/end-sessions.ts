/** Signing out other browsers. */
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit } from '../../audit/index.ts';
import { deleteSessionOfUser, deleteSessionsOfUser } from './session-store.ts';
import { requireSession } from './sessions.ts';

const selfTarget = ({ actor }: Ctx<UserActor>) => ({ kind: 'user', guid: actor.guid, name: actor.name });

export async function endMySession(ctx: Ctx<UserActor>, guid: string): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    if (!(await deleteSessionOfUser(tx.prisma, ctx.actor.guid, guid))) throw new AppError('notFound');
    await audit(ctx, tx, { action: 'SESSION_ENDED', target: selfTarget(ctx), after: { ended: 1 } });
  });
}

export async function endMyOtherSessions(ctx: Ctx<UserActor>): Promise<void> {
  const { guid } = requireSession(ctx.actor);
  await ctx.db.inTx(async (tx) => {
    const ended = await deleteSessionsOfUser(tx.prisma, ctx.actor.guid, guid);
    await audit(ctx, tx, { action: 'SESSION_ENDED', target: selfTarget(ctx), after: { ended } });
  });
}
