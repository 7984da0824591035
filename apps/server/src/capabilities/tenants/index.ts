export { createTenant, type NewTenant, type OnTenantCreated } from './create-tenant.ts';
export { getStartedDecisions } from './get-started-store.ts';
export { suspendRestored } from './suspend-restored.ts';
export { findAdminTenant, findTenantName } from './tenant-name-store.ts';
export { tenantRoutes } from './tenant-routes.ts';
export { lockEdits, renameTenant } from './tenant-store.ts';
