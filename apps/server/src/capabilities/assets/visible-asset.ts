/** One asset, as far as the caller may view or administer it. */
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { administeredLocation, visibleLocation } from '../locations/index.ts';
import { type AssetRow, findAsset } from './asset-store.ts';

/** Returns the asset; throws notFound if the user has no access to its location. */
export async function visibleAsset(ctx: Ctx<UserActor>, location: string, guid: string): Promise<AssetRow> {
  await visibleLocation(ctx, location);
  const row = await findAsset(ctx.db.prisma, ctx.actor.tenant, location, guid);
  if (row === null) throw new AppError('notFound');
  return row;
}

export async function administeredAsset(ctx: Ctx<UserActor>, location: string, guid: string): Promise<AssetRow> {
  const row = await visibleAsset(ctx, location, guid);
  await administeredLocation(ctx, location);
  return row;
}
