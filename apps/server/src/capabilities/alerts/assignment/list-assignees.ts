/** The people whom an alert may be assigned to: those who may view it and have signed up. */

import type { AlertOut } from '@picket/contracts/types';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { Ctx } from '../../../platform/http/context.ts';
import { listTenantUsers } from '../../users/index.ts';
import { getVisibleAlert, mayViewAlert } from '../queries/visible-alert.ts';
import type { Assignee } from './assignment-store.ts';

/** Of a visible alert, ordered by name. */
export async function listPossibleAssignees(ctx: Ctx<UserActor>, alert: AlertOut): Promise<readonly Assignee[]> {
  const people = await listTenantUsers(ctx.db.prisma, ctx.actor.tenant);
  return people
    .filter(({ signedUp, permissions }) => signedUp && mayViewAlert(permissions, alert))
    .map(({ guid, name }) => ({ guid, name }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

export async function listAssignees(ctx: Ctx<UserActor>, guid: string): Promise<{ items: Assignee[] }> {
  return { items: [...(await listPossibleAssignees(ctx, await getVisibleAlert(ctx, guid)))] };
}
