import type { ZoneOut } from '@picket/contracts/types';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../platform/http/pages.ts';
import { visibleLocation } from '../locations/index.ts';
import { listZones, zoneOf } from './zone-store.ts';

export async function listVisibleZones(
  ctx: Ctx<UserActor>,
  location: string,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<ZoneOut>> {
  await visibleLocation(ctx, location);
  const [after = null] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 1);
  const rows = await listZones(ctx.db.prisma, ctx.actor.tenant, location, after, query.limit + 1);
  return toPage(rows, query.limit, zoneOf, (row) => [row.nameKey]);
}
