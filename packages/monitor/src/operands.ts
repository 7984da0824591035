/**
 * From readings to a predicate: the operand of a condition and the test on it. How an operator compares and what an aggregation
 * computes is in domain's tables OPERATORS and AGGREGATIONS.
 */
import { AGGREGATIONS } from '@picket/domain/aggregations';
import { OPERATORS } from '@picket/domain/operators';
import type { CompiledCondition } from './compile-policies.ts';
import type { SampleWindow } from './sample-window.ts';

/** Whether a condition must remember the readings of its window. */
export const needsWindow = (condition: CompiledCondition): boolean => condition.calc.minutes > 0;

/**
 * The operand at the newest sample of `window` (all samples in (at - minutes, at]), or null when fewer than half of the readings
 * that it needs are there.
 */
export function operandOf({ calc, interval }: CompiledCondition, window: SampleWindow): number | null {
  const { needsReadings, compute } = AGGREGATIONS[calc.grab];
  if (needsReadings && window.size * interval < (calc.minutes * 60_000) / 2) return null;
  return window.compute(compute);
}

/** Whether the condition's predicate holds for this operand. */
export function predicateOf(condition: CompiledCondition, operand: number, previous: number | null): boolean {
  return OPERATORS[condition.operator].isMet(operand, {
    threshold: condition.threshold,
    previous,
    silence: condition.silence,
  });
}
