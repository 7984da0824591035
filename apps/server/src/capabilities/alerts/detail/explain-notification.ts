/**
 * Why people were notified of an alert, or were not, as reason codes. Pure: derived from the alert and its timeline.
 */
import type { AlertDetailOut, AlertOut, AlertStepOut } from '@picket/contracts/types';

/** An alert recorded later than this after it was raised notifies only if it is still relevant (monitor rules: Running). */
const MAX_NOTIFIABLE_AGE_MS = 900_000;

export function explainNotification(
  alert: AlertOut,
  timeline: readonly AlertStepOut[],
): AlertDetailOut['notificationReasons'] {
  const stepAt = (code: AlertStepOut['code']): string | undefined => timeline.find((step) => step.code === code)?.at;
  const unmutedAt = stepAt('UNMUTED');
  const backfilledAt = stepAt('BACKFILLED');
  if (alert.severity === 0) return [{ code: 'SEVERITY_ZERO' }];
  if (alert.muted) return [{ code: 'SUPPRESSED_BY_DO_NOT_DISTURB', at: alert.raisedAt }];
  if (backfilledAt !== undefined && isLongOver(alert, Date.parse(backfilledAt)))
    return [{ code: 'RECORDED_AFTER_CLEARED', at: backfilledAt }];
  return [
    ...(alert.withdrawn ? [{ code: 'WITHDRAWN' as const }] : []),
    ...(unmutedAt === undefined ? [] : [{ code: 'NOTIFIED_AFTER_DO_NOT_DISTURB' as const, at: unmutedAt }]),
    { code: 'SHOWN_IN_CONSOLE' as const, at: unmutedAt ?? alert.raisedAt },
  ];
}

const isLongOver = (alert: AlertOut, recordedAt: number): boolean =>
  recordedAt - Date.parse(alert.raisedAt) > MAX_NOTIFIABLE_AGE_MS &&
  alert.clearedAt !== undefined &&
  recordedAt - Date.parse(alert.clearedAt) >= MAX_NOTIFIABLE_AGE_MS;
