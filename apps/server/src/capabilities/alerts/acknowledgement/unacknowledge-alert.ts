import type { AlertOut } from '@picket/contracts/types';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit } from '../../audit/index.ts';
import type { OnAlertsChanged } from '../alert-ports.ts';
import { getVisibleAlert, toAuditTarget } from '../queries/visible-alert.ts';
import { insertStep } from '../timeline/alert-step-store.ts';
import { setUnacknowledged } from './acknowledgement-store.ts';

/**
 * Removes the acknowledgement of an alert, also that of somebody else: its escalation goes on. Removing it again changes
 * nothing.
 */
export async function unacknowledgeAlert(
  ctx: Ctx<UserActor>,
  guid: string,
  changed: OnAlertsChanged,
): Promise<AlertOut> {
  const alert = await getVisibleAlert(ctx, guid);
  await ctx.db.inTx(async ({ sql }) => {
    const { tenant, name } = ctx.actor;
    const at = ctx.clock.now();
    if (!(await setUnacknowledged(sql, tenant, alert.guid, at))) return;
    await insertStep(sql, tenant, alert.guid, { at, code: 'UNACKNOWLEDGED', byName: name });
    await changed(sql, [{ tenant, alert: alert.guid, change: 'UPDATED' }]);
    await audit(
      ctx,
      { sql },
      {
        action: 'ALERT_UNACKNOWLEDGED',
        target: toAuditTarget(alert),
        ...(alert.acknowledged === undefined ? {} : { before: { by: alert.acknowledged.by } }),
      },
    );
  });
  ctx.pubSub.notify();
  return getVisibleAlert(ctx, guid);
}
