/** One sentry, as far as the caller may view or administer it. */
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { administeredLocation, visibleLocation } from '../locations/index.ts';
import { findSentry, type SentryRow } from './sentry-store.ts';

/** Returns the sentry; throws notFound if the user has no access to its location. */
export async function visibleSentry(ctx: Ctx<UserActor>, guid: string): Promise<SentryRow> {
  const row = await findSentry(ctx.db.prisma, ctx.actor.tenant, guid);
  if (row === null) throw new AppError('notFound');
  await visibleLocation(ctx, row.locationGuid);
  return row;
}

/** Throws a conflict for a sentry that the server reports for: no device is activated as one. */
export function assertHasDevice({ kind }: SentryRow): void {
  if (kind !== 'DEVICE') throw new AppError('conflict', { message: 'This sentry has no device of its own' });
}

/** Like visibleSentry; throws forbidden unless the user administers its location. */
export async function administeredSentry(ctx: Ctx<UserActor>, guid: string): Promise<SentryRow> {
  const row = await visibleSentry(ctx, guid);
  await administeredLocation(ctx, row.locationGuid);
  return row;
}
