/** Locations: their alerts, views, devices, zones and settings. */
import { loadBroughtSteps } from '../features/get-started/get-started-section.tsx';
import { loadBroughtList } from '../features/overview/list/card-list.tsx';
import { loadable } from '../lib/loadable.tsx';
import Locations from '../screens/locations/locations.tsx';
import { mantinePart } from '../ui/with-mantine.tsx';
import type { ConsoleRoute } from './console-route.ts';

/** The screen that most visits begin with comes with its frame. What draws its lists is loaded here: they are drawn at once. */
async function loadLocations() {
  await Promise.all([loadBroughtSteps(), loadBroughtList()]);
  return { default: Locations };
}

export const LOCATION_ROUTES: readonly ConsoleRoute[] = [
  {
    path: '/locations',
    access: 'signed-in',
    label: 'locations',
    nav: 100,
    home: true,
    page: loadable(loadLocations, 'home'),
  },
  {
    path: '/alerts',
    access: 'signed-in',
    label: 'alerts',
    nav: 150,
    home: true,
    page: mantinePart(() => import('../screens/alerts/alerts.tsx'), 'home', 'locations'),
  },
  {
    path: '/_/locations',
    access: 'signed-in',
    label: 'wall',
    home: true,
    page: mantinePart(() => import('../screens/locations/wall-display.tsx'), 'home', 'locations'),
  },
  {
    path: '/location/create',
    access: 'admin',
    label: 'addLocation',
    page: mantinePart(() => import('../screens/locations/create-location.tsx'), 'home', 'locations'),
  },
  {
    path: '/locations/:id',
    access: 'signed-in',
    label: 'location',
    page: mantinePart(() => import('../screens/locations/location.tsx'), 'home', 'locations', 'policies'),
  },
  {
    path: '/locations/:id/alert/:alertId',
    access: 'signed-in',
    label: 'alert',
    page: mantinePart(() => import('../screens/alerts/alert.tsx'), 'home', 'locations'),
  },
  {
    path: '/locations/:id/live',
    access: 'signed-in',
    label: 'live',
    page: mantinePart(() => import('../screens/locations/live.tsx'), 'home', 'locations', 'policies', 'video'),
  },
  {
    path: '/locations/:id/today',
    access: 'signed-in',
    label: 'today',
    page: mantinePart(() => import('../screens/locations/today.tsx'), 'home', 'locations'),
  },
  {
    path: '/locations/:id/history',
    access: 'signed-in',
    label: 'history',
    page: mantinePart(() => import('../screens/locations/history.tsx'), 'home', 'locations'),
  },
  {
    path: '/locations/:id/calendar',
    access: 'signed-in',
    label: 'calendar',
    page: mantinePart(() => import('../screens/locations/calendar.tsx'), 'home', 'locations'),
  },
  {
    path: '/locations/:id/settings',
    access: 'signed-in',
    label: 'settings',
    page: mantinePart(() => import('../screens/locations/location-settings.tsx'), 'home', 'locations', 'video'),
  },
  {
    path: '/locations/:id/settings/name',
    access: 'location-admin',
    label: 'name',
    page: mantinePart(() => import('../screens/locations/location-name.tsx'), 'home', 'locations'),
  },
  {
    path: '/locations/:id/settings/address',
    access: 'location-admin',
    label: 'address',
    page: mantinePart(() => import('../screens/locations/location-address.tsx'), 'home', 'locations'),
  },
  {
    path: '/locations/:id/settings/camera',
    access: 'location-admin',
    label: 'camera',
    page: mantinePart(
      () => import('../screens/locations/location-camera.tsx'),
      'home',
      'locations',
      'policies',
      'video',
    ),
  },
  {
    path: '/locations/:id/settings/devices',
    access: 'signed-in',
    label: 'devices',
    page: mantinePart(() => import('../screens/locations/devices.tsx'), 'home', 'locations', 'video', 'integrations'),
  },
  {
    path: '/locations/:id/settings/devices/:deviceId/network',
    access: 'location-admin',
    label: 'network',
    page: mantinePart(() => import('../screens/locations/device-network.tsx'), 'home', 'locations'),
  },
  {
    path: '/locations/:id/settings/devices/:deviceId/policies',
    access: 'signed-in',
    label: 'devicePolicies',
    page: mantinePart(() => import('../screens/policies/device-policies.tsx'), 'home', 'locations', 'policies'),
  },
  {
    path: '/locations/:id/settings/devices/:deviceId/policies/:policyId',
    access: 'signed-in',
    label: 'devicePolicy',
    page: mantinePart(() => import('../screens/policies/device-policy.tsx'), 'home', 'locations', 'policies'),
  },
  {
    path: '/locations/:id/settings/zones/base/:policyId',
    access: 'signed-in',
    label: 'baseZone',
    page: mantinePart(() => import('../screens/locations/zone-base.tsx'), 'home', 'locations', 'policies'),
  },
  {
    path: '/locations/:id/settings/zones/tagging/:sensorId',
    access: 'signed-in',
    label: 'zones',
    page: mantinePart(() => import('../screens/locations/zones.tsx'), 'home', 'locations', 'policies'),
  },
  {
    path: '/locations/:id/settings/zones/tagging/:sensorId/create/:parentId',
    access: 'location-admin',
    label: 'addSubZone',
    page: mantinePart(() => import('../screens/locations/tagging-zone.tsx'), 'home', 'locations', 'policies'),
  },
  {
    path: '/locations/:id/settings/zones/tagging/:sensorId/update/:policyId',
    access: 'signed-in',
    label: 'zone',
    page: mantinePart(() => import('../screens/locations/tagging-zone.tsx'), 'home', 'locations', 'policies'),
  },
  {
    path: '/locations/:id/asset',
    access: 'location-admin',
    label: 'asset',
    page: mantinePart(() => import('../screens/locations/asset.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/locations/:id/asset/:asset',
    access: 'location-admin',
    label: 'asset',
    page: mantinePart(() => import('../screens/locations/asset.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/locations/:id/demo',
    access: 'demo',
    label: 'demo',
    page: mantinePart(() => import('../screens/locations/demo.tsx'), 'home', 'locations'),
  },
  {
    path: '/locations/:id/setup',
    access: 'location-admin',
    label: 'addSentry',
    page: mantinePart(() => import('../screens/locations/setup.tsx'), 'home', 'locations'),
  },
  {
    path: '/locations/:id/settings/maintenance',
    access: 'signed-in',
    label: 'maintenance',
    page: mantinePart(() => import('../screens/locations/maintenance-windows.tsx'), 'home', 'locations'),
  },
  {
    path: '/locations/:id/settings/weather',
    access: 'signed-in',
    label: 'weather',
    page: mantinePart(() => import('../screens/locations/location-weather.tsx'), 'home', 'locations'),
  },
  {
    path: '/locations/:id/adopt',
    access: 'admin',
    label: 'adopt',
    page: mantinePart(() => import('../screens/locations/adopt-devices.tsx'), 'home', 'locations', 'integrations'),
  },
];
