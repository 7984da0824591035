/** Acknowledging several alerts: each in a transaction of its own, so that one that fails undoes no other. */

import type { ResponseOf } from '@picket/contracts/endpoints';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import type { NotificationQueries, OnAlertsChanged } from '../alert-ports.ts';
import { findVisibleAlert } from '../queries/visible-alert.ts';
import { acknowledgeVisibleAlert } from './acknowledge-alert.ts';

type Result = ResponseOf<'POST /alerts/acknowledge'>['items'][number];

/** What became of each, in the given order. */
export async function acknowledgeAlerts(
  ctx: Ctx<UserActor>,
  guids: readonly string[],
  notifications: NotificationQueries,
  changed: OnAlertsChanged,
): Promise<ResponseOf<'POST /alerts/acknowledge'>> {
  const items: Result[] = [];
  for (const guid of guids) items.push(await acknowledgeOne(ctx, guid, notifications, changed));
  if (items.some(({ result }) => result === 'ACKNOWLEDGED')) ctx.pubSub.notify();
  return { items };
}

async function acknowledgeOne(
  ctx: Ctx<UserActor>,
  guid: string,
  notifications: NotificationQueries,
  changed: OnAlertsChanged,
): Promise<Result> {
  const alert = await findVisibleAlert(ctx, guid);
  if (alert === null) return { guid, result: 'NOT_FOUND' };
  if (alert.acknowledged === undefined && (await acknowledgeVisibleAlert(ctx, alert, notifications, changed)))
    return { guid, result: 'ACKNOWLEDGED' };
  // Somebody may have been faster since it was read.
  const by = alert.acknowledged?.by ?? (await findVisibleAlert(ctx, guid))?.acknowledged?.by;
  return { guid, result: 'ALREADY_ACKNOWLEDGED', by: by ?? '' };
}
