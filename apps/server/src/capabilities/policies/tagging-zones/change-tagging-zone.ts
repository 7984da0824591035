import type { ParsedBody } from '@picket/contracts/endpoints';
import type { TaggingZoneOut } from '@picket/contracts/types';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { administeredLocation } from '../../locations/index.ts';
import { changeZone } from '../../zones/index.ts';
import { editPolicy } from '../edit-policy.ts';
import { bindToZone, getTaggingZone, inTransaction, type Ports, taggingPolicyName } from './tagging-zone.ts';

export async function changeTaggingZone(
  ctx: Ctx<UserActor>,
  location: string,
  policyGuid: string,
  input: ParsedBody<'PATCH /locations/{guid}/tagging-zones/{policyGuid}'>,
  check: (current: TaggingZoneOut) => void,
  ports: Ports,
): Promise<TaggingZoneOut> {
  const place = await administeredLocation(ctx, location);
  await inTransaction(ctx, async (txCtx) => {
    const current = await getTaggingZone(txCtx, location, policyGuid);
    check(current);
    const { name, exclusions, definition, doNotDisturb } = input;
    const { zoneId } = current.zone;
    if (name !== undefined || exclusions !== undefined)
      await changeZone(
        txCtx,
        location,
        zoneId,
        { ...(name === undefined ? {} : { name }), ...(exclusions === undefined ? {} : { exclusions }) },
        () => {},
        ports,
      );
    if (name !== undefined || definition !== undefined || doNotDisturb !== undefined)
      await editPolicy(
        txCtx,
        policyGuid,
        {
          ...(name === undefined ? {} : { name: taggingPolicyName(name, place.name) }),
          ...(definition === undefined ? {} : { definition: bindToZone(definition, zoneId) }),
          ...(doNotDisturb === undefined ? {} : { doNotDisturb }),
        },
        () => {},
        ports,
      );
  });
  ctx.pubSub.notify();
  return getTaggingZone(ctx, location, policyGuid);
}
