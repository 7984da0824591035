/** The profile of a user, as the API returns it. */

import { Preferences, type ProfileOut } from '@picket/contracts';
import { formatInstant } from '@picket/domain';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { currentUser } from './current-user.ts';
import { lacksMfa, permissionsOf, type UserRow } from './user-row.ts';

/** The profile of a user, as the API returns it. */
export function toProfile(user: UserRow): ProfileOut {
  return {
    guid: user.guid,
    email: user.email,
    ...(user.displayName === null ? {} : { displayName: user.displayName }),
    tenant: {
      guid: user.tenant.guid,
      name: user.tenant.name,
      isAdminTenant: user.tenant.isAdminTenant,
      demo: user.tenant.demo,
    },
    permissions: permissionsOf(user).map(({ role, location }) => (location == null ? { role } : { role, location })),
    preferences: Preferences.parse(user.preferences),
    ...(user.deviceOs === 'android' || user.deviceOs === 'ios' ? { deviceOs: user.deviceOs } : {}),
    needsWelcome: user.welcomedAt === null,
    lacksMfa: lacksMfa(user),
    display: false,
    last_update_ts: formatInstant(user.lastUpdateTs.getTime()),
  };
}

export const getOwnProfile = async (ctx: Ctx<UserActor>): Promise<ProfileOut> => ({
  ...toProfile(await currentUser(ctx)),
  display: ctx.actor.via.kind === 'display',
  // A token sees its own permissions, not those of its owner.
  permissions: ctx.actor.permissions.map(({ role, location }) => (location == null ? { role } : { role, location })),
});
