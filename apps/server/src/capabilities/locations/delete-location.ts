import type { LocationOut } from '@picket/contracts/types';
import { isAdmin } from '@picket/domain/permissions';
import type { Tx } from '../../platform/db/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import { auditFields, auditTarget } from './location-fields.ts';
import type { LocationPorts } from './location-ports.ts';
import { countSentriesAt, deleteLocationRow, lockLocation, toLocation } from './location-store.ts';
import { visibleLocation } from './visible-location.ts';

/** Deletes a location with no sentries left: its history first, in parts. One that is interrupted is completed by repeating it. */
export async function deleteLocation(
  ctx: Ctx<UserActor>,
  guid: string,
  check: (current: LocationOut) => void,
  { assertLocationDeletable, deleteHistory, onLocationDeleted }: LocationPorts,
): Promise<void> {
  const current = await visibleLocation(ctx, guid);
  if (!isAdmin(ctx.actor.permissions)) throw new AppError('forbidden');
  check(toLocation(current));
  const { tenant } = ctx.actor;
  const requireDeletable = async (tx: Tx): Promise<void> => {
    // A sentry that is being added keeps the location: the count waits for it.
    await lockLocation(tx.sql, tenant, guid);
    if ((await countSentriesAt(tx.prisma, tenant, guid)) > 0)
      throw new AppError('conflict', { message: 'This location still has sentries; remove them first' });
    await assertLocationDeletable(tx.sql, tenant, guid);
  };
  await deleteHistory(ctx, guid, requireDeletable);
  await ctx.db.inTx(async (tx) => {
    await requireDeletable(tx);
    const policies = await onLocationDeleted(tx, tenant, guid);
    await deleteLocationRow(tx.prisma, tenant, guid);
    const deleted = toLocation(current);
    const before = { ...auditFields(deleted), ...(policies.length === 0 ? {} : { policies }) };
    await audit(ctx, tx, { action: 'LOCATION_DELETED', target: auditTarget(deleted), before });
  });
}
