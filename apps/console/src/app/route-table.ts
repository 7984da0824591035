/**
 * Every path that needs a session: who may open it, its place in the navigation, its page. Those without are in public-routes.ts: the
 * sign-in loads nothing of these.
 */
import type { ProfileOut } from '@picket/contracts/types';
import { hasMetricsAccess, isAdmin, isLocationAdmin } from '@picket/domain/permissions';
import { type Loadable, loadable } from '../lib/loadable.tsx';
import type { Translator } from '../lib/texts.ts';
import type { Catalogs } from '../locales/english.ts';

export type RouteAccess = 'signed-in' | 'admin' | 'admin-tenant' | 'metrics' | 'location-admin' | 'demo';

/** `shell.page.…` in the catalogs. */
type PageName = keyof Catalogs['shell'] extends infer Key ? (Key extends `page.${infer Name}` ? Name : never) : never;

export interface ConsoleRoute {
  readonly path: string;
  readonly access: RouteAccess;
  /** The name of the page: in menus, in the search, on the back button of the next page. */
  readonly label: PageName;
  readonly page: Loadable<object>;
  /** Shown in the top bar, sorted by this number. */
  readonly nav?: number;
  /** Shows the logo instead of a back button. */
  readonly home?: boolean;
}

export const ROUTES: readonly ConsoleRoute[] = [
  {
    path: '/locations',
    access: 'signed-in',
    label: 'locations',
    nav: 100,
    home: true,
    page: loadable(() => import('../screens/locations/locations.tsx'), 'home'),
  },
  {
    path: '/alerts',
    access: 'signed-in',
    label: 'alerts',
    nav: 150,
    home: true,
    page: loadable(() => import('../screens/alerts/alerts.tsx'), 'home', 'locations'),
  },
  {
    path: '/_/locations',
    access: 'signed-in',
    label: 'wall',
    home: true,
    page: loadable(() => import('../screens/locations/wall-display.tsx'), 'home', 'locations'),
  },
  {
    path: '/location/create',
    access: 'admin',
    label: 'addLocation',
    page: loadable(() => import('../screens/locations/create-location.tsx'), 'home', 'locations'),
  },
  {
    path: '/locations/:id',
    access: 'signed-in',
    label: 'location',
    page: loadable(() => import('../screens/locations/location.tsx'), 'home', 'locations', 'policies'),
  },
  {
    path: '/locations/:id/alert/:alertId',
    access: 'signed-in',
    label: 'alert',
    page: loadable(() => import('../screens/alerts/alert.tsx'), 'home', 'locations'),
  },
  {
    path: '/locations/:id/live',
    access: 'signed-in',
    label: 'live',
    page: loadable(() => import('../screens/locations/live.tsx'), 'home', 'locations', 'policies', 'video'),
  },
  {
    path: '/locations/:id/today',
    access: 'signed-in',
    label: 'today',
    page: loadable(() => import('../screens/locations/today.tsx'), 'home', 'locations'),
  },
  {
    path: '/locations/:id/history',
    access: 'signed-in',
    label: 'history',
    page: loadable(() => import('../screens/locations/history.tsx'), 'home', 'locations'),
  },
  {
    path: '/locations/:id/calendar',
    access: 'signed-in',
    label: 'calendar',
    page: loadable(() => import('../screens/locations/calendar.tsx'), 'home', 'locations'),
  },
  {
    path: '/locations/:id/settings',
    access: 'signed-in',
    label: 'settings',
    page: loadable(() => import('../screens/locations/location-settings.tsx'), 'home', 'locations', 'video'),
  },
  {
    path: '/locations/:id/settings/name',
    access: 'location-admin',
    label: 'name',
    page: loadable(() => import('../screens/locations/location-name.tsx'), 'home', 'locations'),
  },
  {
    path: '/locations/:id/settings/address',
    access: 'location-admin',
    label: 'address',
    page: loadable(() => import('../screens/locations/location-address.tsx'), 'home', 'locations'),
  },
  {
    path: '/locations/:id/settings/camera',
    access: 'location-admin',
    label: 'camera',
    page: loadable(() => import('../screens/locations/location-camera.tsx'), 'home', 'locations', 'policies', 'video'),
  },
  {
    path: '/locations/:id/settings/devices',
    access: 'signed-in',
    label: 'devices',
    page: loadable(() => import('../screens/locations/devices.tsx'), 'home', 'locations', 'video', 'integrations'),
  },
  {
    path: '/locations/:id/settings/devices/:deviceId/network',
    access: 'location-admin',
    label: 'network',
    page: loadable(() => import('../screens/locations/device-network.tsx'), 'home', 'locations'),
  },
  {
    path: '/locations/:id/settings/devices/:deviceId/policies',
    access: 'signed-in',
    label: 'devicePolicies',
    page: loadable(() => import('../screens/policies/device-policies.tsx'), 'home', 'locations', 'policies'),
  },
  {
    path: '/locations/:id/settings/devices/:deviceId/policies/:policyId',
    access: 'signed-in',
    label: 'devicePolicy',
    page: loadable(() => import('../screens/policies/device-policy.tsx'), 'home', 'locations', 'policies'),
  },
  {
    path: '/locations/:id/settings/zones/base/:policyId',
    access: 'signed-in',
    label: 'baseZone',
    page: loadable(() => import('../screens/locations/zone-base.tsx'), 'home', 'locations', 'policies'),
  },
  {
    path: '/locations/:id/settings/zones/tagging/:sensorId',
    access: 'signed-in',
    label: 'zones',
    page: loadable(() => import('../screens/locations/zones.tsx'), 'home', 'locations', 'policies'),
  },
  {
    path: '/locations/:id/settings/zones/tagging/:sensorId/create/:parentId',
    access: 'location-admin',
    label: 'addSubZone',
    page: loadable(() => import('../screens/locations/tagging-zone.tsx'), 'home', 'locations', 'policies'),
  },
  {
    path: '/locations/:id/settings/zones/tagging/:sensorId/update/:policyId',
    access: 'signed-in',
    label: 'zone',
    page: loadable(() => import('../screens/locations/tagging-zone.tsx'), 'home', 'locations', 'policies'),
  },
  {
    path: '/locations/:id/asset',
    access: 'location-admin',
    label: 'asset',
    page: loadable(() => import('../screens/locations/asset.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/locations/:id/asset/:asset',
    access: 'location-admin',
    label: 'asset',
    page: loadable(() => import('../screens/locations/asset.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/locations/:id/demo',
    access: 'demo',
    label: 'demo',
    page: loadable(() => import('../screens/locations/demo.tsx'), 'home', 'locations'),
  },
  {
    path: '/locations/:id/setup',
    access: 'location-admin',
    label: 'addSentry',
    page: loadable(() => import('../screens/locations/setup.tsx'), 'home', 'locations'),
  },
  {
    path: '/locations/:id/settings/maintenance',
    access: 'signed-in',
    label: 'maintenance',
    page: loadable(() => import('../screens/locations/maintenance-windows.tsx'), 'home', 'locations'),
  },
  {
    path: '/locations/:id/settings/weather',
    access: 'signed-in',
    label: 'weather',
    page: loadable(() => import('../screens/locations/location-weather.tsx'), 'home', 'locations'),
  },
  {
    path: '/locations/:id/adopt',
    access: 'admin',
    label: 'adopt',
    page: loadable(() => import('../screens/locations/adopt-devices.tsx'), 'home', 'locations', 'integrations'),
  },
  {
    path: '/admin/integrations',
    access: 'admin',
    label: 'integrations',
    page: loadable(() => import('../screens/admin/admin-integrations.tsx'), 'home', 'locations', 'integrations'),
  },
  {
    path: '/admin/discovered',
    access: 'admin',
    label: 'discovered',
    page: loadable(() => import('../screens/admin/discovered-devices.tsx'), 'home', 'locations', 'integrations'),
  },
  {
    path: '/admin/operations',
    access: 'admin-tenant',
    label: 'operations',
    page: loadable(() => import('../screens/admin/operations.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/metrics',
    access: 'metrics',
    label: 'usage',
    page: loadable(() => import('../screens/admin/usage.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/admin/mail',
    access: 'admin-tenant',
    label: 'mailServer',
    page: loadable(() => import('../screens/admin/mail-server.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/metrics/sentries',
    access: 'metrics',
    label: 'fleet',
    page: loadable(() => import('../screens/admin/fleet.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/profile/notifications',
    access: 'signed-in',
    label: 'notifications',
    page: loadable(() => import('../screens/profile/my-notifications.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/welcome/notifications',
    access: 'signed-in',
    label: 'welcome',
    home: true,
    page: loadable(() => import('../screens/profile/my-notifications.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/admin/notifications',
    access: 'admin',
    label: 'organizationNotifications',
    page: loadable(() => import('../screens/admin/admin-notifications.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/admin/users/:id/notifications',
    access: 'admin',
    label: 'notifications',
    page: loadable(() => import('../screens/admin/user-notifications.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/profile',
    access: 'signed-in',
    label: 'profile',
    page: loadable(() => import('../screens/profile/profile.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/profile/change-password',
    access: 'signed-in',
    label: 'changePassword',
    page: loadable(() => import('../screens/profile/change-password.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/admin',
    access: 'signed-in',
    label: 'admin',
    nav: 200,
    home: true,
    page: loadable(() => import('../screens/admin/admin.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/admin/policies',
    access: 'signed-in',
    label: 'policies',
    page: loadable(() => import('../screens/policies/policies.tsx'), 'home', 'locations', 'policies'),
  },
  {
    path: '/admin/policies/:id',
    access: 'signed-in',
    label: 'policy',
    page: loadable(() => import('../screens/policies/policy.tsx'), 'home', 'locations', 'policies'),
  },
  {
    path: '/admin/policies/:id/overrides',
    access: 'admin',
    label: 'overrides',
    page: loadable(() => import('../screens/policies/policy-overrides.tsx'), 'home', 'locations', 'policies'),
  },
  {
    path: '/admin/users',
    access: 'admin',
    label: 'users',
    page: loadable(() => import('../screens/admin/users.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/admin/users/:id',
    access: 'admin',
    label: 'user',
    page: loadable(() => import('../screens/admin/user.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/admin/create-user',
    access: 'admin',
    label: 'inviteUser',
    page: loadable(() => import('../screens/admin/create-user.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/admin/create-user/:type',
    access: 'admin',
    label: 'inviteUser',
    page: loadable(() => import('../screens/admin/create-user.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/admin/tenants',
    access: 'admin-tenant',
    label: 'organizations',
    page: loadable(() => import('../screens/admin/tenants.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/admin/tenants/:id/outbound',
    access: 'admin-tenant',
    label: 'privateHosts',
    page: loadable(() => import('../screens/admin/outbound-hosts.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/admin/create-tenant',
    access: 'admin-tenant',
    label: 'addOrganization',
    page: loadable(() => import('../screens/admin/create-tenant.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/admin/logs',
    access: 'admin',
    label: 'auditLog',
    page: loadable(() => import('../screens/admin/logs.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/retention',
    access: 'admin-tenant',
    label: 'retention',
    page: loadable(() => import('../screens/admin/video-retention.tsx'), 'home', 'locations', 'settings', 'video'),
  },
  {
    path: '/admin/setup',
    access: 'admin',
    label: 'organization',
    home: true,
    page: loadable(() => import('../screens/admin/tenant-setup.tsx'), 'home', 'locations', 'settings'),
  },
];

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
