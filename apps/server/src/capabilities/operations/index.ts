export { anonymizeFeedbackAllTenants } from './announcement-store.ts';

export { type BroughtBackLocation, bringBackLocation, type OnLocationBroughtBack } from './bring-back-location.ts';
export { type BroughtBackPolicy, bringBackPolicy } from './bring-back-policy.ts';
export { type BroughtBackTenant, bringBackTenant } from './bring-back-tenant.ts';
export { createHealth, type Health } from './health.ts';
export { operationsRoutes } from './operations-routes.ts';
export { storeUsageDays } from './store-usage-days.ts';
export { readVersion } from './version.ts';
