/** Limits as people read and type them: what a condition compares may be a difference or a number of readings, which has no offset or no unit. */
import { type Calculation, EACH_READING, resultOf } from './aggregations.ts';
import { delayText, parseDelay } from './delays.ts';
import { isShownUnit } from './metric-units.ts';
import { columnOf, metricFamilyOf, SILENCE_METRIC } from './metrics.ts';
import { displayValue, storedValue, type UnitPreference } from './units.ts';

/** `calc` absent: each reading. */
export interface Compared {
  readonly sensorMetricId: string;
  readonly column: string;
  readonly calc?: Calculation | undefined;
}

/** Whether it is a value as it was read, a difference or a number of readings. */
export const comparedKind = ({ calc = EACH_READING }: Compared): ReturnType<typeof resultOf> => resultOf(calc);

/** The registry lists sensors: a family stands for any of them. */
const anySensorOf = (sensorMetricId: string): string =>
  metricFamilyOf(sensorMetricId).replace(/^fluid_/u, 'fluid-any-any_');

const FAHRENHEIT_DEGREES = 9 / 5;

function isFahrenheitDifference(compared: Compared, { useCelsius }: UnitPreference): boolean {
  const { sensorMetricId, column } = compared;
  return (
    comparedKind(compared) === 'difference' &&
    !useCelsius &&
    columnOf(anySensorOf(sensorMetricId), column)?.unit === '°C'
  );
}

/** The number alone; of silence, a time. */
export function operandText(compared: Compared, operand: number, preference: UnitPreference): string {
  const { sensorMetricId, column } = compared;
  if (sensorMetricId === SILENCE_METRIC) return delayText(operand);
  if (comparedKind(compared) === 'count') return String(operand);
  if (isFahrenheitDifference(compared, preference)) return (operand * FAHRENHEIT_DEGREES).toFixed(1);
  return displayValue(anySensorOf(sensorMetricId), column, operand, preference).text;
}

/** The unit behind a limit; undefined: none is shown. */
export function operandUnit(compared: Compared, preference: UnitPreference): string | undefined {
  const { sensorMetricId, column } = compared;
  if (sensorMetricId === SILENCE_METRIC || comparedKind(compared) === 'count') return undefined;
  const { unit } = displayValue(anySensorOf(sensorMetricId), column, 0, preference);
  return isShownUnit(unit) ? unit : undefined;
}

/** What a person typed, in its stored unit; null: it is no limit. */
export function parseOperand(compared: Compared, text: string, preference: UnitPreference): number | null {
  const { sensorMetricId, column } = compared;
  if (sensorMetricId === SILENCE_METRIC) return parseDelay(text);
  const typed = text.trim().replace(',', '.').replace('−', '-');
  if (!/^-?\d+(\.\d*)?$/u.test(typed)) return null;
  if (comparedKind(compared) === 'count') return Number(typed);
  if (isFahrenheitDifference(compared, preference))
    return Math.round((Number(typed) / FAHRENHEIT_DEGREES) * 10_000) / 10_000;
  return storedValue(anySensorOf(sensorMetricId), column, Number(typed), preference);
}
