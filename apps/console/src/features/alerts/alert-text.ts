/** Alerts and their steps in plain words. */
import type { AlertOut, AlertStepOut, NotificationReason, ResponseOf } from '@picket/contracts';
import { columnOf, displayValue, durationText, VERDICT_WORDS, VERDICTS } from '@picket/domain';
import { localMoment } from '../../lib/format.ts';
import type { StateName } from '../../ui/icons.tsx';

export const alertTitle = (alert: AlertOut): string =>
  alert.kind === 'POLICY_CHANGE_ALERT' ? `${alert.message.split(':')[0]} edited` : (alert.violation ?? alert.message);

/** Where it is about: a place, or all of them. */
export const alertPlace = (alert: AlertOut): string => alert.location?.name ?? 'Every location';

/** The zone its times are shown in; what is about every location is shown in the reader's own. */
export const alertTimezone = (alert: AlertOut): string =>
  alert.location?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Its own page. What is about every location is shown below whichever one the reader came from. */
export const alertPath = (alert: AlertOut, location = alert.location?.guid ?? 'all'): string =>
  `/locations/${location}/alert/${alert.guid}`;

/** The badge of an alert: its severity, unless it never happened or nothing is known any more. */
export const alertState = (alert: AlertOut): StateName => {
  if (alert.withdrawn) return 'withdrawn';
  if (alert.sentryOffline || alert.policy?.name === 'Sentry offline') return 'lost';
  return alert.severityLabel;
};

type AlertTraceStep = ResponseOf<'GET /alerts/{guid}/trace'>['steps'][number];

const value = (sensorMetricId: string, column: string, stored: number, useCelsius: boolean): string => {
  const { text, unit } = displayValue(sensorMetricId, column, stored, { useCelsius });
  return unit === '' ? text : `${text} ${unit}`;
};

/** "91.8 °F, limit 89.0 °F": what it stood at, for conditions with a limit worth naming. */
export function alertEvidence(alert: AlertOut, useCelsius: boolean): string {
  return alert.conditions
    .flatMap(({ sensorMetricId, column, operand, threshold, operator }) => {
      if (operand === null || sensorMetricId === 'sentry_silence' || operator === 'CHANGED' || threshold === 0)
        return [];
      return [
        `${value(sensorMetricId, column, operand, useCelsius)}, limit ${value(sensorMetricId, column, threshold, useCelsius)}`,
      ];
    })
    .join(' · ');
}

const OPERATOR_WORDS: Readonly<Record<string, string>> = {
  GREATER_THAN: 'above',
  LESS_THAN: 'below',
  CHANGED: 'changed from',
};

const textDetail = (step: AlertStepOut, name: string): string => String(step.detail[name] ?? '');
const numberDetail = (step: AlertStepOut, name: string): number => Number(step.detail[name] ?? 0);

function conditionMetText(step: AlertStepOut, useCelsius: boolean): string {
  const sensorMetricId = textDetail(step, 'sensorMetricId');
  const column = textDetail(step, 'column');
  const wait = numberDetail(step, 'waitSeconds');
  const waiting = wait > 0 ? ` Waiting ${durationText(wait * 1000)} in case it passes.` : '';
  if (sensorMetricId === 'sentry_silence')
    return `Not heard for ${durationText(numberDetail(step, 'threshold') * 1000)}.${waiting}`;
  const { operand } = step.detail;
  const measured = typeof operand === 'number' ? value(sensorMetricId, column, operand, useCelsius) : 'unknown';
  if (numberDetail(step, 'threshold') === 0 || textDetail(step, 'operator') === 'CHANGED')
    return `It read ${measured}.${waiting}`;
  const limit = value(sensorMetricId, column, numberDetail(step, 'threshold'), useCelsius);
  return `${measured}, ${OPERATOR_WORDS[textDetail(step, 'operator')] ?? ''} ${limit}.${waiting}`;
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
      return `Back within the limit. Waiting ${durationText(wait * 1000)} before it counts as over.`;
    }
    case 'EXIT_CANCELLED':
      return 'Past the limit again: the same alert goes on.';
    case 'CLEARED':
      return 'Over.';
    case 'RECOVERED':
      return 'Recovered; it stays until somebody resolves it.';
    case 'ACKNOWLEDGED':
      return `Acknowledged by ${step.by ?? 'somebody'}.`;
    case 'COMMENTED':
      return `${step.by ?? 'Somebody'} commented.`;
    case 'CORRECTED':
      if (step.detail.clearedAt === null) return 'Corrected: readings that arrived later show that it is not over.';
      return step.detail.what === 'TIMES'
        ? 'Corrected: readings that arrived later move its times.'
        : 'Corrected: a reading that arrived later says otherwise.';
    case 'WITHDRAWN':
      return 'Withdrawn: later readings showed that this never happened.';
    case 'BACKFILLED':
      return 'Found afterwards, in readings that arrived late.';
    case 'MUTED':
      return 'Muted: its policy keeps quiet at this time.';
    case 'UNMUTED':
      return 'Do-not-disturb is over and it still holds: unmuted.';
    case 'RESOLVED':
      return `Resolved by ${step.by ?? 'somebody'}.`;
    case 'POLICY_EDITED':
      if (step.by !== undefined) return `Edited by ${step.by}.`;
      return `What it is judged by was edited; it still holds (version ${textDetail(step, 'version')}).`;
    case 'POLICY_CHANGED':
      return 'Ended because its policy was changed. That does not mean that all is well.';
    case 'ACKNOWLEDGEMENT_EXPIRED':
      return `Nothing happened since ${step.by ?? 'somebody'} acknowledged it: it is nobody’s again.`;
    case 'SNOOZED':
      return `Put off by ${step.by ?? 'somebody'} until ${localMoment(Date.parse(textDetail(step, 'until')), timezone)}.`;
    case 'SNOOZE_ENDED':
      return 'The time it was put off for is over.';
    case 'ESCALATED':
      return `Nobody reacted: notice ${numberDetail(step, 'notice')} goes to ${textDetail(step, 'people') || 'nobody'}.`;
    case 'RESTORED':
      return `Taken back by ${step.by ?? 'somebody'}.`;
    case 'VERDICT_SET': {
      const verdict = VERDICTS.find((one) => one === step.detail.verdict);
      const by = step.by ?? 'Somebody';
      return verdict === undefined
        ? `${by} took back what it was.`
        : `${by} said: ${VERDICT_WORDS[verdict].toLowerCase()}.`;
    }
    case 'WEATHER_REPORTED':
      return `${step.by ?? 'The weather service'}: ${textDetail(step, 'text')}`;
    case 'SENTRY_REMOVED':
      return 'The sentry was removed.';
    case 'LOCATION_REMOVED':
      return 'The location was deleted.';
  }
}

/** Why people were told, or were not. */
export function notificationReasonText(code: NotificationReason): string {
  switch (code) {
    case 'SEVERITY_ZERO':
      return 'Severity 0: it is kept, and nobody is told.';
    case 'SUPPRESSED_BY_DO_NOT_DISTURB':
      return 'Nobody was told: its policy keeps quiet at the time it was raised.';
    case 'NOTIFIED_AFTER_DO_NOT_DISTURB':
      return 'People were told when do-not-disturb ended, since it still held.';
    case 'RECORDED_AFTER_CLEARED':
      return 'Nobody was told: its readings arrived after it was over.';
    case 'WITHDRAWN':
      return 'Withdrawn: later readings showed that this never happened. People who were notified are notified of this.';
    case 'SHOWN_IN_CONSOLE':
      return 'Shown to everybody with an open console who may see this place.';
  }
}

/** A step of the engine as a sentence. */
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
  CONDITION_ONSET: 'Condition true, its delay runs',
  CONDITION_MET: 'Condition met',
  CONDITION_EXIT: 'Condition false, its exit delay runs',
  CONDITION_OVER: 'Condition over',
  ONSET_STARTED: 'All conditions met, the onset delay runs',
  NEAR_MISS: 'Over before the delay was reached: a near miss',
  PAUSED: 'No readings: the delay waits',
  RESUMED: 'Readings again: the delay goes on',
  RAISED: 'Delay reached: raised',
  EXIT_STARTED: 'Not met any more, the exit delay runs',
  EXIT_CANCELLED: 'Met again: the same alert goes on',
  CLEARED: 'Exit delay reached: over',
};

/** How a step is marked on the timeline. */
export const stepTone = (step: AlertStepOut): 'hit' | 'good' | 'plain' => {
  if (step.code === 'RAISED') return 'hit';
  return ['CLEARED', 'RECOVERED', 'ACKNOWLEDGED', 'RESOLVED'].includes(step.code) ? 'good' : 'plain';
};
