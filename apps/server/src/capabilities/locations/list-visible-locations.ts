import type { LocationOut } from '@picket/contracts/types';
import { visibleLocations } from '@picket/domain/permissions';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../platform/http/pages.ts';
import { listLocations, toLocation } from './location-store.ts';

export async function listVisibleLocations(
  ctx: Ctx<UserActor>,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<LocationOut>> {
  const [afterKey, afterGuid] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 2);
  const after = afterKey === undefined || afterGuid === undefined ? null : { nameKey: afterKey, guid: afterGuid };
  const visible = visibleLocations(ctx.actor.permissions);
  const rows = await listLocations(ctx.db.prisma, ctx.actor.tenant, visible, after, query.limit + 1);
  return toPage(rows, query.limit, toLocation, (row) => [row.nameKey, row.guid]);
}
