export { createTenant, type NewTenant, type OnTenantCreated } from './create-tenant.ts';
export { tenantRoutes } from './tenant-routes.ts';
export { findAdminTenant, renameTenant } from './tenant-store.ts';
