/** Sentences for the evaluation of an alert, step by step. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { Formats } from '../../lib/formats.ts';
import { metricText } from '../../lib/kind-texts.ts';
import type { Translator } from '../../lib/texts.ts';
import { kindOf, windowText } from './compared-text.ts';

type AlertTraceStep = ResponseOf<'GET /alerts/{guid}/trace'>['steps'][number];

const TRACE_KEYS = {
  CONDITION_ONSET: 'alerts.trace.CONDITION_ONSET',
  CONDITION_MET: 'alerts.trace.CONDITION_MET',
  CONDITION_EXIT: 'alerts.trace.CONDITION_EXIT',
  CONDITION_OVER: 'alerts.trace.CONDITION_OVER',
  ONSET_STARTED: 'alerts.trace.ONSET_STARTED',
  NEAR_MISS: 'alerts.trace.NEAR_MISS',
  PAUSED: 'alerts.trace.PAUSED',
  RESUMED: 'alerts.trace.RESUMED',
  RAISED: 'alerts.trace.RAISED',
  EXIT_STARTED: 'alerts.trace.EXIT_STARTED',
  EXIT_CANCELLED: 'alerts.trace.EXIT_CANCELLED',
  CLEARED: 'alerts.trace.CLEARED',
} as const;

const isTraceCode = (code: string): code is keyof typeof TRACE_KEYS => Object.hasOwn(TRACE_KEYS, code);

/** An evaluation step as text. */
export function traceText(t: Translator, formats: Formats, trace: AlertTraceStep): string {
  const { sensorMetricId, column = '', calc, operand, code } = trace;
  const step = isTraceCode(code) ? t(TRACE_KEYS[code]) : code;
  if (sensorMetricId === undefined) return step;
  const metric = metricText(t, sensorMetricId, column);
  if (operand === undefined || operand === null) return t('alerts.traceStep', { step, metric });
  const compared = { sensorMetricId, column, calc };
  const kind = kindOf(compared);
  const window = windowText(formats, compared);
  if (kind === 'count') return t('alerts.traceStepCounted', { step, metric, count: operand, window });
  const value = formats.operandText(compared, operand);
  return kind === 'value'
    ? t('alerts.traceStepAt', { step, metric, value })
    : t('alerts.traceStepChanged', { step, metric, value, window });
}
