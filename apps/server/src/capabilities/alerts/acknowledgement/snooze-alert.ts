/** Snoozing: reminders of an open alert stop until a time. */

import type { AlertOut } from '@picket/contracts/types';
import { formatInstant, type Millis, parseInstant } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { audit } from '../../audit/index.ts';
import type { AlertActor, NotificationQueries, OnAlertsChanged } from '../alert-ports.ts';
import { getVisibleAlert, toAuditTarget } from '../queries/visible-alert.ts';
import { insertStep } from '../timeline/alert-step-store.ts';
import { getAcknowledgementExpiry } from './acknowledgement-expiry.ts';
import { extendAcknowledgement, setSnoozed } from './acknowledgement-store.ts';

/** Snoozes an open alert. If it is still open when the snooze ends, everybody who was notified is notified again. */
export async function snoozeAlert(
  ctx: Ctx<UserActor>,
  guid: string,
  untilText: string,
  notifications: NotificationQueries,
  changed: OnAlertsChanged,
): Promise<AlertOut> {
  const alert = await getVisibleAlert(ctx, guid);
  const at = ctx.clock.now();
  const until = parseInstant(untilText) ?? at;
  if (alert.state !== 'OPEN') throw new AppError('conflict', { message: 'This alert is not open' });
  const problem = findSnoozeProblem(alert, until, at);
  if (problem !== null) throw invalid('until', problem);
  await ctx.db.inTx(async ({ sql }) => {
    const { tenant } = ctx.actor;
    if (!(await snoozeOpenAlert(sql, tenant, alert.guid, ctx.actor, { at, until }, changed))) return;
    const expiry = await getAcknowledgementExpiry(ctx, sql, notifications);
    await extendAcknowledgement(sql, tenant, alert.guid, Math.max(until, expiry));
    await audit(
      ctx,
      { sql },
      { action: 'ALERT_SNOOZED', target: toAuditTarget(alert), after: { until: formatInstant(until) } },
    );
  });
  ctx.pubSub.notify();
  return getVisibleAlert(ctx, guid);
}

/** Snoozes an open alert until `until`; false if it is not open. The caller checks permissions. */
export async function snoozeOpenAlert(
  sql: Sql,
  tenant: string,
  alert: string,
  by: AlertActor,
  { at, until }: { readonly at: Millis; readonly until: Millis },
  changed: OnAlertsChanged,
): Promise<boolean> {
  if (!(await setSnoozed(sql, tenant, alert, { until, byName: by.name, at }))) return false;
  await insertStep(sql, tenant, alert, {
    at,
    code: 'SNOOZED',
    byName: by.name,
    detail: { until: formatInstant(until) },
  });
  await changed(sql, [{ tenant, alert, change: 'UPDATED' }]);
  return true;
}

/** The longest snooze. */
const MAX_SNOOZE: Millis = 7 * 86_400_000;

/** Returns why an alert cannot be snoozed until then, or null. */
function findSnoozeProblem(alert: Pick<AlertOut, 'state'>, until: Millis, now: Millis): string | null {
  if (alert.state !== 'OPEN') return 'This alert is not open';
  if (until <= now) return 'must be in the future';
  return until - now > MAX_SNOOZE ? 'must be within a week: that is the longest snooze' : null;
}
