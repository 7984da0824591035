/** What other features use of alerts. */

export { alarmingSeriesOf } from './alarming-series.ts';
export { setAlertCursor } from './alert-cursor.ts';
export { alertPath, alertPlace, alertTimezone, alertTitle } from './alert-text.ts';
export { OpenAlertList } from './open-alert-list.tsx';
export { replaceInLists } from './replace-in-lists.ts';
export { refreshAlert } from './use-alert.ts';
export { useOpenAlerts } from './use-open-alerts.ts';
