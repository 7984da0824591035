/** What other features use of alerts: notifications act on them as well. */
export { refreshAlert } from './use-alert.ts';
