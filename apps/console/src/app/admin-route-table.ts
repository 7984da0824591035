/** The organization: policies, users, integrations, audit log; for the admin tenant, the installation. */
import { mantinePart } from '../ui/with-mantine.tsx';
import type { ConsoleRoute } from './console-route.ts';

export const ADMIN_ROUTES: readonly ConsoleRoute[] = [
  {
    path: '/admin/integrations',
    access: 'admin',
    label: 'integrations',
    page: mantinePart(() => import('../screens/admin/admin-integrations.tsx'), 'home', 'locations', 'integrations'),
  },
  {
    path: '/admin/discovered',
    access: 'admin',
    label: 'discovered',
    page: mantinePart(() => import('../screens/admin/discovered-devices.tsx'), 'home', 'locations', 'integrations'),
  },
  {
    path: '/admin/operations',
    access: 'admin-tenant',
    label: 'operations',
    page: mantinePart(() => import('../screens/admin/operations.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/metrics',
    access: 'metrics',
    label: 'usage',
    page: mantinePart(() => import('../screens/admin/usage.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/admin/mail',
    access: 'admin-tenant',
    label: 'mailServer',
    page: mantinePart(() => import('../screens/admin/mail-server.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/metrics/sentries',
    access: 'metrics',
    label: 'fleet',
    page: mantinePart(() => import('../screens/admin/fleet.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/admin/notifications',
    access: 'admin',
    label: 'organizationNotifications',
    page: mantinePart(() => import('../screens/admin/admin-notifications.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/admin/users/:id/notifications',
    access: 'admin',
    label: 'notifications',
    page: mantinePart(() => import('../screens/admin/user-notifications.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/admin',
    access: 'signed-in',
    label: 'admin',
    nav: 200,
    home: true,
    page: mantinePart(() => import('../screens/admin/admin.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/admin/policies',
    access: 'signed-in',
    label: 'policies',
    page: mantinePart(() => import('../screens/policies/policies.tsx'), 'home', 'locations', 'policies'),
  },
  {
    path: '/admin/policies/:id',
    access: 'signed-in',
    label: 'policy',
    page: mantinePart(() => import('../screens/policies/policy.tsx'), 'home', 'locations', 'policies'),
  },
  {
    path: '/admin/policies/:id/overrides',
    access: 'admin',
    label: 'overrides',
    page: mantinePart(() => import('../screens/policies/policy-overrides.tsx'), 'home', 'locations', 'policies'),
  },
  {
    path: '/admin/users',
    access: 'admin',
    label: 'users',
    page: mantinePart(() => import('../screens/admin/users.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/admin/users/:id',
    access: 'admin',
    label: 'user',
    page: mantinePart(() => import('../screens/admin/user.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/admin/create-user',
    access: 'admin',
    label: 'inviteUser',
    page: mantinePart(() => import('../screens/admin/create-user.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/admin/create-user/:type',
    access: 'admin',
    label: 'inviteUser',
    page: mantinePart(() => import('../screens/admin/create-user.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/admin/tenants',
    access: 'admin-tenant',
    label: 'organizations',
    page: mantinePart(() => import('../screens/admin/tenants.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/admin/tenants/:id/outbound',
    access: 'admin-tenant',
    label: 'privateHosts',
    page: mantinePart(() => import('../screens/admin/outbound-hosts.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/admin/create-tenant',
    access: 'admin-tenant',
    label: 'addOrganization',
    page: mantinePart(() => import('../screens/admin/create-tenant.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/admin/logs',
    access: 'admin',
    label: 'auditLog',
    page: mantinePart(() => import('../screens/admin/logs.tsx'), 'home', 'locations', 'settings'),
  },
  {
    path: '/retention',
    access: 'admin-tenant',
    label: 'retention',
    page: mantinePart(() => import('../screens/admin/video-retention.tsx'), 'home', 'locations', 'settings', 'video'),
  },
  {
    path: '/admin/setup',
    access: 'admin',
    label: 'organization',
    home: true,
    page: mantinePart(() => import('../screens/admin/tenant-setup.tsx'), 'home', 'locations', 'settings'),
  },
];
