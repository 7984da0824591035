/** Texts of alerts. */
import type { NotificationReason } from '@picket/contracts/alerts';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { AlertOut } from '@picket/contracts/types';
import { isEdit } from '@picket/domain/alert-kinds';
import { columnOf, SILENCE_METRIC } from '@picket/domain/metrics';
import { hasThreshold } from '@picket/domain/operators';
import { SENTRY_OFFLINE } from '@picket/domain/policies';
import { displayValue } from '@picket/domain/units';
import type { StateName } from '../../ui/icons.tsx';

export const alertTitle = (alert: AlertOut): string =>
  isEdit(alert.kind) ? `${alert.message.split(':')[0]} edited` : (alert.violation ?? alert.message);

/** The name of the location, or "Every location". */
export const alertPlace = (alert: AlertOut): string => alert.location?.name ?? 'Every location';

/** The time zone for its times; for an alert about every location, the reader's own. */
export const alertTimezone = (alert: AlertOut): string =>
  alert.location?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The path of its page. An alert about every location is shown under the location the reader came from. */
export const alertPath = (alert: AlertOut, location = alert.location?.guid ?? 'all'): string =>
  `/locations/${location}/alert/${alert.guid}`;

/** The badge of an alert: its severity, unless it was withdrawn or its sentry is offline. */
export const alertState = (alert: AlertOut): StateName => {
  if (alert.withdrawn) return 'withdrawn';
  if (alert.sentryOffline || alert.policy?.name === SENTRY_OFFLINE) return 'offline';
  return alert.severityLabel;
};

type AlertTraceStep = ResponseOf<'GET /alerts/{guid}/trace'>['steps'][number];

/** A stored value in the unit of the reader: "91.8 °F". */
export const valueText = (sensorMetricId: string, column: string, stored: number, useCelsius: boolean): string => {
  const { text, unit } = displayValue(sensorMetricId, column, stored, { useCelsius });
  return unit === '' ? text : `${text} ${unit}`;
};

/** "91.8 °F, limit 89.0 °F": the reading and the limit, for conditions with a meaningful limit. */
export function alertEvidence(alert: AlertOut, useCelsius: boolean): string {
  return alert.conditions
    .flatMap(({ sensorMetricId, column, operand, threshold, operator }) => {
      if (operand === null || sensorMetricId === SILENCE_METRIC || !hasThreshold(operator) || threshold === 0)
        return [];
      return [
        `${valueText(sensorMetricId, column, operand, useCelsius)}, limit ${valueText(sensorMetricId, column, threshold, useCelsius)}`,
      ];
    })
    .join(' · ');
}

/** Why people were or were not notified. */
export const NOTIFICATION_REASON_TEXTS: Readonly<Record<NotificationReason, string>> = {
  SEVERITY_ZERO: 'Severity 0: it is recorded, and nobody is notified.',
  SUPPRESSED_BY_DO_NOT_DISTURB: 'Nobody was notified: its policy was in do-not-disturb when it was raised.',
  NOTIFIED_AFTER_DO_NOT_DISTURB: 'People were notified when do-not-disturb ended, because it was still open.',
  RECORDED_AFTER_CLEARED: 'Nobody was notified: its readings arrived after it had ended.',
  WITHDRAWN:
    'Withdrawn: later readings showed that this never happened. People who were notified are notified of this.',
  SHOWN_IN_CONSOLE: 'Shown in the console to everybody with access to this location.',
};

/** An evaluation step as text. */
export function traceText(step: AlertTraceStep, useCelsius: boolean): string {
  const { sensorMetricId, column = '', operand, code } = step;
  const measured =
    sensorMetricId === undefined || operand === undefined || operand === null
      ? ''
      : ` at ${valueText(sensorMetricId, column, operand, useCelsius)}`;
  const name = sensorMetricId === undefined ? '' : (columnOf(sensorMetricId, column)?.label ?? sensorMetricId);
  return `${TRACE_WORDS[code] ?? code}${name === '' ? '' : `: ${name}${measured}`}`;
}

const TRACE_WORDS: Readonly<Record<string, string>> = {
  CONDITION_ONSET: 'Condition true, onset delay started',
  CONDITION_MET: 'Condition met',
  CONDITION_EXIT: 'Condition false, exit delay started',
  CONDITION_OVER: 'Condition ended',
  ONSET_STARTED: 'All conditions met, onset delay started',
  NEAR_MISS: 'Ended before the delay was reached (near miss)',
  PAUSED: 'No readings: delay paused',
  RESUMED: 'Readings again: delay resumed',
  RAISED: 'Delay reached: alert raised',
  EXIT_STARTED: 'No longer met, exit delay started',
  EXIT_CANCELLED: 'Met again: the alert continues',
  CLEARED: 'Exit delay reached: alert cleared',
};
