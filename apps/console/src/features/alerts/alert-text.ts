/** Texts of alerts and their timelines. */
import type { NotificationReason } from '@picket/contracts/alerts';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { AlertOut, AlertStepOut } from '@picket/contracts/types';
import { formatDuration } from '@picket/domain/ages';
import { columnOf, SILENCE_METRIC } from '@picket/domain/metrics';
import { hasThreshold, recordedOperator } from '@picket/domain/operators';
import { SENTRY_OFFLINE } from '@picket/domain/policies';
import { displayValue } from '@picket/domain/units';
import { VERDICT_WORDS, VERDICTS } from '@picket/domain/verdicts';
import { formatDateTime } from '../../lib/format-time.ts';
import type { StateName } from '../../ui/icons.tsx';

export const alertTitle = (alert: AlertOut): string =>
  alert.kind === 'POLICY_CHANGE_ALERT' ? `${alert.message.split(':')[0]} edited` : (alert.violation ?? alert.message);

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

const value = (sensorMetricId: string, column: string, stored: number, useCelsius: boolean): string => {
  const { text: textDetail, unit } = displayValue(sensorMetricId, column, stored, { useCelsius });
  return unit === '' ? textDetail : `${textDetail} ${unit}`;
};

/** "91.8 °F, limit 89.0 °F": the reading and the limit, for conditions with a meaningful limit. */
export function alertEvidence(alert: AlertOut, useCelsius: boolean): string {
  return alert.conditions
    .flatMap(({ sensorMetricId, column, operand, threshold, operator }) => {
      if (operand === null || sensorMetricId === SILENCE_METRIC || !hasThreshold(operator) || threshold === 0)
        return [];
      return [
        `${value(sensorMetricId, column, operand, useCelsius)}, limit ${value(sensorMetricId, column, threshold, useCelsius)}`,
      ];
    })
    .join(' · ');
}

const textDetail = (step: AlertStepOut, name: string): string => String(step.detail[name] ?? '');
const numberDetail = (step: AlertStepOut, name: string): number => Number(step.detail[name] ?? 0);

function conditionMetText(step: AlertStepOut, useCelsius: boolean): string {
  const sensorMetricId = textDetail(step, 'sensorMetricId');
  const column = textDetail(step, 'column');
  const wait = numberDetail(step, 'waitSeconds');
  const waiting = wait > 0 ? ` Waiting ${formatDuration(wait * 1000)} before the alert is raised.` : '';
  if (sensorMetricId === SILENCE_METRIC)
    return `No report for ${formatDuration(numberDetail(step, 'threshold') * 1000)}.${waiting}`;
  const { operand } = step.detail;
  const measured = typeof operand === 'number' ? value(sensorMetricId, column, operand, useCelsius) : 'unknown';
  if (numberDetail(step, 'threshold') === 0 || !hasThreshold(textDetail(step, 'operator')))
    return `Reading: ${measured}.${waiting}`;
  const limit = value(sensorMetricId, column, numberDetail(step, 'threshold'), useCelsius);
  return `${measured}, ${recordedOperator(textDetail(step, 'operator'))?.phrase ?? ''} ${limit}.${waiting}`;
}

/** One step of the timeline as a sentence. */
export function stepText(step: AlertStepOut, useCelsius: boolean, timezone: string): string {
  switch (step.code) {
    case 'CONDITION_MET':
      return conditionMetText(step, useCelsius);
    case 'RAISED':
      return step.by === undefined ? 'Alert raised.' : `Raised by ${step.by}.`;
    case 'EXIT_STARTED': {
      const wait = numberDetail(step, 'waitSeconds');
      return `Back within the limit. Waiting ${formatDuration(wait * 1000)} before the alert clears.`;
    }
    case 'EXIT_CANCELLED':
      return 'Outside the limit again: the alert continues.';
    case 'CLEARED':
      return 'Cleared.';
    case 'RECOVERED':
      return 'Recovered. The alert stays until somebody resolves it.';
    case 'ACKNOWLEDGED':
      return `Acknowledged by ${step.by ?? 'somebody'}.`;
    case 'COMMENTED':
      return `${step.by ?? 'Somebody'} commented.`;
    case 'CORRECTED':
      if (step.detail.clearedAt === null) return 'Corrected: readings that arrived late show that it has not ended.';
      return step.detail.what === 'TIMES'
        ? 'Corrected: readings that arrived late changed its times.'
        : 'Corrected: a reading that arrived late reverted the step before.';
    case 'WITHDRAWN':
      return 'Withdrawn: later readings showed that this never happened.';
    case 'BACKFILLED':
      return 'Raised afterwards, from readings that arrived late.';
    case 'MUTED':
      return 'Muted: its policy is in do-not-disturb.';
    case 'UNMUTED':
      return 'Unmuted: do-not-disturb ended and the alert is still open.';
    case 'RESOLVED':
      return `Resolved by ${step.by ?? 'somebody'}.`;
    case 'POLICY_EDITED':
      if (step.by !== undefined) return `Edited by ${step.by}.`;
      return `Its policy was edited; the alert stays open (version ${textDetail(step, 'version')}).`;
    case 'POLICY_CHANGED':
      return 'Cleared because its policy was changed. The cause may still exist.';
    case 'ACKNOWLEDGEMENT_EXPIRED':
      return `Acknowledgement expired: no activity since ${step.by ?? 'somebody'} acknowledged it.`;
    case 'SNOOZED':
      return `Snoozed by ${step.by ?? 'somebody'} until ${formatDateTime(Date.parse(textDetail(step, 'until')), timezone)}.`;
    case 'SNOOZE_ENDED':
      return 'Snooze ended.';
    case 'ESCALATED':
      return `Escalated: notification ${numberDetail(step, 'notification')} goes to ${textDetail(step, 'people') || 'nobody'}.`;
    case 'RESTORED':
      return `Reverted by ${step.by ?? 'somebody'}.`;
    case 'VERDICT_SET': {
      const verdict = VERDICTS.find((one) => one === step.detail.verdict);
      const by = step.by ?? 'Somebody';
      return verdict === undefined
        ? `${by} removed the verdict.`
        : `${by} set the verdict: ${VERDICT_WORDS[verdict].toLowerCase()}.`;
    }
    case 'WEATHER_REPORTED':
      return `${step.by ?? 'The weather service'}: ${textDetail(step, 'text')}`;
    case 'SENTRY_REMOVED':
      return 'The sentry was removed.';
    case 'LOCATION_REMOVED':
      return 'The location was deleted.';
  }
}

/** Why people were or were not notified. */
export function notificationReasonText(code: NotificationReason): string {
  switch (code) {
    case 'SEVERITY_ZERO':
      return 'Severity 0: it is recorded, and nobody is notified.';
    case 'SUPPRESSED_BY_DO_NOT_DISTURB':
      return 'Nobody was notified: its policy was in do-not-disturb when it was raised.';
    case 'NOTIFIED_AFTER_DO_NOT_DISTURB':
      return 'People were notified when do-not-disturb ended, because it was still open.';
    case 'RECORDED_AFTER_CLEARED':
      return 'Nobody was notified: its readings arrived after it had ended.';
    case 'WITHDRAWN':
      return 'Withdrawn: later readings showed that this never happened. People who were notified are notified of this.';
    case 'SHOWN_IN_CONSOLE':
      return 'Shown in the console to everybody with access to this location.';
  }
}

/** An evaluation step as text. */
export function traceText(step: AlertTraceStep, useCelsius: boolean): string {
  const { sensorMetricId, column = '', operand, code } = step;
  const measured =
    sensorMetricId === undefined || operand === undefined || operand === null
      ? ''
      : ` at ${value(sensorMetricId, column, operand, useCelsius)}`;
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

/** The emphasis of a step on the timeline. */
export const stepTone = (step: AlertStepOut): 'hit' | 'good' | 'plain' => {
  if (step.code === 'RAISED') return 'hit';
  return ['CLEARED', 'RECOVERED', 'ACKNOWLEDGED', 'RESOLVED'].includes(step.code) ? 'good' : 'plain';
};
