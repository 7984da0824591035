export { createTenant, type NewTenant, type OnTenantCreated } from './create-tenant.ts';
export { findAdminTenant, findTenantName } from './tenant-name-store.ts';
export { tenantRoutes } from './tenant-routes.ts';
export { renameTenant } from './tenant-store.ts';
