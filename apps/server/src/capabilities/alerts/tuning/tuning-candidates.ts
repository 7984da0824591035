/** The changes of a violation that are tried. Pure. */
import type { SuggestedField } from '@picket/contracts/policy-insight';
import type { Unit } from '@picket/domain/metric-units';
import { metricFamilyOf, policyMetricOf } from '@picket/domain/metrics';
import { operatorTraits } from '@picket/domain/operators';
import type { Violation } from '@picket/domain/policies';
import { hasLimit } from '@picket/domain/series-limits';

export interface Candidate {
  readonly field: SuggestedField;
  readonly before: number;
  readonly after: number;
  readonly violation: Violation;
}

const DELAY_CANDIDATES = [10, 30, 60, 120, 300, 600, 900, 1800];

/** In the unit of the stored column; thresholds in other units change by fractions. */
const THRESHOLD_STEPS: Readonly<Partial<Record<Unit, readonly number[]>>> = {
  '°C': [0.5, 1, 2, 3],
  '% RH': [1, 2, 5, 10],
};

const THRESHOLD_FRACTIONS = [0.05, 0.1, 0.2, 0.3];

export function listCandidates(violation: Violation): readonly Candidate[] {
  const delays = (field: 'exitDelay' | 'onsetDelay'): readonly Candidate[] =>
    DELAY_CANDIDATES.filter((seconds) => seconds > violation[field]).map((after) => ({
      field,
      before: violation[field],
      after,
      violation: { ...violation, [field]: after },
    }));
  return [...delays('exitDelay'), ...delays('onsetDelay'), ...listThresholdCandidates(violation)];
}

/** Less sensitive thresholds, for violations with one condition. */
function listThresholdCandidates(violation: Violation): readonly Candidate[] {
  const [condition, ...others] = violation.conditions;
  if (condition === undefined || others.length > 0 || !hasLimit(condition)) return [];
  const { sensorMetricId, column, threshold, operator } = condition;
  const { relax } = operatorTraits(operator);
  if (relax === null) return [];
  const unit = policyMetricOf(metricFamilyOf(sensorMetricId))?.columns[column]?.unit;
  const steps = (unit && THRESHOLD_STEPS[unit]) ?? THRESHOLD_FRACTIONS.map((part) => Math.abs(threshold) * part);
  return steps.flatMap((step) => {
    const after = Math.round(relax(threshold, step) * 10_000) / 10_000;
    // A part of zero is nothing.
    if (after === threshold) return [];
    const conditions = [{ ...condition, threshold: after }];
    return [{ field: 'threshold', before: threshold, after, violation: { ...violation, conditions } }];
  });
}
