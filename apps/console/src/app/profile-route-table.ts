/** The user's own account and notifications. */
import { mantinePart } from '../ui/with-mantine.tsx';
import type { ConsoleRoute } from './console-route.ts';

export const PROFILE_ROUTES: readonly ConsoleRoute[] = [
  {
    path: '/profile/notifications',
    access: 'signed-in',
    label: 'notifications',
    page: mantinePart(() => import('../screens/profile/my-notifications.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/welcome/notifications',
    access: 'signed-in',
    label: 'welcome',
    home: true,
    page: mantinePart(() => import('../screens/profile/my-notifications.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/profile',
    access: 'signed-in',
    label: 'profile',
    page: mantinePart(() => import('../screens/profile/profile.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/profile/change-password',
    access: 'signed-in',
    label: 'changePassword',
    page: mantinePart(() => import('../screens/profile/change-password.tsx'), 'home', 'locations', 'settings'),
  },
];
