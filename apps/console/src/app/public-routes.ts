/** Every path that can be opened without a session. All others are in the tables that route-table.ts puts together. */
import { type Loadable, loadable } from '../lib/loadable.tsx';
import { mantinePart } from '../ui/with-mantine.tsx';

interface PublicRoute {
  readonly path: string;
  readonly access: 'anyone';
  readonly page: Loadable<object>;
}

export const PUBLIC_ROUTES: readonly PublicRoute[] = [
  { path: '/sign-in', access: 'anyone', page: loadable(() => import('../screens/auth/sign-in.tsx')) },
  {
    path: '/sign-up/:token',
    access: 'anyone',
    page: mantinePart(() => import('../screens/auth/sign-up.tsx')),
  },
  {
    path: '/sign-in/callback',
    access: 'anyone',
    page: loadable(() => import('../screens/auth/sign-in-callback.tsx')),
  },
  {
    path: '/forgot-password',
    access: 'anyone',
    page: loadable(() => import('../screens/auth/forgot-password.tsx')),
  },
  {
    path: '/reset-password/:token',
    access: 'anyone',
    page: mantinePart(() => import('../screens/auth/reset-password.tsx')),
  },
  {
    path: '/version',
    access: 'anyone',
    page: mantinePart(() => import('../screens/service/version.tsx')),
  },
  { path: '/goodbye', access: 'anyone', page: loadable(() => import('../screens/auth/goodbye.tsx')) },
  {
    path: '/act/:token',
    access: 'anyone',
    page: mantinePart(() => import('../screens/alerts/alert-action.tsx'), 'shell', 'home', 'locations'),
  },
];
