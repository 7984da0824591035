import type { BodyOf } from '@picket/contracts/endpoints';
import type { LocationOut } from '@picket/contracts/types';
import { AppError } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { parseResourceName, rejectDuplicateName } from '../../platform/resource-names.ts';
import { audit, difference } from '../audit/index.ts';
import { checkAttributes } from './attributes.ts';
import { auditFields, auditTarget, coordinatesData } from './location-fields.ts';
import type { OnTimezoneChanged } from './location-ports.ts';
import { findLocation, type LocationData, toLocation, updateLocation } from './location-store.ts';
import { administeredLocation } from './visible-location.ts';

export async function changeLocation(
  ctx: Ctx<UserActor>,
  guid: string,
  input: BodyOf<'PATCH /locations/{guid}'>,
  check: (current: LocationOut) => void,
  onTimezoneChanged: OnTimezoneChanged,
): Promise<LocationOut> {
  const current = await administeredLocation(ctx, guid);
  check(toLocation(current));
  const changes: Partial<LocationData> = {
    ...(input.name === undefined ? {} : parseResourceName(input.name)),
    ...(input.timezone === undefined ? {} : { timezone: input.timezone }),
    ...(input.address === undefined ? {} : { address: input.address === '' ? null : input.address }),
    ...(input.coordinates === undefined ? {} : coordinatesData(input.coordinates)),
    ...(input.attributes === undefined ? {} : { attributes: checkAttributes(input.attributes) }),
  };
  const at = new Date(Math.max(ctx.clock.now(), current.lastUpdateTs.getTime() + 1));
  return rejectDuplicateName(() =>
    ctx.db.inTx(async (tx) => {
      if (!(await updateLocation(tx.prisma, ctx.actor.tenant, current, changes, at)))
        throw new AppError('modifiedSince');
      const row = await findLocation(tx.prisma, ctx.actor.tenant, guid);
      if (row === null) throw new AppError('notFound');
      const after = toLocation(row);
      if (after.timezone !== current.timezone) await onTimezoneChanged(tx.sql, ctx.actor.tenant);
      await audit(ctx, tx, {
        action: 'LOCATION_CHANGED',
        target: auditTarget(after),
        ...difference(auditFields(toLocation(current)), auditFields(after)),
      });
      return after;
    }),
  );
}
