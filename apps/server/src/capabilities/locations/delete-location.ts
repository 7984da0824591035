import type { LocationOut } from '@picket/contracts/types';
import { isAdmin } from '@picket/domain/permissions';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { auditFields, auditTarget } from './location-fields.ts';
import type { OnLocationDeleted } from './location-ports.ts';
import { countSentriesAt, deleteLocationRow, toLocation } from './location-store.ts';
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
  await ctx.db.inTx(async (tx) => {
    if ((await countSentriesAt(tx.prisma, guid)) > 0)
      throw new AppError('conflict', { message: 'This location still has sentries; remove them first' });
    await onDeleted(tx, guid);
    await deleteLocationRow(tx.prisma, guid);
    const deleted = toLocation(current);
    await audit(ctx, tx, { action: 'LOCATION_DELETED', target: auditTarget(deleted), before: auditFields(deleted) });
  });
}
