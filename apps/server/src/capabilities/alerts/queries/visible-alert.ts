/** One alert, as far as the caller may view it. */

import type { AlertOut } from '@picket/contracts/types';
import { isLocationViewer, type Permission, visibleLocations } from '@picket/domain/permissions';
import { AppError } from '../../../platform/errors.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { findAlert } from './alert-list-store.ts';

/** Returns the alert if this person may view its location; for one without a location, if they may view all of them. */
export async function getVisibleAlert(ctx: Ctx<UserActor>, guid: string): Promise<AlertOut> {
  const alert = await findAlert(ctx.db.console, ctx.actor.tenant, guid, ctx.clock.now());
  if (alert === null || !mayView(ctx.actor.permissions, alert.location?.guid ?? null)) throw new AppError('notFound');
  return alert;
}

const mayView = (permissions: readonly Permission[], location: string | null): boolean =>
  location === null ? visibleLocations(permissions) === 'all' : isLocationViewer(permissions, location);

export const toAuditTarget = ({ guid, message, violation, policy }: AlertOut) => ({
  kind: 'alert',
  guid,
  name: message ?? violation ?? policy?.name ?? 'an alert',
});
