export { createHealth, type Health, type HealthTrouble } from './health.ts';
export { forgetWhoSaidAllTenants } from './news-store.ts';
export { operationsRoutes } from './operations-routes.ts';
export type { OperationsPorts } from './run-operations.ts';
export { keepUsageDays } from './usage.ts';
export { readVersion } from './version.ts';
