import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit } from '../../audit/index.ts';
import { administeredLocation } from '../../locations/index.ts';
import { requeueLocation } from '../deliveries/requeue-store.ts';
import { endWindow } from './maintenance-store.ts';

export async function endMaintenance(ctx: Ctx<UserActor>, guid: string, window: string): Promise<void> {
  const location = await administeredLocation(ctx, guid);
  const now = ctx.clock.now();
  await ctx.db.inTx(async (tx) => {
    if (!(await endWindow(tx.sql, ctx.actor.tenant, location.guid, window, now))) throw new AppError('notFound');
    await requeueLocation(tx.sql, ctx.actor.tenant, location.guid, now);
    await audit(ctx, tx, {
      action: 'MAINTENANCE_ENDED',
      target: { kind: 'location', guid: location.guid, name: location.name },
    });
  });
  ctx.pubSub.notify();
}
