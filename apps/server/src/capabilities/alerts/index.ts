export {
  type AlertActor,
  assignAlert,
  endExpiredAcknowledgements,
  findSnoozeProblem,
  snoozeOpenAlert,
} from './acknowledgement/acknowledgements.ts';
export { insertPolicyChangeAlert } from './alert-actions.ts';
export type { AlertChanged, NotificationQueries, OnAlertsChanged } from './alert-ports.ts';
export { alertRoutes } from './alert-routes.ts';
export { recheckMutedAlerts } from './do-not-disturb/muted-alert-store.ts';
export { unmuteDueAlerts } from './do-not-disturb/unmute-alerts.ts';
export {
  clearExternalAlert,
  type ExternalAlert,
  raiseExternalAlert,
  updateExternalAlert,
} from './external/external-alerts.ts';
export { clearAlertsOfLocation, clearAlertsOfSentry, insertStep } from './lifecycle/alert-store.ts';
export { linkToRootAlerts } from './lifecycle/incident-store.ts';
export { createAlertRecord } from './lifecycle/record-outcomes.ts';
export { getAlertsAllTenants, listReadingsAround } from './queries/alert-list-store.ts';
export { clearSystemAlert, raiseSystemAlert, type SystemAlert } from './system/system-alerts.ts';
