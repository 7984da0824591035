/** Alerts and their steps in plain words. */
import type { AlertOut, AlertStepOut } from '@picket/contracts';
import { displayValue, durationText } from '@picket/domain';
import type { StateName } from '../../ui/icons.tsx';

export const alertTitle = (alert: AlertOut): string => alert.violation ?? alert.message;

/** The badge of an alert: its severity, unless nothing is known any more. */
export const alertState = (alert: AlertOut): StateName => {
  if (alert.noContact || alert.policy?.name === 'Sentry offline') return 'lost';
  return alert.severityLabel;
};

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

const text = (step: AlertStepOut, name: string): string => String(step.detail[name] ?? '');
const number = (step: AlertStepOut, name: string): number => Number(step.detail[name] ?? 0);

function conditionMet(step: AlertStepOut, useCelsius: boolean): string {
  const sensorMetricId = text(step, 'sensorMetricId');
  const column = text(step, 'column');
  const wait = number(step, 'waitSeconds');
  const waiting = wait > 0 ? ` Waiting ${durationText(wait * 1000)} in case it passes.` : '';
  if (sensorMetricId === 'sentry_silence')
    return `Not heard for ${durationText(number(step, 'threshold') * 1000)}.${waiting}`;
  const { operand } = step.detail;
  const stood = typeof operand === 'number' ? value(sensorMetricId, column, operand, useCelsius) : 'unknown';
  if (number(step, 'threshold') === 0 || text(step, 'operator') === 'CHANGED') return `It read ${stood}.${waiting}`;
  const limit = value(sensorMetricId, column, number(step, 'threshold'), useCelsius);
  return `${stood}, ${OPERATOR_WORDS[text(step, 'operator')] ?? ''} ${limit}.${waiting}`;
}

/** One step of the timeline as a sentence. */
export function stepText(step: AlertStepOut, useCelsius: boolean): string {
  switch (step.code) {
    case 'CONDITION_MET':
      return conditionMet(step, useCelsius);
    case 'RAISED':
      return step.by === undefined ? 'Alert raised.' : `Raised by ${step.by}.`;
    case 'EXIT_STARTED': {
      const wait = number(step, 'waitSeconds');
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
      return 'Corrected: a reading that arrived later says otherwise.';
    case 'SENTRY_REMOVED':
      return 'The sentry was removed.';
  }
}

/** How a step is marked on the timeline. */
export const stepMark = (step: AlertStepOut): 'hit' | 'good' | 'plain' => {
  if (step.code === 'RAISED') return 'hit';
  return ['CLEARED', 'RECOVERED', 'ACKNOWLEDGED'].includes(step.code) ? 'good' : 'plain';
};
