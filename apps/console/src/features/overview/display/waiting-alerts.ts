/** Alerts that a wall display calls for. */
import type { AlertOut } from '@picket/contracts/types';

/** Alerts that nobody has acknowledged or snoozed, of this severity or more sound the alarm. */
const ALARM_MIN_SEVERITY = 200;

export const isWaiting = ({ acknowledged, snoozed, muted, severity }: AlertOut): boolean =>
  acknowledged === undefined && snoozed === undefined && !muted && severity >= ALARM_MIN_SEVERITY;
