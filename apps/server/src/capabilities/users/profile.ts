/** The profile of a user, as the API returns it. */
import { Preferences } from '@picket/contracts/accounts';
import type { ProfileOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { currentUser } from './current-user.ts';
import { toPermissionsOut } from './user-permissions.ts';
import { lacksMfa, permissionsOf, type UserRow } from './user-row.ts';

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
    permissions: toPermissionsOut(permissionsOf(user)),
    preferences: Preferences.parse(user.preferences),
    ...(user.deviceOs === 'android' || user.deviceOs === 'ios' ? { deviceOs: user.deviceOs } : {}),
    needsWelcome: user.welcomedAt === null,
    lacksMfa: lacksMfa(user),
    display: false,
    last_update_ts: formatInstant(user.lastUpdateTs.getTime()),
  };
}

/** The profile of the signed-in user; through an API token, with the permissions of the token. */
export const getOwnProfile = async (ctx: Ctx<UserActor>): Promise<ProfileOut> => ({
  ...toProfile(await currentUser(ctx)),
  display: ctx.actor.via.kind === 'display',
  // A token sees its own permissions, not those of its owner.
  permissions: toPermissionsOut(ctx.actor.permissions),
});
