/**
 * A policy that names zones is bound to their locations, as the policy of a tagging zone is. Who may look at none of them
 * does not learn of it: not its name, not its definition, not the zone.
 */
import { visibleLocations } from '@picket/domain';
import type { Ctx, UserActor } from '../../platform/index.ts';
import { boundPolicies } from './policy-store.ts';

/** Guids of the policies that are not there for this person. */
export async function hiddenPolicies(ctx: Ctx<UserActor>): Promise<readonly string[]> {
  const visible = visibleLocations(ctx.actor.permissions);
  if (visible === 'all') return [];
  const bound = await boundPolicies(ctx.db.console, ctx.actor.tenant);
  return bound
    .filter(({ locations }) => !locations.some((location) => visible.includes(location)))
    .map(({ policy }) => policy);
}
