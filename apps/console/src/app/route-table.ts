/** Every path of the console: who may open it, its place in the navigation, its page. */
import type { ProfileOut } from '@picket/contracts/types';
import { hasMetricsAccess, isAdmin, isLocationAdmin } from '@picket/domain/permissions';
import { type Loadable, loadable } from '../lib/loadable.tsx';

export type RouteAccess = 'anyone' | 'signed-in' | 'admin' | 'admin-tenant' | 'metrics' | 'location-admin' | 'demo';

export interface ConsoleRoute {
  readonly path: string;
  readonly access: RouteAccess;
  /** The text of the back button on the next page. */
  readonly label: string;
  readonly page: Loadable<object>;
  /** Shown in the top bar, sorted by this number. */
  readonly nav?: number;
  /** Shows the logo instead of a back button. */
  readonly home?: boolean;
}

export const ROUTES: readonly ConsoleRoute[] = [
  { path: '/sign-in', access: 'anyone', label: 'Sign in', page: loadable(() => import('../screens/auth/sign-in.tsx')) },
  {
    path: '/sign-up/:token',
    access: 'anyone',
    label: 'Sign up',
    page: loadable(() => import('../screens/auth/sign-up.tsx')),
  },
  {
    path: '/sign-in/callback',
    access: 'anyone',
    label: 'Sign in',
    page: loadable(() => import('../screens/auth/sign-in-callback.tsx')),
  },
  {
    path: '/forgot-password',
    access: 'anyone',
    label: 'Forgot password',
    page: loadable(() => import('../screens/auth/forgot-password.tsx')),
  },
  {
    path: '/reset-password/:token',
    access: 'anyone',
    label: 'New password',
    page: loadable(() => import('../screens/auth/reset-password.tsx')),
  },
  {
    path: '/version',
    access: 'anyone',
    label: 'Version',
    page: loadable(() => import('../screens/service/version.tsx')),
  },
  { path: '/goodbye', access: 'anyone', label: 'Goodbye', page: loadable(() => import('../screens/auth/goodbye.tsx')) },
  {
    path: '/locations',
    access: 'signed-in',
    label: 'Locations',
    nav: 100,
    home: true,
    page: loadable(() => import('../screens/locations/locations.tsx')),
  },
  {
    path: '/_/locations',
    access: 'signed-in',
    label: 'Wall display',
    home: true,
    page: loadable(() => import('../screens/locations/wall-display.tsx')),
  },
  {
    path: '/location/create',
    access: 'admin',
    label: 'Add location',
    page: loadable(() => import('../screens/locations/create-location.tsx')),
  },
  {
    path: '/locations/:id',
    access: 'signed-in',
    label: 'Location',
    page: loadable(() => import('../screens/locations/location.tsx')),
  },
  {
    path: '/locations/:id/alert/:alertId',
    access: 'signed-in',
    label: 'Alert',
    page: loadable(() => import('../screens/alerts/alert.tsx')),
  },
  {
    path: '/locations/:id/today',
    access: 'signed-in',
    label: 'Today',
    page: loadable(() => import('../screens/locations/today.tsx')),
  },
  {
    path: '/locations/:id/history',
    access: 'signed-in',
    label: 'History',
    page: loadable(() => import('../screens/locations/history.tsx')),
  },
  {
    path: '/locations/:id/calendar',
    access: 'signed-in',
    label: 'Calendar',
    page: loadable(() => import('../screens/locations/calendar.tsx')),
  },
  {
    path: '/locations/:id/settings',
    access: 'signed-in',
    label: 'Settings',
    page: loadable(() => import('../screens/locations/location-settings.tsx')),
  },
  {
    path: '/locations/:id/settings/name',
    access: 'location-admin',
    label: 'Name',
    page: loadable(() => import('../screens/locations/location-name.tsx')),
  },
  {
    path: '/locations/:id/settings/address',
    access: 'location-admin',
    label: 'Address',
    page: loadable(() => import('../screens/locations/location-address.tsx')),
  },
  {
    path: '/locations/:id/settings/devices',
    access: 'signed-in',
    label: 'Devices',
    page: loadable(() => import('../screens/locations/devices.tsx')),
  },
  {
    path: '/locations/:id/settings/devices/:deviceId/network',
    access: 'location-admin',
    label: 'Network',
    page: loadable(() => import('../screens/locations/device-network.tsx')),
  },
  {
    path: '/locations/:id/settings/devices/:deviceId/policies',
    access: 'signed-in',
    label: 'Device policies',
    page: loadable(() => import('../screens/policies/device-policies.tsx')),
  },
  {
    path: '/locations/:id/settings/devices/:deviceId/policies/:policyId',
    access: 'signed-in',
    label: 'Device policy',
    page: loadable(() => import('../screens/policies/device-policy.tsx')),
  },
  {
    path: '/locations/:id/settings/zones/base/:policyId',
    access: 'signed-in',
    label: 'Base zone',
    page: loadable(() => import('../screens/locations/zone-base.tsx')),
  },
  {
    path: '/locations/:id/settings/zones/tagging/:sensorId',
    access: 'signed-in',
    label: 'Zones',
    page: loadable(() => import('../screens/locations/zones.tsx')),
  },
  {
    path: '/locations/:id/settings/zones/tagging/:sensorId/create/:parentId',
    access: 'location-admin',
    label: 'Add sub-zone',
    page: loadable(() => import('../screens/locations/tagging-zone.tsx')),
  },
  {
    path: '/locations/:id/settings/zones/tagging/:sensorId/update/:policyId',
    access: 'signed-in',
    label: 'Zone',
    page: loadable(() => import('../screens/locations/tagging-zone.tsx')),
  },
  {
    path: '/locations/:id/asset',
    access: 'location-admin',
    label: 'Asset',
    page: loadable(() => import('../screens/locations/asset.tsx')),
  },
  {
    path: '/locations/:id/asset/:asset',
    access: 'location-admin',
    label: 'Asset',
    page: loadable(() => import('../screens/locations/asset.tsx')),
  },
  {
    path: '/locations/:id/demo',
    access: 'demo',
    label: 'Demo',
    page: loadable(() => import('../screens/locations/demo.tsx')),
  },
  {
    path: '/locations/:id/setup',
    access: 'location-admin',
    label: 'Add sentry',
    page: loadable(() => import('../screens/locations/setup.tsx')),
  },
  {
    path: '/act/:token',
    access: 'anyone',
    label: 'Alert',
    page: loadable(() => import('../screens/alerts/alert-action.tsx')),
  },
  {
    path: '/locations/:id/settings/maintenance',
    access: 'signed-in',
    label: 'Maintenance',
    page: loadable(() => import('../screens/locations/maintenance-windows.tsx')),
  },
  {
    path: '/locations/:id/settings/weather',
    access: 'signed-in',
    label: 'Weather',
    page: loadable(() => import('../screens/locations/location-weather.tsx')),
  },
  {
    path: '/admin/operations',
    access: 'admin-tenant',
    label: 'Operations',
    page: loadable(() => import('../screens/admin/operations.tsx')),
  },
  { path: '/metrics', access: 'metrics', label: 'Usage', page: loadable(() => import('../screens/admin/usage.tsx')) },
  {
    path: '/metrics/sentries',
    access: 'metrics',
    label: 'All sentries',
    page: loadable(() => import('../screens/admin/fleet.tsx')),
  },
  {
    path: '/profile/notifications',
    access: 'signed-in',
    label: 'Notifications',
    page: loadable(() => import('../screens/profile/my-notifications.tsx')),
  },
  {
    path: '/welcome/notifications',
    access: 'signed-in',
    label: 'Welcome',
    home: true,
    page: loadable(() => import('../screens/profile/my-notifications.tsx')),
  },
  {
    path: '/admin/notifications',
    access: 'admin',
    label: 'Notifications',
    page: loadable(() => import('../screens/admin/admin-notifications.tsx')),
  },
  {
    path: '/admin/users/:id/notifications',
    access: 'admin',
    label: 'Notifications',
    page: loadable(() => import('../screens/admin/user-notifications.tsx')),
  },
  {
    path: '/profile',
    access: 'signed-in',
    label: 'Profile',
    page: loadable(() => import('../screens/profile/profile.tsx')),
  },
  {
    path: '/profile/change-password',
    access: 'signed-in',
    label: 'Change password',
    page: loadable(() => import('../screens/profile/change-password.tsx')),
  },
  {
    path: '/admin',
    access: 'admin',
    label: 'Admin',
    nav: 200,
    home: true,
    page: loadable(() => import('../screens/admin/admin.tsx')),
  },
  {
    path: '/admin/policies',
    access: 'signed-in',
    label: 'Policies',
    page: loadable(() => import('../screens/policies/policies.tsx')),
  },
  {
    path: '/admin/policies/:id',
    access: 'signed-in',
    label: 'Policy',
    page: loadable(() => import('../screens/policies/policy.tsx')),
  },
  {
    path: '/admin/policies/:id/overrides',
    access: 'admin',
    label: 'Overrides',
    page: loadable(() => import('../screens/policies/policy-overrides.tsx')),
  },
  { path: '/admin/users', access: 'admin', label: 'Users', page: loadable(() => import('../screens/admin/users.tsx')) },
  {
    path: '/admin/users/:id',
    access: 'admin',
    label: 'User',
    page: loadable(() => import('../screens/admin/user.tsx')),
  },
  {
    path: '/admin/create-user',
    access: 'admin',
    label: 'Invite user',
    page: loadable(() => import('../screens/admin/create-user.tsx')),
  },
  {
    path: '/admin/create-user/:type',
    access: 'admin',
    label: 'Invite user',
    page: loadable(() => import('../screens/admin/create-user.tsx')),
  },
  {
    path: '/admin/tenants',
    access: 'admin-tenant',
    label: 'Organizations',
    page: loadable(() => import('../screens/admin/tenants.tsx')),
  },
  {
    path: '/admin/tenants/:id/outbound',
    access: 'admin-tenant',
    label: 'Private hosts',
    page: loadable(() => import('../screens/admin/outbound-hosts.tsx')),
  },
  {
    path: '/admin/create-tenant',
    access: 'admin-tenant',
    label: 'Add organization',
    page: loadable(() => import('../screens/admin/create-tenant.tsx')),
  },
  {
    path: '/admin/logs',
    access: 'admin',
    label: 'Audit log',
    page: loadable(() => import('../screens/admin/logs.tsx')),
  },
  {
    path: '/retention',
    access: 'admin',
    label: 'Retention',
    page: loadable(() => import('../screens/admin/retention.tsx')),
  },
  {
    path: '/admin/setup',
    access: 'admin',
    label: 'Organization',
    home: true,
    page: loadable(() => import('../screens/admin/tenant-setup.tsx')),
  },
];

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
  if (route.access === 'demo') return profile.tenant.demo && isLocationAdmin(profile.permissions, params.id ?? '');
  if (route.access === 'location-admin') return isLocationAdmin(profile.permissions, params.id ?? '');
  return true;
}
