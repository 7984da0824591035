/** All screens: their path, the role that opens them, and when they are ready. */
import type { Page } from 'playwright-core';

export interface ScreenWorld {
  readonly location: string;
  readonly sentry: string;
  readonly alert: string;
  readonly asset: string;
  readonly person: string;
  readonly tenant: string;
  /** The policies "Room temperature" and "Thermal", and the one of the sub-zone. */
  readonly policy: string;
  readonly thermal: string;
  readonly tagging: string;
  /** The base zone. */
  readonly zone: string;
}

export interface Screen {
  readonly name: string;
  /** The route of the console it shows. */
  readonly route: string;
  /** anonymous: signed out; admin: of a demo organization; owner: of the admin tenant. */
  readonly who: 'anonymous' | 'admin' | 'owner';
  readonly path: (world: ScreenWorld) => string;
  readonly ready: (page: Page) => Promise<void>;
}

const heading = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('heading', { name }).first().waitFor();
};

/** Graphs are ready once their canvases exist and no skeleton is left. */
const graphsDrawn = async (page: Page): Promise<void> => {
  await page.locator('[data-time-graph] canvas').first().waitFor();
  await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
};

const loaded = (name: string | RegExp) => async (page: Page) => {
  await heading(name)(page);
  await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
};

/** The backtest is drawn. */
const simulated = async (page: Page): Promise<void> => {
  await page.locator('[data-backtest] svg').first().waitFor();
  await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
};

const screen = (
  name: string,
  route: string,
  ready: Screen['ready'],
  who: Screen['who'] = 'admin',
  path: Screen['path'] = (world) =>
    route
      .replace('/locations/:id', `/locations/${world.location}`)
      .replace('/users/:id', `/users/${world.person}`)
      .replace('/tenants/:id', `/tenants/${world.tenant}`)
      .replace('/policies/:id', `/policies/${world.policy}`)
      .replace('base/:policyId', `base/${world.thermal}`)
      .replace('update/:policyId', `update/${world.tagging}`)
      .replace(':policyId', world.policy)
      .replace(':sensorId', `${world.sentry}_thermal_temperature`)
      .replace(':parentId', world.zone)
      .replace(':deviceId', world.sentry)
      .replace(':alertId', world.alert)
      .replace(':asset', world.asset)
      .replace(':token', 'no-such-token')
      .replace(':type', 'viewer'),
): Screen => ({ name, route, who, path, ready });

export const SCREENS: readonly Screen[] = [
  screen('sign-in', '/sign-in', heading('Sign in'), 'anonymous'),
  screen('sign-in-callback', '/sign-in/callback', heading(/./u), 'anonymous'),
  screen('sign-up', '/sign-up/:token', heading(/link/u), 'anonymous'),
  screen('forgot-password', '/forgot-password', heading(/password/iu), 'anonymous'),
  screen('reset-password', '/reset-password/:token', heading(/link/u), 'anonymous'),
  screen('version', '/version', heading(/Picket|Version/u), 'anonymous'),
  screen('alert-action', '/act/:token', heading(/Not found/u), 'anonymous'),
  screen('goodbye', '/goodbye', heading(/./u), 'anonymous'),
  screen('locations', '/locations', loaded('Locations')),
  screen('locations-map', '/locations', loaded('Locations'), 'admin', () => '/locations?view=map'),
  screen('alerts', '/alerts', loaded('Alerts')),
  screen('wall', '/_/locations', loaded(/./u)),
  screen('create-location', '/location/create', heading('Add location')),
  screen('location', '/locations/:id', loaded(/./u)),
  screen('live', '/locations/:id/live', loaded(/./u)),
  screen('today', '/locations/:id/today', graphsDrawn),
  screen(
    'history',
    '/locations/:id/history',
    graphsDrawn,
    'admin',
    (world) => `/locations/${world.location}/history?range=7d`,
  ),
  screen('calendar', '/locations/:id/calendar', loaded(/./u)),
  screen('alert', '/locations/:id/alert/:alertId', loaded(/./u)),
  screen('location-settings', '/locations/:id/settings', loaded('Assets')),
  screen('location-name', '/locations/:id/settings/name', heading('Name of the location')),
  screen('location-address', '/locations/:id/settings/address', heading('Address and time zone')),
  screen('location-camera', '/locations/:id/settings/camera', loaded('Recording and live pictures')),
  screen('maintenance', '/locations/:id/settings/maintenance', loaded(/Plan maintenance/u)),
  screen('devices', '/locations/:id/settings/devices', loaded(/./u)),
  screen('device-network', '/locations/:id/settings/devices/:deviceId/network', loaded('Reported by device')),
  screen('device-policies', '/locations/:id/settings/devices/:deviceId/policies', loaded(/./u)),
  screen('device-policy', '/locations/:id/settings/devices/:deviceId/policies/:policyId', simulated),
  screen('zone-base', '/locations/:id/settings/zones/base/:policyId', simulated),
  screen('zones', '/locations/:id/settings/zones/tagging/:sensorId', loaded(/Zones/u)),
  screen('tagging-create', '/locations/:id/settings/zones/tagging/:sensorId/create/:parentId', loaded(/Add sub-zone/u)),
  screen('tagging-update', '/locations/:id/settings/zones/tagging/:sensorId/update/:policyId', simulated),
  screen('asset-new', '/locations/:id/asset', loaded('Add asset')),
  screen('asset', '/locations/:id/asset/:asset', loaded(/./u)),
  screen('setup', '/locations/:id/setup', loaded(/Add sentry/u)),
  screen('demo', '/locations/:id/demo', loaded(/./u)),
  screen('profile', '/profile', loaded('Profile')),
  screen('my-notifications', '/profile/notifications', loaded('Notifications')),
  screen('welcome-notifications', '/welcome/notifications', loaded(/reach you/u)),
  screen('change-password', '/profile/change-password', loaded(/./u)),
  screen('admin', '/admin', loaded(/./u)),
  screen('policies', '/admin/policies', loaded('Policies')),
  screen('policy', '/admin/policies/:id', simulated),
  screen('policy-new', '/admin/policies/:id', loaded('Add policy'), 'admin', () => '/admin/policies/new'),
  screen('policy-overrides', '/admin/policies/:id/overrides', loaded(/overrides/u)),
  screen('users', '/admin/users', loaded(/./u)),
  screen('admin-notifications', '/admin/notifications', loaded('Notifications')),
  screen('user-notifications', '/admin/users/:id/notifications', loaded(/Notifications of/u)),
  screen('user', '/admin/users/:id', loaded(/./u)),
  screen('create-user', '/admin/create-user', loaded(/./u)),
  screen('create-user-type', '/admin/create-user/:type', loaded(/./u)),
  screen('tenants', '/admin/tenants', loaded(/./u), 'owner'),
  screen('outbound-hosts', '/admin/tenants/:id/outbound', loaded('Allow a host'), 'owner'),
  screen('create-tenant', '/admin/create-tenant', loaded(/./u), 'owner'),
  screen('integrations', '/admin/integrations', loaded('Integrations')),
  screen('discovered', '/admin/discovered', loaded('Discovered devices')),
  screen('adopt', '/locations/:id/adopt', loaded(/Adopt devices/u)),
  screen('operations', '/admin/operations', loaded(/Feedback/u), 'owner'),
  screen('mail-server', '/admin/mail', loaded('Mail server'), 'owner'),
  screen('usage', '/metrics', loaded('Usage'), 'owner'),
  screen('fleet', '/metrics/sentries', loaded('All sentries'), 'owner'),
  screen('weather', '/locations/:id/settings/weather', loaded(/Current warnings/u)),
  screen('logs', '/admin/logs', loaded(/./u)),
  screen('retention', '/retention', loaded('Video retention'), 'owner'),
  screen('tenant-setup', '/admin/setup', loaded(/./u)),
];
