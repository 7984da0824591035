import type { TaggingZoneOut } from '@picket/contracts/types';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { deleteZone } from '../../zones/index.ts';
import { deletePolicy } from '../delete-policy.ts';
import { getTaggingZone, inTransaction, type Ports } from './tagging-zone.ts';

export async function deleteTaggingZone(
  ctx: Ctx<UserActor>,
  location: string,
  policyGuid: string,
  check: (current: TaggingZoneOut) => void,
  ports: Ports,
): Promise<void> {
  await inTransaction(ctx, async (txCtx) => {
    const current = await getTaggingZone(txCtx, location, policyGuid);
    check(current);
    await deletePolicy(txCtx, policyGuid, () => {}, ports);
    await deleteZone(txCtx, location, current.zone.zoneId, () => {}, ports);
  });
  ctx.pubSub.notify();
}
