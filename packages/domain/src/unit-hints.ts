/**
 * A limit typed in the other unit of temperature: 30 in a field of °F, meant as °C. Suggested only where what was typed makes no
 * sense as a limit and the same number in the other unit does.
 */
import { resultOf } from './aggregations.ts';
import { metricFamilyOf, policyMetricOf } from './metrics.ts';
import { sideOf } from './operators.ts';
import type { Condition } from './policies.ts';
import type { ValueRange } from './policy-warnings.ts';
import { celsiusToFahrenheit, fahrenheitToCelsius, type UnitPreference } from './units.ts';

/** The threshold that was probably meant, in °C; null: what was typed makes sense, or nothing would. `read`: what was read lately. */
export function otherUnitThreshold(
  condition: Condition,
  { useCelsius }: UnitPreference,
  read: ValueRange | null,
): number | null {
  const { sensorMetricId, column, threshold, calc } = condition;
  const known = policyMetricOf(metricFamilyOf(sensorMetricId))?.columns[column];
  // A change or a number of readings is no temperature.
  if (known?.unit !== '°C' || known.usual === undefined || resultOf(calc.grab) !== 'value') return null;
  const [least, most] = known.usual;
  const values = read ?? { min: least, max: most };
  const isSensible = (limit: number): boolean => isLimitFor(condition, limit, values, most - least);
  const meant = useCelsius ? fahrenheitToCelsius(threshold) : celsiusToFahrenheit(threshold);
  return !isSensible(threshold) && isSensible(meant) ? Math.round(meant * 10_000) / 10_000 : null;
}

/** Whether a limit lies on the side of the readings that it watches, and not far from them. */
function isLimitFor({ operator }: Condition, limit: number, { min, max }: ValueRange, reach: number): boolean {
  const middle = (min + max) / 2;
  switch (sideOf(operator)) {
    case 'above':
      return limit > middle && limit <= max + reach;
    case 'below':
      return limit < middle && limit >= min - reach;
    case null:
      return false;
  }
}
