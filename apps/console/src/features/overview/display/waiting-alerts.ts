/** Alerts that a wall display calls for. */
import type { AlertOut } from '@picket/contracts/types';

/** Unacknowledged alerts of this severity or more sound the alarm. */
const ALARM_MIN_SEVERITY = 200;

export const isWaiting = ({ acknowledged, muted, severity }: AlertOut): boolean =>
  acknowledged === undefined && !muted && severity >= ALARM_MIN_SEVERITY;
