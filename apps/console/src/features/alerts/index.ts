/** What other features use of alerts. */
export { alertTitle } from './alert-text.ts';
export { OpenAlertList } from './open-alert-list.tsx';
export { refreshAlert } from './use-alert.ts';
export { useOpenAlerts } from './use-open-alerts.ts';
