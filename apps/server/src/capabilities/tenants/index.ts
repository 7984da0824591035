export { createTenant, type NewTenant, type TenantCreated } from './create-tenant.ts';
