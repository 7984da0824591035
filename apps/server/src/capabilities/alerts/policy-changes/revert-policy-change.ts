import type { AlertOut } from '@picket/contracts/types';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { type PolicyPorts, restoreChange } from '../../policies/index.ts';
import type { ZonePorts } from '../../zones/index.ts';
import type { OnAlertsChanged } from '../alert-ports.ts';
import { getVisibleAlert } from '../queries/visible-alert.ts';
import { insertStep } from '../timeline/alert-step-store.ts';

/** Reverts the change that a policy-change alert reports. */
export async function revertPolicyChange(
  ctx: Ctx<UserActor>,
  guid: string,
  ports: PolicyPorts & ZonePorts,
  changed: OnAlertsChanged,
): Promise<AlertOut> {
  const alert = await getVisibleAlert(ctx, guid);
  await restoreChange(ctx, alert.guid, ports);
  await ctx.db.inTx(async ({ sql }) => {
    await insertStep(sql, ctx.actor.tenant, guid, { at: ctx.clock.now(), code: 'RESTORED', byName: ctx.actor.name });
    await changed(sql, [{ tenant: ctx.actor.tenant, alert: guid, change: 'UPDATED' }]);
  });
  ctx.pubSub.notify();
  return getVisibleAlert(ctx, guid);
}
