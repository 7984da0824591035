/** What other features use of the alerts. */
export { alertTitle } from './alert-text.ts';
export { OpenAlertList } from './open-alert-list.tsx';
export { useOpenAlerts } from './use-open-alerts.ts';
