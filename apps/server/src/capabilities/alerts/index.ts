export { alertsByGuidAllTenants } from './alert-list-store.ts';
export type { AlertChanged, OnAlertsChanged } from './alert-ports.ts';
export { alertRoutes } from './alert-routes.ts';
export { closeAlertsOfSentry } from './alert-store.ts';
export { insertPolicyChangeAlert } from './alert-verbs.ts';
export { askMutedAgain } from './muted-alert-store.ts';
export { unmuteDue } from './quiet-alerts.ts';
export { createAlertRecord } from './record-outcomes.ts';
