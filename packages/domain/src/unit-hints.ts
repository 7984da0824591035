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
  if (known?.unit !== '°C' || known.usual === undefined || resultOf(calc) !== 'value') return null;
  const [least, most] = known.usual;
  const values = read ?? { min: least, max: most };
  const isSensible = (limit: number): boolean => isLimitFor(condition, limit, values, most - least);
  const meant = useCelsius ? fahrenheitToCelsius(threshold) : celsiusToFahrenheit(threshold);
  return !isSensible(threshold) && isSensible(meant) ? Math.round(meant * 10_000) / 10_000 : null;
}

/** At most so many digits too many. */
const MAX_SHIFT = 4;

/**
 * A limit without its decimal point, 999 in a field of °F for 99.9, in its stored unit; null: no place of the point makes a limit of
 * it. `measurable`: what sensors of this kind measure.
 */
export function misplacedPointThreshold(
  condition: Condition,
  { useCelsius }: UnitPreference,
  measurable: ValueRange,
  read: ValueRange | null,
): number | null {
  const { sensorMetricId, column, threshold } = condition;
  const known = policyMetricOf(metricFamilyOf(sensorMetricId))?.columns[column];
  if (known === undefined) return null;
  const isShownInFahrenheit = known.unit === '°C' && !useCelsius;
  const [least, most] = known.usual ?? [measurable.min, measurable.max];
  const typed = isShownInFahrenheit ? celsiusToFahrenheit(threshold) : threshold;
  const digits = 10 ** known.decimals;
  for (let shift = 1; shift <= MAX_SHIFT; shift++) {
    const shown = Math.trunc((typed / 10 ** shift) * digits) / digits;
    const stored = isShownInFahrenheit ? fahrenheitToCelsius(shown) : shown;
    const isMeasurable = stored > measurable.min && stored < measurable.max;
    if (isMeasurable && isLimitFor(condition, stored, read ?? { min: least, max: most }, most - least))
      return Math.round(stored * 10_000) / 10_000;
  }
  return null;
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
