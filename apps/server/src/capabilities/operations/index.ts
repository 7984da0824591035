export { anonymizeFeedbackAllTenants } from './announcement-store.ts';

export { BringBackError, bringBackTenant } from './bring-back-tenant.ts';
export { createHealth, type Health } from './health.ts';
export { operationsRoutes } from './operations-routes.ts';
export { storeUsageDays } from './store-usage-days.ts';
export { readVersion } from './version.ts';
