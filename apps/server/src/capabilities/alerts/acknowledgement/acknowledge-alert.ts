/** Acknowledging: somebody takes responsibility for an alert until the acknowledgement expires. */

import type { AlertOut } from '@picket/contracts/types';
import { formatInstant, type Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';

import { audit } from '../../audit/index.ts';
import type { AlertActor, NotificationQueries, OnAlertsChanged } from '../alert-ports.ts';
import { getVisibleAlert, toAuditTarget } from '../queries/visible-alert.ts';
import { insertStep } from '../timeline/alert-step-store.ts';
import { setAcknowledged } from './acknowledgement-store.ts';

const MINUTE = 60_000;

/** Acknowledges an alert. Acknowledging it again changes nothing: the first acknowledgement stays. */
export async function acknowledgeAlert(
  ctx: Ctx<UserActor>,
  guid: string,
  notifications: NotificationQueries,
  changed: OnAlertsChanged,
): Promise<AlertOut> {
  await acknowledgeVisibleAlert(ctx, await getVisibleAlert(ctx, guid), notifications, changed);
  ctx.pubSub.notify();
  return getVisibleAlert(ctx, guid);
}

/** Acknowledges an alert in a transaction of its own; false if it is acknowledged already. */
export const acknowledgeVisibleAlert = (
  ctx: Ctx<UserActor>,
  alert: AlertOut,
  notifications: NotificationQueries,
  changed: OnAlertsChanged,
): Promise<boolean> =>
  ctx.db.inTx(async ({ sql }) => {
    const { tenant } = ctx.actor;
    const expiresAfterMinutes = await notifications.getAcknowledgementMinutes(sql, tenant);
    const period = { at: ctx.clock.now(), expiresAfterMinutes };
    if (!(await recordAcknowledgement(sql, tenant, alert.guid, ctx.actor, period, changed))) return false;
    await audit(ctx, { sql }, { action: 'ALERT_ACKNOWLEDGED', target: toAuditTarget(alert) });
    return true;
  });

/** Acknowledges an alert for somebody; false if it is acknowledged already. The caller checks permissions. */
export async function recordAcknowledgement(
  sql: Sql,
  tenant: string,
  alert: string,
  by: AlertActor,
  { at, expiresAfterMinutes }: { readonly at: Millis; readonly expiresAfterMinutes: number },
  changed: OnAlertsChanged,
): Promise<boolean> {
  const until = at + expiresAfterMinutes * MINUTE;
  if (!(await setAcknowledged(sql, tenant, alert, by, { at, until }))) return false;
  await insertStep(sql, tenant, alert, {
    at,
    code: 'ACKNOWLEDGED',
    byName: by.name,
    detail: { until: formatInstant(until) },
  });
  await changed(sql, [{ tenant, alert, change: 'UPDATED' }]);
  return true;
}
