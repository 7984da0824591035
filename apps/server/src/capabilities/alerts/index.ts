export { alertsByGuidAllTenants } from './alert-list-store.ts';
export type { AlertChanged, OnAlertsChanged } from './alert-ports.ts';
export { alertRoutes } from './alert-routes.ts';
export { closeAlertsOfSentry } from './alert-store.ts';
export { createRecordOutcomes } from './record-outcomes.ts';
