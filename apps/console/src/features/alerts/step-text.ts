/** Sentences for the steps of an alert's timeline. */
import type { StepCode } from '@picket/contracts/alerts';
import type { AlertStepOut } from '@picket/contracts/types';
import { AGGREGATION_NAMES, type Calculation } from '@picket/domain/aggregations';
import { SILENCE_METRIC } from '@picket/domain/metrics';
import { hasThreshold } from '@picket/domain/operators';
import { hasLimit } from '@picket/domain/series-limits';
import { VERDICTS } from '@picket/domain/verdicts';
import type { Formats } from '../../lib/formats.ts';
import { limitText as comparisonText } from '../../lib/kind-texts.ts';
import type { Translator } from '../../lib/texts.ts';
import { comparedText, kindOf } from './compared-text.ts';

type StepText = (t: Translator, step: AlertStepOut, formats: Formats) => string;

const textDetail = (step: AlertStepOut, name: string): string => String(step.detail[name] ?? '');
const numberDetail = (step: AlertStepOut, name: string): number => Number(step.detail[name] ?? 0);
const nameOf = (t: Translator, { by }: AlertStepOut): string => by ?? t('alerts.unknownPerson');
/** At the beginning of a sentence. */
const subjectOf = (t: Translator, { by }: AlertStepOut): string => by ?? t('alerts.unknownPersonFirst');

/** What the condition computes over a time; undefined: it compares each reading. */
function calcDetail(step: AlertStepOut): Calculation | undefined {
  const grab = AGGREGATION_NAMES.find((one) => one === step.detail.grab);
  return grab === undefined ? undefined : { grab, minutes: numberDetail(step, 'minutes') };
}

function measuredText(t: Translator, step: AlertStepOut, formats: Formats): string {
  const sensorMetricId = textDetail(step, 'sensorMetricId');
  const column = textDetail(step, 'column');
  const operator = textDetail(step, 'operator');
  const threshold = numberDetail(step, 'threshold');
  if (sensorMetricId === SILENCE_METRIC)
    return t('alerts.step.silent', { duration: formats.duration(threshold * 1000) });
  const { operand } = step.detail;
  if (typeof operand !== 'number') return t('alerts.step.readingUnknown');
  const compared = { sensorMetricId, column, calc: calcDetail(step) };
  const value = comparedText(t, formats, compared, operand);
  if (!hasThreshold(operator) || !hasLimit({ ...compared, operator, threshold }))
    return t(kindOf(compared) === 'value' ? 'alerts.step.reading' : 'alerts.step.computed', { value });
  const limit = formats.operandText(compared, threshold);
  return t('alerts.step.measured', { value, comparison: comparisonText(t, operator), limit });
}

function conditionMetText(t: Translator, step: AlertStepOut, formats: Formats): string {
  const wait = numberDetail(step, 'waitSeconds');
  const waiting = wait > 0 ? [t('alerts.step.waits', { duration: formats.duration(wait * 1000) })] : [];
  return [measuredText(t, step, formats), ...waiting].join(' ');
}

function correctedText(t: Translator, { detail }: AlertStepOut): string {
  if (detail.clearedAt === null) return t('alerts.step.CORRECTED_OPEN');
  return detail.what === 'TIMES' ? t('alerts.step.CORRECTED_TIMES') : t('alerts.step.CORRECTED');
}

function verdictText(t: Translator, step: AlertStepOut): string {
  const verdict = VERDICTS.find((one) => one === step.detail.verdict);
  const name = subjectOf(t, step);
  return verdict === undefined
    ? t('alerts.step.VERDICT_REMOVED', { name })
    : t('alerts.step.VERDICT_SET', { name, verdict: t(`alerts.verdict.${verdict}`) });
}

function escalatedText(t: Translator, step: AlertStepOut): string {
  const notification = numberDetail(step, 'notification');
  const people = textDetail(step, 'people');
  return people === ''
    ? t('alerts.step.ESCALATED_TO_NOBODY', { notification })
    : t('alerts.step.ESCALATED', { notification, people });
}

/** What is said of each kind of step. */
const STEP_TEXTS: Readonly<Record<StepCode, StepText>> = {
  CONDITION_MET: conditionMetText,
  RAISED: (t, { by }) => (by === undefined ? t('alerts.step.RAISED') : t('alerts.step.RAISED_BY', { name: by })),
  EXIT_STARTED: (t, step, formats) =>
    t('alerts.step.EXIT_STARTED', { duration: formats.duration(numberDetail(step, 'waitSeconds') * 1000) }),
  EXIT_CANCELLED: (t) => t('alerts.step.EXIT_CANCELLED'),
  CLEARED: (t) => t('alerts.step.CLEARED'),
  RECOVERED: (t) => t('alerts.step.RECOVERED'),
  ACKNOWLEDGED: (t, step) => t('alerts.step.ACKNOWLEDGED', { name: nameOf(t, step) }),
  UNACKNOWLEDGED: (t, step) => t('alerts.step.UNACKNOWLEDGED', { name: subjectOf(t, step) }),
  ASSIGNED: (t, step) => t('alerts.step.ASSIGNED', { name: subjectOf(t, step), assignee: textDetail(step, 'to') }),
  UNASSIGNED: (t, step) => t('alerts.step.UNASSIGNED', { name: subjectOf(t, step) }),
  COMMENTED: (t, step) => t('alerts.step.COMMENTED', { name: subjectOf(t, step) }),
  CORRECTED: correctedText,
  WITHDRAWN: (t) => t('alerts.step.WITHDRAWN'),
  BACKFILLED: (t) => t('alerts.step.BACKFILLED'),
  MUTED: (t) => t('alerts.step.MUTED'),
  UNMUTED: (t) => t('alerts.step.UNMUTED'),
  RESOLVED: (t, step) => t('alerts.step.RESOLVED', { name: nameOf(t, step) }),
  POLICY_EDITED: (t, step) =>
    step.by === undefined
      ? t('alerts.step.POLICY_EDITED', { version: textDetail(step, 'version') })
      : t('alerts.step.EDITED', { name: step.by }),
  POLICY_CHANGED: (t) => t('alerts.step.POLICY_CHANGED'),
  ACKNOWLEDGEMENT_EXPIRED: (t, step) => t('alerts.step.ACKNOWLEDGEMENT_EXPIRED', { name: nameOf(t, step) }),
  SNOOZED: (t, step, formats) =>
    t('alerts.step.SNOOZED', { name: nameOf(t, step), time: formats.dateTime(textDetail(step, 'until')) }),
  SNOOZE_ENDED: (t) => t('alerts.step.SNOOZE_ENDED'),
  ESCALATED: escalatedText,
  RESTORED: (t, step) => t('alerts.step.RESTORED', { name: nameOf(t, step) }),
  VERDICT_SET: verdictText,
  WEATHER_REPORTED: (t, step) =>
    t('alerts.step.WEATHER_REPORTED', { name: step.by ?? t('alerts.weatherService'), text: textDetail(step, 'text') }),
  VIDEO_ADDED: (t, step, formats) =>
    t('alerts.step.VIDEO_ADDED', { duration: formats.duration(numberDetail(step, 'seconds') * 1000) }),
  SENTRY_REMOVED: (t) => t('alerts.step.SENTRY_REMOVED'),
  LOCATION_REMOVED: (t) => t('alerts.step.LOCATION_REMOVED'),
};

/** One step of the timeline as a sentence. */
export const stepText = (t: Translator, formats: Formats, step: AlertStepOut): string =>
  STEP_TEXTS[step.code](t, step, formats);

/** The emphasis of a step on the timeline. */
export const stepTone = (step: AlertStepOut): 'hit' | 'good' | 'plain' => {
  if (step.code === 'RAISED') return 'hit';
  return ['CLEARED', 'RECOVERED', 'ACKNOWLEDGED', 'RESOLVED'].includes(step.code) ? 'good' : 'plain';
};
