/** The user's own account and notifications. */
import { loadable } from '../lib/loadable.tsx';
import type { ConsoleRoute } from './console-route.ts';

export const PROFILE_ROUTES: readonly ConsoleRoute[] = [
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
];
