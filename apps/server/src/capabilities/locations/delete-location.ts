import type { LocationOut } from '@picket/contracts/types';
import { isAdmin } from '@picket/domain/permissions';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { auditFields, auditTarget } from './location-fields.ts';
import type { OnLocationDeleted } from './location-ports.ts';
import { countSentriesAt, deleteLocationRow, lockLocation, toLocation } from './location-store.ts';
import { visibleLocation } from './visible-location.ts';

/** Deletes a location with no sentries left. */
export async function deleteLocation(
  ctx: Ctx<UserActor>,
  guid: string,
  check: (current: LocationOut) => void,
  onDeleted: OnLocationDeleted,
): Promise<void> {
  const current = await visibleLocation(ctx, guid);
  if (!isAdmin(ctx.actor.permissions)) throw new AppError('forbidden');
  check(toLocation(current));
  const { tenant } = ctx.actor;
  await ctx.db.inTx(async (tx) => {
    // A sentry that is being added keeps the location: the count waits for it.
    await lockLocation(tx.sql, tenant, guid);
    if ((await countSentriesAt(tx.prisma, tenant, guid)) > 0)
      throw new AppError('conflict', { message: 'This location still has sentries; remove them first' });
    await onDeleted(tx, tenant, guid);
    await deleteLocationRow(tx.prisma, tenant, guid);
    const deleted = toLocation(current);
    await audit(ctx, tx, { action: 'LOCATION_DELETED', target: auditTarget(deleted), before: auditFields(deleted) });
  });
}
