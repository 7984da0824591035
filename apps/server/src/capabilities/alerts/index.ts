export { getAlertsAllTenants, listReadingsAround } from './alert-list-store.ts';
export type { AlertChanged, NotificationQueries, OnAlertsChanged } from './alert-ports.ts';
export { alertRoutes } from './alert-routes.ts';
export { clearAlertsOfLocation, clearAlertsOfSentry, insertStep } from './alert-store.ts';
export { insertPolicyChangeAlert } from './alert-verbs.ts';
export { linkToRootAlerts } from './incident-store.ts';
export { recheckMutedAlerts } from './muted-alert-store.ts';
export { clearExternalAlert, type ExternalAlert, raiseExternalAlert, updateExternalAlert } from './outside-alerts.ts';
export { clearSystemAlert, raiseSystemAlert, type SystemAlert } from './own-alarms.ts';
export { unmuteDueAlerts } from './quiet-alerts.ts';
export { createAlertRecord } from './record-outcomes.ts';
export {
  type AlertActor,
  assignAlert,
  endExpiredAcknowledgements,
  findSnoozeProblem,
  snoozeOpenAlert,
} from './take-care.ts';
