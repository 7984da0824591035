import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit } from '../../audit/index.ts';
import { requeueCleared, updateMessageDeliveries } from '../deliveries/message-delivery-store.ts';
import { requeueMessage } from './message-store.ts';

/** Tries a message that was given up for another day. */
export async function retryMessage(ctx: Ctx<UserActor>, guid: string): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    const at = ctx.clock.now();
    if (!(await requeueMessage(tx.sql, ctx.actor.tenant, guid, at))) throw new AppError('notFound');
    await updateMessageDeliveries(tx.sql, ctx.actor.tenant, guid, 'COMPOSED', at);
    // Who gets RAISED gets CLEARED after it.
    await requeueCleared(tx.sql, ctx.actor.tenant, guid, at);
    await audit(ctx, tx, { action: 'MESSAGE_RETRIED', target: { kind: 'message', guid, name: 'a message' } });
  });
  ctx.pubSub.notify();
}
