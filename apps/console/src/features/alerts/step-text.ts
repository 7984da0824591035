/** Sentences for the steps of an alert's timeline. */
import type { StepCode } from '@picket/contracts/alerts';
import type { AlertStepOut } from '@picket/contracts/types';
import { formatDuration } from '@picket/domain/ages';
import { SILENCE_METRIC } from '@picket/domain/metrics';
import { hasThreshold, recordedOperator } from '@picket/domain/operators';
import { VERDICT_WORDS, VERDICTS } from '@picket/domain/verdicts';
import { formatDateTime } from '../../lib/format-time.ts';
import { valueText } from './alert-text.ts';

interface Reader {
  readonly useCelsius: boolean;
  /** The time zone that instants are shown in. */
  readonly timezone: string;
}

const textDetail = (step: AlertStepOut, name: string): string => String(step.detail[name] ?? '');
const numberDetail = (step: AlertStepOut, name: string): number => Number(step.detail[name] ?? 0);

function conditionMetText(step: AlertStepOut, { useCelsius }: Reader): string {
  const sensorMetricId = textDetail(step, 'sensorMetricId');
  const column = textDetail(step, 'column');
  const wait = numberDetail(step, 'waitSeconds');
  const waiting = wait > 0 ? ` Waiting ${formatDuration(wait * 1000)} before the alert is raised.` : '';
  if (sensorMetricId === SILENCE_METRIC)
    return `No report for ${formatDuration(numberDetail(step, 'threshold') * 1000)}.${waiting}`;
  const { operand } = step.detail;
  const measured = typeof operand === 'number' ? valueText(sensorMetricId, column, operand, useCelsius) : 'unknown';
  if (numberDetail(step, 'threshold') === 0 || !hasThreshold(textDetail(step, 'operator')))
    return `Reading: ${measured}.${waiting}`;
  const limit = valueText(sensorMetricId, column, numberDetail(step, 'threshold'), useCelsius);
  return `${measured}, ${recordedOperator(textDetail(step, 'operator'))?.phrase ?? ''} ${limit}.${waiting}`;
}

function correctedText({ detail }: AlertStepOut): string {
  if (detail.clearedAt === null) return 'Corrected: readings that arrived late show that it has not ended.';
  return detail.what === 'TIMES'
    ? 'Corrected: readings that arrived late changed its times.'
    : 'Corrected: a reading that arrived late reverted the step before.';
}

function snoozedText(step: AlertStepOut, { timezone }: Reader): string {
  const until = formatDateTime(Date.parse(textDetail(step, 'until')), timezone);
  return `Snoozed by ${step.by ?? 'somebody'} until ${until}.`;
}

function verdictText({ by = 'Somebody', detail }: AlertStepOut): string {
  const verdict = VERDICTS.find((one) => one === detail.verdict);
  return verdict === undefined
    ? `${by} removed the verdict.`
    : `${by} set the verdict: ${VERDICT_WORDS[verdict].toLowerCase()}.`;
}

/** What is said of each kind of step; a function where it depends on the step. */
const STEP_TEXTS: Readonly<Record<StepCode, string | ((step: AlertStepOut, reader: Reader) => string)>> = {
  CONDITION_MET: conditionMetText,
  RAISED: ({ by }) => (by === undefined ? 'Alert raised.' : `Raised by ${by}.`),
  EXIT_STARTED: (step) =>
    `Back within the limit. Waiting ${formatDuration(numberDetail(step, 'waitSeconds') * 1000)} before the alert clears.`,
  EXIT_CANCELLED: 'Outside the limit again: the alert continues.',
  CLEARED: 'Cleared.',
  RECOVERED: 'Recovered. The alert stays until somebody resolves it.',
  ACKNOWLEDGED: ({ by = 'somebody' }) => `Acknowledged by ${by}.`,
  COMMENTED: ({ by = 'Somebody' }) => `${by} commented.`,
  CORRECTED: correctedText,
  WITHDRAWN: 'Withdrawn: later readings showed that this never happened.',
  BACKFILLED: 'Raised afterwards, from readings that arrived late.',
  MUTED: 'Muted: its policy is in do-not-disturb.',
  UNMUTED: 'Unmuted: do-not-disturb ended and the alert is still open.',
  RESOLVED: ({ by = 'somebody' }) => `Resolved by ${by}.`,
  POLICY_EDITED: (step) =>
    step.by === undefined
      ? `Its policy was edited; the alert stays open (version ${textDetail(step, 'version')}).`
      : `Edited by ${step.by}.`,
  POLICY_CHANGED: 'Cleared because its policy was changed. The cause may still exist.',
  ACKNOWLEDGEMENT_EXPIRED: ({ by = 'somebody' }) => `Acknowledgement expired: no activity since ${by} acknowledged it.`,
  SNOOZED: snoozedText,
  SNOOZE_ENDED: 'Snooze ended.',
  ESCALATED: (step) =>
    `Escalated: notification ${numberDetail(step, 'notification')} goes to ${textDetail(step, 'people') || 'nobody'}.`,
  RESTORED: ({ by = 'somebody' }) => `Reverted by ${by}.`,
  VERDICT_SET: verdictText,
  WEATHER_REPORTED: (step) => `${step.by ?? 'The weather service'}: ${textDetail(step, 'text')}`,
  SENTRY_REMOVED: 'The sentry was removed.',
  LOCATION_REMOVED: 'The location was deleted.',
};

/** One step of the timeline as a sentence. */
export function stepText(step: AlertStepOut, useCelsius: boolean, timezone: string): string {
  const text = STEP_TEXTS[step.code];
  return typeof text === 'string' ? text : text(step, { useCelsius, timezone });
}

/** The emphasis of a step on the timeline. */
export const stepTone = (step: AlertStepOut): 'hit' | 'good' | 'plain' => {
  if (step.code === 'RAISED') return 'hit';
  return ['CLEARED', 'RECOVERED', 'ACKNOWLEDGED', 'RESOLVED'].includes(step.code) ? 'good' : 'plain';
};
