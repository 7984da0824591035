import type { BodyOf } from '@picket/contracts/endpoints';
import type { LocationOut } from '@picket/contracts/types';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import { parseResourceName, rejectDuplicateName } from '../../platform/resource-names.ts';
import { audit } from '../audit/index.ts';
import { checkAttributes } from './attributes.ts';
import { auditFields, auditTarget, coordinatesData } from './location-fields.ts';
import type { OnLocationCreated } from './location-ports.ts';
import { insertLocation, type LocationData, toLocation } from './location-store.ts';

export async function createLocation(
  ctx: Ctx<UserActor>,
  input: BodyOf<'POST /locations'>,
  onCreated: OnLocationCreated,
): Promise<LocationOut> {
  const data: LocationData = {
    ...parseResourceName(input.name),
    timezone: input.timezone,
    address: input.address === undefined || input.address === '' ? null : input.address,
    ...coordinatesData(input.coordinates ?? null),
    attributes: checkAttributes(input.attributes ?? {}),
  };
  const at = new Date(ctx.clock.now());
  return rejectDuplicateName(() =>
    ctx.db.inTx(async (tx) => {
      const created = toLocation(await insertLocation(tx.prisma, ctx.actor.tenant, newGuid(), data, at));
      await onCreated(tx, ctx.actor.tenant, created.guid);
      await audit(ctx, tx, { action: 'LOCATION_CREATED', target: auditTarget(created), after: auditFields(created) });
      return created;
    }),
  );
}
