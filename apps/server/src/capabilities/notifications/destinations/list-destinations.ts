import type { DestinationOut } from '@picket/contracts/types';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { type Page, parseInstantCursor, toPage } from '../../../platform/http/pages.ts';
import { toDestinationOut } from './destination-settings.ts';
import { listDestinationRows } from './destination-store.ts';

/** A page of the organization's own destinations, oldest first. */
export async function listDestinations(
  ctx: Ctx<UserActor>,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<DestinationOut>> {
  const after = parseInstantCursor(query.cursor);
  const rows = await listDestinationRows(ctx.db.console, ctx.actor.tenant, null, after, query.limit + 1);
  return toPage(
    rows,
    query.limit,
    (row) => toDestinationOut(ctx.keys, row),
    (row) => [row.createdAt.toISOString(), row.guid],
  );
}
