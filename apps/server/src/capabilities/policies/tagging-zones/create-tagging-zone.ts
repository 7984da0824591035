import type { ParsedBody } from '@picket/contracts/endpoints';
import type { TaggingZoneOut } from '@picket/contracts/types';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { visibleLocation } from '../../locations/index.ts';
import { createZone } from '../../zones/index.ts';
import { createPolicy } from '../create-policy.ts';
import { bindToZone, inTransaction, type Ports, taggingPolicyName, toTaggingZoneOut } from './tagging-zone.ts';

export async function createTaggingZone(
  ctx: Ctx<UserActor>,
  location: string,
  { definition, doNotDisturb, ...zone }: ParsedBody<'POST /locations/{guid}/tagging-zones'>,
  ports: Ports,
): Promise<TaggingZoneOut> {
  const place = await visibleLocation(ctx, location);
  const made = await inTransaction(ctx, async (txCtx) => {
    const drawn = await createZone(txCtx, location, zone, ports);
    const policy = await createPolicy(
      txCtx,
      {
        name: taggingPolicyName(drawn.name, place.name),
        definition: bindToZone(definition, drawn.zoneId),
        ...(doNotDisturb === undefined ? {} : { doNotDisturb }),
      },
      ports,
    );
    return toTaggingZoneOut(drawn, policy);
  });
  ctx.pubSub.notify();
  return made;
}
