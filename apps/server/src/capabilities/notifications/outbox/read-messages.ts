/** What was sent, waits, or failed: for administrators. */
import type { MessageOut, ParsedQuery } from '@picket/contracts';
import { AppError, type Ctx, type Page, parseInstantCursor, toPage, type UserActor } from '../../../platform/index.ts';
import { audit } from '../../audit/index.ts';
import { updateMessageDeliveries } from '../deliveries/delivery-store.ts';
import { listMessages, requeueMessage } from './message-store.ts';

export async function readMessages(
  ctx: Ctx<UserActor>,
  query: ParsedQuery<'GET /messages'>,
): Promise<Page<MessageOut>> {
  const after = parseInstantCursor(query.cursor);
  const rows = await listMessages(ctx.db.console, ctx.actor.tenant, query.state, after, query.limit + 1);
  return toPage(
    rows,
    query.limit,
    (row) => row,
    (row) => [row.createdAt, row.guid],
  );
}

/** Tries a message that was given up for another day. */
export async function retryMessage(ctx: Ctx<UserActor>, guid: string): Promise<void> {
  await ctx.db.inTx(async (tx) => {
    const at = ctx.clock.now();
    if (!(await requeueMessage(tx.sql, ctx.actor.tenant, guid, at))) throw new AppError('notFound');
    await updateMessageDeliveries(tx.sql, guid, 'COMPOSED', at);
    await audit(ctx, tx, { action: 'MESSAGE_RETRIED', target: { kind: 'message', guid, name: 'a message' } });
  });
  ctx.pubSub.notify();
}
