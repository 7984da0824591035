/**
 * Every path that needs a session, from the tables of its areas, and who may open it. Those without a session are in public-routes.ts:
 * the sign-in loads nothing of these.
 */
import type { ProfileOut } from '@picket/contracts/types';
import { hasMetricsAccess, isAdmin, isLocationAdmin } from '@picket/domain/permissions';
import type { Translator } from '../lib/texts.ts';
import { ADMIN_ROUTES } from './admin-route-table.ts';
import type { ConsoleRoute } from './console-route.ts';
import { LOCATION_ROUTES } from './location-route-table.ts';
import { PROFILE_ROUTES } from './profile-route-table.ts';

export const ROUTES: readonly ConsoleRoute[] = [...LOCATION_ROUTES, ...PROFILE_ROUTES, ...ADMIN_ROUTES];

/** Whether a page belongs to one of the top bar: it lies below its path, or is one of the administration, some of which do not. */
export const belongsTo = (route: ConsoleRoute, nav: ConsoleRoute): boolean =>
  route.path === nav.path ||
  route.path.startsWith(`${nav.path}/`) ||
  (ADMIN_ROUTES.includes(nav) && ADMIN_ROUTES.includes(route));

/** The name of a page. */
export const pageText = (t: Translator, { label }: Pick<ConsoleRoute, 'label'>): string => t(`shell.page.${label}`);

const MFA_SETUP = '/profile';

/** Returns the first page the user may open. */
export const homePathOf = (profile: ProfileOut): string =>
  profile.lacksMfa ? MFA_SETUP : profile.display ? '/_/locations' : '/locations';

/** Returns whether the user may open the route, by the same predicates as the server. */
export function canOpen(
  route: ConsoleRoute,
  profile: ProfileOut,
  params: Readonly<Record<string, string | undefined>>,
): boolean {
  // Until the required second factor is set up, only its page can be opened.
  if (profile.lacksMfa) return route.path === MFA_SETUP;
  if (route.access === 'admin-tenant') return profile.tenant.isAdminTenant && isAdmin(profile.permissions);
  if (route.access === 'metrics') return profile.tenant.isAdminTenant && hasMetricsAccess(profile.permissions);
  if (route.access === 'admin') return isAdmin(profile.permissions);
  // A wall display shows locations; it has no account of its own.
  if (profile.display && !route.path.startsWith('/locations') && route.path !== '/_/locations') return false;
  // Outside demo organizations the page plays scenarios on the sentries that the server simulates.
  if (route.access === 'demo' || route.access === 'location-admin')
    return isLocationAdmin(profile.permissions, params.id ?? '');
  return true;
}
