export { createHealth, type Health, type HealthProblem } from './health.ts';
export { anonymizeFeedbackAllTenants } from './news-store.ts';
export { operationsRoutes } from './operations-routes.ts';
export type { OperationsPorts } from './run-operations.ts';
export { storeUsageDays } from './usage.ts';
export { readVersion } from './version.ts';
