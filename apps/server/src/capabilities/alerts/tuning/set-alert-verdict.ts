import type { AlertOut } from '@picket/contracts/types';
import { isEdit } from '@picket/domain/alert-kinds';
import type { Verdict } from '@picket/domain/verdicts';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit } from '../../audit/index.ts';
import { getAcknowledgementExpiry } from '../acknowledgement/acknowledgement-expiry.ts';
import { extendAcknowledgement } from '../acknowledgement/acknowledgement-store.ts';
import type { NotificationQueries, OnAlertsChanged } from '../alert-ports.ts';
import { getVisibleAlert, toAuditTarget } from '../queries/visible-alert.ts';
import { insertStep } from '../timeline/alert-step-store.ts';
import { setVerdict } from './verdict-store.ts';

/** Sets the verdict on an alert; null removes it. Policy-change alerts have no verdict. */
export async function setAlertVerdict(
  ctx: Ctx<UserActor>,
  guid: string,
  verdict: Verdict | null,
  notifications: NotificationQueries,
  changed: OnAlertsChanged,
): Promise<AlertOut> {
  const alert = await getVisibleAlert(ctx, guid);
  if (isEdit(alert.kind)) throw new AppError('conflict', { message: 'A policy change has no verdict' });
  if ((alert.verdict?.verdict ?? null) === verdict) return alert;
  await ctx.db.inTx(async ({ sql }) => {
    const at = ctx.clock.now();
    await setVerdict(sql, ctx.actor.tenant, alert.guid, verdict, ctx.actor.name, at);
    await extendAcknowledgement(
      sql,
      ctx.actor.tenant,
      alert.guid,
      await getAcknowledgementExpiry(ctx, sql, notifications),
    );
    await insertStep(sql, ctx.actor.tenant, alert.guid, {
      at,
      code: 'VERDICT_SET',
      byName: ctx.actor.name,
      detail: { verdict },
    });
    await changed(sql, [{ tenant: ctx.actor.tenant, alert: alert.guid, change: 'UPDATED' }]);
    await audit(
      ctx,
      { sql },
      {
        action: 'ALERT_VERDICT_SET',
        target: toAuditTarget(alert),
        before: { verdict: alert.verdict?.verdict ?? null },
        after: { verdict },
      },
    );
  });
  ctx.pubSub.notify();
  return getVisibleAlert(ctx, guid);
}
