/** What a value that a person chose can be, with the units it may have; without units it is a state, 1 or 0. */
import { namesOf } from './kind-table.ts';

export const VALUE_CLASSES = {
  temperature: ['°C', '°F', 'K'],
  humidity: ['%', 'ratio'],
  pressure: ['hPa', 'kPa', 'Pa', 'bar'],
  carbon_dioxide: ['ppm'],
  pm25: ['µg/m³'],
  illuminance: ['lx'],
  power: ['W', 'kW', 'mW'],
  /** Of the mains. */
  voltage: ['V'],
  current: ['A', 'mA'],
  battery: ['%', 'ratio'],
  battery_voltage: ['V', 'mV'],
  leak: [],
  door: [],
  smoke: [],
  gas: [],
  carbon_monoxide: [],
  motion: [],
  vibration: [],
  tamper: [],
  battery_low: [],
  on_battery: [],
  bad_source: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type ValueClass = keyof typeof VALUE_CLASSES;
export type ValueUnit = (typeof VALUE_CLASSES)[ValueClass][number];

export const VALUE_UNITS = [
  '°C',
  '°F',
  'K',
  '%',
  'ratio',
  'hPa',
  'kPa',
  'Pa',
  'bar',
  'ppm',
  'µg/m³',
  'lx',
  'W',
  'kW',
  'mW',
  'V',
  'mV',
  'A',
  'mA',
] as const satisfies readonly ValueUnit[];

export const VALUE_CLASS_NAMES = namesOf(VALUE_CLASSES);

export const unitsOf = (valueClass: ValueClass): readonly ValueUnit[] => VALUE_CLASSES[valueClass];

/** The unit of a value: where there is one only, it need not be said. null: it has none, or was not said. */
export function unitOf(valueClass: ValueClass, sent: ValueUnit | undefined): ValueUnit | null {
  const units = unitsOf(valueClass);
  return sent ?? (units.length === 1 ? (units[0] ?? null) : null);
}
