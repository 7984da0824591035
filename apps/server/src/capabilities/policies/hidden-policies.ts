/**
 * A policy that names zones is bound to their locations, as the policy of a tagging zone is. Users
 * who may view none of them see neither the policy nor the zone.
 */
import { visibleLocations } from '@picket/domain/permissions';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { boundPolicies } from './policy-store.ts';

/** Guids of the policies this user may not see. */
export async function hiddenPolicies(ctx: Ctx<UserActor>): Promise<readonly string[]> {
  const visible = visibleLocations(ctx.actor.permissions);
  if (visible === 'all') return [];
  const bound = await boundPolicies(ctx.db.console, ctx.actor.tenant);
  return bound
    .filter(({ locations }) => !locations.some((location) => visible.includes(location)))
    .map(({ policy }) => policy);
}
