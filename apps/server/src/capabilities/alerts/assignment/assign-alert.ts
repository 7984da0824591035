/**
 * Assigning: an open alert gets an assignee. It is not acknowledged by that: until somebody says that they work on it, it
 * escalates, and everybody is notified as before.
 */

import type { AlertOut } from '@picket/contracts/types';
import { isOpen } from '@picket/domain/alert-states';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit } from '../../audit/index.ts';
import type { OnAlertsChanged } from '../alert-ports.ts';
import { getVisibleAlert, toAuditTarget } from '../queries/visible-alert.ts';
import { insertStep } from '../timeline/alert-step-store.ts';
import { setAssigned } from './assignment-store.ts';
import { listPossibleAssignees } from './list-assignees.ts';

/** `user` null: to nobody. Assigning it to the same person again changes nothing. */
export async function assignAlert(
  ctx: Ctx<UserActor>,
  guid: string,
  user: string | null,
  changed: OnAlertsChanged,
): Promise<AlertOut> {
  const alert = await getVisibleAlert(ctx, guid);
  if (!isOpen(alert)) throw new AppError('conflict', { message: 'This alert is not open' });
  const to = user === null ? null : (await listPossibleAssignees(ctx, alert)).find((one) => one.guid === user);
  if (to === undefined) throw invalid('user', 'is not a person who may view this alert');
  await ctx.db.inTx(async ({ sql }) => {
    const { tenant, name } = ctx.actor;
    const at = ctx.clock.now();
    if (!(await setAssigned(sql, tenant, alert.guid, { to, byName: name, at }))) return;
    await insertStep(sql, tenant, alert.guid, {
      at,
      code: to === null ? 'UNASSIGNED' : 'ASSIGNED',
      byName: name,
      ...(to === null ? {} : { detail: { to: to.name } }),
    });
    await changed(sql, [{ tenant, alert: alert.guid, change: 'UPDATED' }]);
    await audit(
      ctx,
      { sql },
      {
        action: 'ALERT_ASSIGNED',
        target: toAuditTarget(alert),
        before: { assignee: alert.assigned?.to.name ?? null },
        after: { assignee: to?.name ?? null },
      },
    );
  });
  ctx.pubSub.notify();
  return getVisibleAlert(ctx, guid);
}
