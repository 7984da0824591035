/** The limits of one series. Pure. */
import { comparesReadings } from './aggregations.ts';
import { metricFamilyOf } from './metrics.ts';
import { hasThreshold } from './operators.ts';
import type { PolicyDefinition } from './policies.ts';

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
        hasThreshold(condition.operator) &&
        // A limit on a zone does not apply to the whole picture.
        condition.zoneId === undefined &&
        comparesReadings(condition.calc) &&
        condition.threshold !== 0
          ? [condition.threshold]
          : [],
      ),
    ),
  );
  return [...new Set(limits)].sort((a, b) => a - b);
}
