/**
 * From readings to a predicate: the operand of a condition and the test on it. How an operator compares and what an aggregation
 * computes is in domain's tables OPERATORS and AGGREGATIONS.
 */
import { AGGREGATIONS } from '@picket/domain/aggregations';
import { OPERATORS } from '@picket/domain/operators';
import type { Millis } from '@picket/domain/time';
import type { CompiledCondition } from './compile-policies.ts';

export type Sample = readonly [at: Millis, value: number];

/** Whether a condition must remember the readings of its window. */
export const needsWindow = (condition: CompiledCondition): boolean => condition.calc.minutes > 0;

/**
 * The operand at the newest sample of `window` (all samples in (at - minutes, at], oldest first), or null when fewer than
 * half of the readings that it needs are there.
 */
export function operandOf(condition: CompiledCondition, window: readonly Sample[]): number | null {
  const { grab, minutes } = condition.calc;
  const values = window.map(([, value]) => value);
  if (minutes === 0) return AGGREGATIONS.LAST.compute(values);
  const { needsReadings, compute } = AGGREGATIONS[grab];
  if (needsReadings && values.length * condition.interval < (minutes * 60_000) / 2) return null;
  return compute(values);
}

/** Whether the condition's predicate holds for this operand. */
export function predicateOf(condition: CompiledCondition, operand: number, previous: number | null): boolean {
  return OPERATORS[condition.operator].isMet(operand, {
    threshold: condition.threshold,
    previous,
    silence: condition.silence,
  });
}
