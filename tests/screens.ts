/** Every screen there is: its address, who may open it, and what stands on it once it is there. */
import type { Page } from 'playwright-core';

export interface ScreenWorld {
  readonly location: string;
  readonly sentry: string;
  readonly alert: string;
  readonly asset: string;
  readonly person: string;
  readonly tenant: string;
  /** Room temperature; the one that looks at pictures; the one of the tagging zone. */
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
  /** nobody: signed out. admin: of a demo organisation. owner: of the admin tenant. */
  readonly who: 'nobody' | 'admin' | 'owner';
  readonly path: (world: ScreenWorld) => string;
  readonly ready: (page: Page) => Promise<void>;
}

const heading = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('heading', { name }).first().waitFor();
};

/** Graphs are there once their canvases are, and nothing waits. */
const drawn = async (page: Page): Promise<void> => {
  await page.locator('.time-graph canvas').first().waitFor();
  await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
};

const settled = (name: string | RegExp) => async (page: Page) => {
  await heading(name)(page);
  await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
};

/** What a rule or a zone would have done is drawn. */
const tried = async (page: Page): Promise<void> => {
  await page.locator('.strip svg').first().waitFor();
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
  screen('sign-in', '/sign-in', heading('Sign in'), 'nobody'),
  screen('sign-in-callback', '/sign-in/callback', heading(/./u), 'nobody'),
  screen('sign-up', '/sign-up/:token', heading(/link/u), 'nobody'),
  screen('forgot-password', '/forgot-password', heading(/password/iu), 'nobody'),
  screen('reset-password', '/reset-password/:token', heading(/link/u), 'nobody'),
  screen('version', '/version', heading(/Picket|Version/u), 'nobody'),
  screen('alert-action', '/act/:token', heading(/Not found/u), 'nobody'),
  screen('goodbye', '/goodbye', heading(/./u), 'nobody'),
  screen('locations', '/locations', settled('Locations')),
  screen('locations-map', '/locations', settled('Locations'), 'admin', () => '/locations?view=map'),
  screen('wall', '/_/locations', settled(/./u)),
  screen('create-location', '/location/create', heading('Add location')),
  screen('location', '/locations/:id', settled(/./u)),
  screen('today', '/locations/:id/today', drawn),
  screen(
    'history',
    '/locations/:id/history',
    drawn,
    'admin',
    (world) => `/locations/${world.location}/history?range=7d`,
  ),
  screen('calendar', '/locations/:id/calendar', settled(/./u)),
  screen('alert', '/locations/:id/alert/:alertId', settled(/./u)),
  screen('location-settings', '/locations/:id/settings', settled('Assets')),
  screen('location-name', '/locations/:id/settings/name', heading('Name of the location')),
  screen('location-address', '/locations/:id/settings/address', heading('Address and time zone')),
  screen('maintenance', '/locations/:id/settings/maintenance', settled(/Plan maintenance/u)),
  screen('devices', '/locations/:id/settings/devices', settled(/./u)),
  screen('device-network', '/locations/:id/settings/devices/:deviceId/network', settled('What the device says')),
  screen('device-policies', '/locations/:id/settings/devices/:deviceId/policies', settled(/./u)),
  screen('device-policy', '/locations/:id/settings/devices/:deviceId/policies/:policyId', tried),
  screen('zone-base', '/locations/:id/settings/zones/base/:policyId', tried),
  screen('zones', '/locations/:id/settings/zones/tagging/:sensorId', settled(/Zones/u)),
  screen('tagging-create', '/locations/:id/settings/zones/tagging/:sensorId/create/:parentId', settled(/Carve/u)),
  screen('tagging-update', '/locations/:id/settings/zones/tagging/:sensorId/update/:policyId', tried),
  screen('asset-new', '/locations/:id/asset', settled('Add an asset')),
  screen('asset', '/locations/:id/asset/:asset', settled(/./u)),
  screen('setup', '/locations/:id/setup', settled(/Add sentry/u)),
  screen('demo', '/locations/:id/demo', settled(/./u)),
  screen('profile', '/profile', settled('Profile')),
  screen('my-notifications', '/profile/notifications', settled('Notifications')),
  screen('welcome-notifications', '/welcome/notifications', settled(/reach you/u)),
  screen('change-password', '/profile/change-password', settled(/./u)),
  screen('admin', '/admin', settled(/./u)),
  screen('policies', '/admin/policies', settled('Policies')),
  screen('policy', '/admin/policies/:id', tried),
  screen('policy-new', '/admin/policies/:id', settled('Add a policy'), 'admin', () => '/admin/policies/new'),
  screen('policy-overrides', '/admin/policies/:id/overrides', settled(/own values/u)),
  screen('users', '/admin/users', settled(/./u)),
  screen('admin-notifications', '/admin/notifications', settled('Notifications')),
  screen('user-notifications', '/admin/users/:id/notifications', settled(/is told/u)),
  screen('user', '/admin/users/:id', settled(/./u)),
  screen('create-user', '/admin/create-user', settled(/./u)),
  screen('create-user-type', '/admin/create-user/:type', settled(/./u)),
  screen('tenants', '/admin/tenants', settled(/./u), 'owner'),
  screen('outbound-hosts', '/admin/tenants/:id/outbound', settled('Allow a host'), 'owner'),
  screen('create-tenant', '/admin/create-tenant', settled(/./u), 'owner'),
  screen('operations', '/admin/operations', settled(/Feedback/u), 'owner'),
  screen('usage', '/metrics', settled('Usage'), 'owner'),
  screen('fleet', '/metrics/sentries', settled('All sentries'), 'owner'),
  screen('weather', '/locations/:id/settings/weather', settled(/warned of/u)),
  screen('logs', '/admin/logs', settled(/./u)),
  screen('retention', '/retention', settled(/./u)),
  screen('tenant-setup', '/admin/setup', settled(/./u)),
];
