import type { AlertOut } from '@picket/contracts/types';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit } from '../../audit/index.ts';
import type { OnAlertsChanged } from '../alert-ports.ts';
import { getVisibleAlert, toAuditTarget } from '../queries/visible-alert.ts';
import { insertStep } from '../timeline/alert-step-store.ts';
import { setResolved } from './acknowledgement-store.ts';

/** Resolves an alert. If its violation persists, it is raised again only after the violation has ended once. */
export async function resolveAlert(ctx: Ctx<UserActor>, guid: string, changed: OnAlertsChanged): Promise<AlertOut> {
  const alert = await getVisibleAlert(ctx, guid);
  await ctx.db.inTx(async ({ sql }) => {
    const at = ctx.clock.now();
    if (!(await setResolved(sql, ctx.actor.tenant, alert.guid, ctx.actor.name, at))) return;
    await insertStep(sql, ctx.actor.tenant, alert.guid, { at, code: 'RESOLVED', byName: ctx.actor.name });
    await changed(sql, [{ tenant: ctx.actor.tenant, alert: alert.guid, change: 'CLEARED' }]);
    await audit(ctx, { sql }, { action: 'ALERT_RESOLVED', target: toAuditTarget(alert) });
  });
  ctx.pubSub.notify();
  return getVisibleAlert(ctx, guid);
}
