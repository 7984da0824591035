export { anonymizeFeedbackAllTenants } from './announcement-store.ts';
export type { OperationsPorts } from './get-operations.ts';
export { createHealth, type Health, type HealthProblem } from './health.ts';
export { operationsRoutes } from './operations-routes.ts';
export { storeUsageDays } from './usage.ts';
export { readVersion } from './version.ts';
