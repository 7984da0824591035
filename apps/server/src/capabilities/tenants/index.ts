export { createTenant, type NewTenant, type OnTenantCreated } from './create-tenant.ts';
export { tenantRoutes } from './tenant-routes.ts';
