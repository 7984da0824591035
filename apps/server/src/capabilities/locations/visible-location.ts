/** One location, as far as the caller may view or administer it. */
import { isLocationAdmin, isLocationViewer } from '@picket/domain/permissions';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { findLocation, type LocationRow } from './location-store.ts';

/** Returns the location; throws notFound if it does not exist or the user has no access to it. */
export async function visibleLocation(ctx: Ctx<UserActor>, guid: string): Promise<LocationRow> {
  const row = isLocationViewer(ctx.actor.permissions, guid)
    ? await findLocation(ctx.db.prisma, ctx.actor.tenant, guid)
    : null;
  if (row === null) throw new AppError('notFound');
  return row;
}

/** Like visibleLocation; throws forbidden unless the user administers it. */
export async function administeredLocation(ctx: Ctx<UserActor>, guid: string): Promise<LocationRow> {
  const row = await visibleLocation(ctx, guid);
  if (!isLocationAdmin(ctx.actor.permissions, guid)) throw new AppError('forbidden');
  return row;
}
