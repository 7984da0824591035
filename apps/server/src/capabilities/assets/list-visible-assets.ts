import type { AssetOut } from '@picket/contracts/types';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { decodeCursor, type Page, toPage } from '../../platform/http/pages.ts';
import { visibleLocation } from '../locations/index.ts';
import { listAssets, toAsset } from './asset-store.ts';

export async function listVisibleAssets(
  ctx: Ctx<UserActor>,
  location: string,
  query: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Page<AssetOut>> {
  await visibleLocation(ctx, location);
  const [after = null] = query.cursor === undefined ? [] : decodeCursor(query.cursor, 1);
  const rows = await listAssets(ctx.db.prisma, ctx.actor.tenant, location, after, query.limit + 1);
  return toPage(rows, query.limit, toAsset, (row) => [row.nameKey]);
}
