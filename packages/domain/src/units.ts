/** Units as people read them. Celsius is stored; everything else is display (specification, section 9). */
import type { MetricColumn } from './metric-row.ts';
import { columnOf, metricFamilyOf, policyMetricOf } from './metrics.ts';

export const celsiusToFahrenheit = (celsius: number): number => (celsius * 9) / 5 + 32;
export const fahrenheitToCelsius = (fahrenheit: number): number => ((fahrenheit - 32) * 5) / 9;

export interface UnitPreference {
  readonly useCelsius: boolean;
}

export interface DisplayValue {
  /** The number alone, rounded for display. */
  readonly text: string;
  readonly unit: string;
  /** The number in the unit shown, unrounded. */
  readonly value: number;
}

/** How a difference of two stored values is shown, such as an offset: Fahrenheit's zero does not move it. */
export function differenceScale(
  sensorMetricId: string,
  column: string,
  { useCelsius }: UnitPreference,
): { readonly factor: number; readonly unit: string } {
  const { unit = '', displayFactor = 1, shownAs } = columnOf(sensorMetricId, column) ?? {};
  if (shownAs !== undefined) return shownAs;
  return unit === '°C' && !useCelsius ? { factor: 1.8, unit: '°F' } : { factor: displayFactor, unit };
}

/** The stored number behind one that a person wrote in the unit they read: the other way round of `displayValue`. */
export function storedValue(sensorMetricId: string, column: string, shown: number, preference: UnitPreference): number {
  const definition = columnOf(sensorMetricId, column);
  if (definition?.unit === '°C' && !preference.useCelsius) return rounded(fahrenheitToCelsius(shown));
  const factor = definition?.shownAs?.factor ?? definition?.displayFactor;
  return factor === undefined ? shown : rounded(shown / factor);
}

/** To the ten-thousandth: finer than any sensor, and 89 °F is the 31.6667 °C people know. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/** What a state is called, also of a family of sensors; undefined: it is a number, as a limit of a count is. */
function stateTextsOf(sensorMetricId: string, column: string): MetricColumn['stateTexts'] {
  const definition = policyMetricOf(metricFamilyOf(sensorMetricId))?.columns[column];
  return definition?.unit === 'state' ? definition.stateTexts : undefined;
}

/** How many decimals a person sees; undefined: there is no such metric. */
export function shownDecimals(sensorMetricId: string, column: string): number | undefined {
  const definition = columnOf(sensorMetricId, column);
  return definition?.shownAs?.decimals ?? definition?.decimals;
}

/** A stored value in the unit and precision its reader chose: Fahrenheit unless `useCelsius`, dewpoint x 100. */
export function displayValue(
  sensorMetricId: string,
  column: string,
  value: number,
  preference: UnitPreference,
): DisplayValue {
  const definition = columnOf(sensorMetricId, column);
  const decimals = shownDecimals(sensorMetricId, column) ?? 2;
  const words = stateTextsOf(sensorMetricId, column);
  if (words) return { text: value > 0 ? words[1] : words[0], unit: '', value };
  let shown = value;
  let unit = definition?.unit ?? '';
  if (unit === '°C' && !preference.useCelsius) {
    shown = celsiusToFahrenheit(value);
    unit = '°F';
  } else {
    const difference = differenceScale(sensorMetricId, column, preference);
    shown = value * difference.factor;
    unit = difference.unit;
  }
  const text = shown.toFixed(decimals);
  return { text: Number(text) === 0 ? (0).toFixed(decimals) : text, unit, value: shown };
}
