/** Every path of the console: who may open it, where it stands in the navigation, which page shows it. */
import type { ProfileOut } from '@picket/contracts';
import { isAdmin, isLocationAdmin } from '@picket/domain';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

export type RouteAccess = 'anyone' | 'signed-in' | 'admin' | 'location-admin';

export interface ConsoleRoute {
  readonly path: string;
  readonly access: RouteAccess;
  /** What the back button of the next page says. */
  readonly label: string;
  readonly page: LazyExoticComponent<ComponentType>;
  /** Shown in the top bar, in this order. */
  readonly nav?: number;
  /** Shows the logo instead of a back button. */
  readonly home?: boolean;
}

export const ROUTES: readonly ConsoleRoute[] = [
  { path: '/sign-in', access: 'anyone', label: 'Sign in', page: lazy(() => import('../screens/sign-in.tsx')) },
  { path: '/sign-up/:token', access: 'anyone', label: 'Sign up', page: lazy(() => import('../screens/sign-up.tsx')) },
  { path: '/goodbye', access: 'anyone', label: 'Goodbye', page: lazy(() => import('../screens/goodbye.tsx')) },
  {
    path: '/locations',
    access: 'signed-in',
    label: 'Locations',
    nav: 100,
    home: true,
    page: lazy(() => import('../screens/locations.tsx')),
  },
  {
    path: '/location/create',
    access: 'admin',
    label: 'Add location',
    page: lazy(() => import('../screens/create-location.tsx')),
  },
  {
    path: '/locations/:id',
    access: 'signed-in',
    label: 'Location',
    page: lazy(() => import('../screens/location.tsx')),
  },
  {
    path: '/locations/:id/alert/:alertId',
    access: 'signed-in',
    label: 'Alert',
    page: lazy(() => import('../screens/alert.tsx')),
  },
  {
    path: '/locations/:id/setup',
    access: 'location-admin',
    label: 'Add sentry',
    page: lazy(() => import('../screens/setup.tsx')),
  },
  { path: '/profile', access: 'signed-in', label: 'Profile', page: lazy(() => import('../screens/profile.tsx')) },
];

/** Whether this person may open the route; the same predicates as the server's. */
export function mayOpen(
  route: ConsoleRoute,
  profile: ProfileOut,
  params: Readonly<Record<string, string | undefined>>,
): boolean {
  if (route.access === 'admin') return isAdmin(profile.permissions);
  if (route.access === 'location-admin') return isLocationAdmin(profile.permissions, params.id ?? '');
  return true;
}
