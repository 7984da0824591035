/**
 * From readings to a predicate: the operand of a condition and the test on it.
 *
 * To add an aggregation: one row in `AGGREGATE_FUNCTIONS` (and its name in domain's AGGREGATIONS). To add an operator: one row in
 * `OPERATOR_FUNCTIONS` (and its name in domain's OPERATORS). The compiler finds the rest.
 */
import type { Aggregation, Millis, Operator } from '@picket/domain';
import type { CompiledCondition } from './compile-policies.ts';

export type Sample = readonly [at: Millis, value: number];

const last = (values: readonly number[]): number => values[values.length - 1] ?? Number.NaN;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Over the known values of a window, oldest first; the window always includes the newest reading. */
const AGGREGATE_FUNCTIONS = {
  LAST: last,
  MIN: (values) => values.reduce((least, value) => Math.min(least, value)),
  MAX: (values) => values.reduce((most, value) => Math.max(most, value)),
  MEAN: (values) => sum(values) / values.length,
  SUM: sum,
  COUNT: (values) => values.length,
  DELTA: (values) => last(values) - (values[0] ?? Number.NaN),
} as const satisfies Record<Aggregation, (values: readonly number[]) => number>;

interface OperandContext {
  readonly threshold: number;
  /** The condition's last known operand, however long ago; null before the first. */
  readonly previous: number | null;
  readonly silence: boolean;
}

const OPERATOR_FUNCTIONS = {
  // "More than 120 s of silence" is true from the instant the 120 s are reached; everything else is strict.
  GREATER_THAN: (operand, { threshold, silence }) => (silence ? operand >= threshold : operand > threshold),
  LESS_THAN: (operand, { threshold }) => operand < threshold,
  CHANGED: (operand, { previous }) => previous !== null && operand !== previous,
} as const satisfies Record<Operator, (operand: number, context: OperandContext) => boolean>;

/** Whether a condition must remember the readings of its window. */
export const needsWindow = (condition: CompiledCondition): boolean => condition.calc.minutes > 0;

/**
 * The operand at the newest sample of `window` (all samples in (at - minutes, at], oldest first), or null when fewer than
 * half of the expected readings are there. COUNT is always known.
 */
export function operandOf(condition: CompiledCondition, window: readonly Sample[]): number | null {
  const { grab, minutes } = condition.calc;
  const values = window.map(([, value]) => value);
  if (minutes === 0) return last(values);
  if (grab !== 'COUNT' && values.length * condition.interval < (minutes * 60_000) / 2) return null;
  return AGGREGATE_FUNCTIONS[grab](values);
}

/** Whether the condition's predicate holds for this operand. */
export function predicateOf(condition: CompiledCondition, operand: number, previous: number | null): boolean {
  return OPERATOR_FUNCTIONS[condition.operator](operand, {
    threshold: condition.threshold,
    previous,
    silence: condition.silence,
  });
}
