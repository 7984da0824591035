/** One alert, as far as the caller may view it. */

import type { AlertOut } from '@picket/contracts/types';
import { isLocationViewer, type Permission, visibleLocations } from '@picket/domain/permissions';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { findAlert } from './alert-list-store.ts';

/** Returns the alert if this person may view its location; for one without a location, if they may view all of them. */
export async function getVisibleAlert(ctx: Ctx<UserActor>, guid: string): Promise<AlertOut> {
  const alert = await findVisibleAlert(ctx, guid);
  if (alert === null) throw new AppError('notFound');
  return alert;
}

/** The same; null instead of an error. */
export async function findVisibleAlert(ctx: Ctx<UserActor>, guid: string): Promise<AlertOut | null> {
  const alert = await findAlert(ctx.db.console, ctx.actor.tenant, guid, ctx.clock.now());
  return alert === null || !mayViewAlert(ctx.actor.permissions, alert) ? null : alert;
}

/** Whether somebody with these permissions in its organization may view an alert. */
export const mayViewAlert = (permissions: readonly Permission[], { location }: Pick<AlertOut, 'location'>): boolean =>
  location === undefined ? visibleLocations(permissions) === 'all' : isLocationViewer(permissions, location.guid);

export const toAuditTarget = ({ guid, message, violation, policy }: AlertOut) => ({
  kind: 'alert',
  guid,
  name: message ?? violation ?? policy?.name ?? 'an alert',
});
