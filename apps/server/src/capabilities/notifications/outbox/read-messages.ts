/** What was sent, waits, or failed: for administrators. */
import type { ParsedQuery } from '@picket/contracts/endpoints';
import type { MessageOut } from '@picket/contracts/types';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { type Page, parseInstantCursor, toPage } from '../../../platform/http/pages.ts';
import { listMessages } from './message-store.ts';

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
