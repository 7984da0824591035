export { createTenant, type NewTenant, type TenantCreated } from './create-tenant.ts';
export { tenantRoutes } from './tenant-routes.ts';
