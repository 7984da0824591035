export {
  type AlertActor,
  assignAlert,
  endExpiredAcknowledgements,
  findSnoozeProblem,
  snoozeOpenAlert,
} from './acknowledgements.ts';
export { insertPolicyChangeAlert } from './alert-actions.ts';
export { getAlertsAllTenants, listReadingsAround } from './alert-list-store.ts';
export type { AlertChanged, NotificationQueries, OnAlertsChanged } from './alert-ports.ts';
export { alertRoutes } from './alert-routes.ts';
export { clearAlertsOfLocation, clearAlertsOfSentry, insertStep } from './alert-store.ts';
export { clearExternalAlert, type ExternalAlert, raiseExternalAlert, updateExternalAlert } from './external-alerts.ts';
export { linkToRootAlerts } from './incident-store.ts';
export { recheckMutedAlerts } from './muted-alert-store.ts';
export { createAlertRecord } from './record-outcomes.ts';
export { clearSystemAlert, raiseSystemAlert, type SystemAlert } from './system-alerts.ts';
export { unmuteDueAlerts } from './unmute-alerts.ts';
