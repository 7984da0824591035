import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { deleteZone } from '../../zones/index.ts';
import { deletePolicy } from '../delete-policy.ts';
import { inTransaction, type Loaded, type Ports, taggingZone } from './tagging-zone.ts';

export async function deleteTaggingZone(
  ctx: Ctx<UserActor>,
  location: string,
  policyGuid: string,
  check: (current: Loaded) => void,
  ports: Ports,
): Promise<void> {
  await inTransaction(ctx, async (txCtx) => {
    const current = await taggingZone(txCtx, location, policyGuid);
    check(current);
    await deletePolicy(txCtx, policyGuid, () => {}, ports);
    await deleteZone(txCtx, location, current.zone.zoneId, () => {}, ports);
  });
  ctx.pubSub.notify();
}
