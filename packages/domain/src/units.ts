/** Units as people read them. Celsius is stored; everything else is display (specification, section 9). */
import { columnOf } from './metrics.ts';

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

/** The stored number behind one that a person wrote in the unit they read: the other way round of `displayValue`. */
export function storedValue(sensorMetricId: string, column: string, shown: number, preference: UnitPreference): number {
  const unit = columnOf(sensorMetricId, column)?.unit;
  if (unit === '°C' && !preference.useCelsius) return rounded(fahrenheitToCelsius(shown));
  return sensorMetricId === 'environment_dewpoint' ? rounded(shown / 100) : shown;
}

/** To the ten-thousandth: finer than any sensor, and 89 °F is the 31.6667 °C people know. */
const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

const ON_OFF: Readonly<Record<string, readonly [off: string, on: string]>> = {
  power_onBattery: ['mains', 'on battery'],
  power_badSource: ['good', 'bad'],
  fluid_leak: ['dry', 'leak'],
};

/** A stored value in the unit and precision its reader chose: Fahrenheit unless `useCelsius`, dewpoint x 100. */
export function displayValue(
  sensorMetricId: string,
  column: string,
  value: number,
  preference: UnitPreference,
): DisplayValue {
  const definition = columnOf(sensorMetricId, column);
  const decimals = definition?.decimals ?? 2;
  const family = sensorMetricId.replace(/^fluid-.*_/u, 'fluid_');
  const words = ON_OFF[family];
  if (words) return { text: value > 0 ? words[1] : words[0], unit: '', value };
  let shown = value;
  let unit = definition?.unit ?? '';
  if (unit === '°C' && !preference.useCelsius) {
    shown = celsiusToFahrenheit(value);
    unit = '°F';
  } else if (sensorMetricId === 'environment_dewpoint') {
    shown = value * 100;
  }
  const text = shown.toFixed(decimals);
  return { text: Number(text) === 0 ? (0).toFixed(decimals) : text, unit, value: shown };
}
