/** Which limits people read, and those of one series. Pure. */
import { type Calculation, comparesReadings, EACH_READING, resultOf } from './aggregations.ts';
import { isEventMetric, metricFamilyOf, policyMetricOf } from './metrics.ts';
import { hasThreshold } from './operators.ts';
import type { PolicyDefinition } from './policies.ts';

interface Limited {
  readonly sensorMetricId: string;
  readonly column: string;
  readonly operator: string;
  readonly threshold: number;
  readonly calc?: Calculation | undefined;
}

/**
 * Whether the threshold of a condition is a limit that people read. It is none of a state nor of an event, which is on or off; zero
 * is a limit like any other: water freezes there.
 */
export function hasLimit({ sensorMetricId, column, operator, threshold, calc = EACH_READING }: Limited): boolean {
  if (!hasThreshold(operator)) return false;
  if (resultOf(calc) === 'count') return true;
  const family = metricFamilyOf(sensorMetricId);
  const isState = policyMetricOf(family)?.columns[column]?.unit === 'state';
  return !isState && !(isEventMetric(family) && threshold === 0);
}

/** The limits that policies set to a series by itself, in stored units, ascending. */
export function limitsOf(
  policies: readonly { readonly definition: PolicyDefinition }[],
  sensorMetricId: string,
  column: string,
): readonly number[] {
  const family = metricFamilyOf(sensorMetricId);
  const limits = policies.flatMap(({ definition }) =>
    definition.violations.flatMap(({ conditions }) =>
      conditions.flatMap((condition) =>
        condition.sensorMetricId === family &&
        condition.column === column &&
        hasLimit(condition) &&
        // A limit on a zone does not apply to the whole picture.
        condition.zoneId === undefined &&
        comparesReadings(condition.calc)
          ? [condition.threshold]
          : [],
      ),
    ),
  );
  return [...new Set(limits)].sort((a, b) => a - b);
}
