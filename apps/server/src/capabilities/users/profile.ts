import { Preferences, type ProfileOut } from '@picket/contracts';
import { formatInstant } from '@picket/domain';
import { lacksMfa, permissionsOf, type UserRow } from './user-store.ts';

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
