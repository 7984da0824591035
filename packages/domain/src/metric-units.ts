/** Units of stored values. A new one is a row here. */
import { isNameOf } from './kind-table.ts';

interface UnitTraits {
  /** Whether it stands behind a limit. */
  readonly isShown: boolean;
  /** Whether minimum, maximum and mean of a day say something: a quantity, rather than a state or a count. */
  readonly isSummarized: boolean;
  /** How names of metrics for Prometheus end; '' for what has no unit there. */
  readonly suffix: string;
}

export const UNITS = {
  '°C': { isShown: true, isSummarized: true, suffix: 'celsius' },
  '% RH': { isShown: true, isSummarized: true, suffix: 'percent' },
  '%': { isShown: true, isSummarized: true, suffix: 'percent' },
  V: { isShown: true, isSummarized: true, suffix: 'volts' },
  A: { isShown: true, isSummarized: true, suffix: 'amps' },
  W: { isShown: true, isSummarized: true, suffix: 'watts' },
  hPa: { isShown: true, isSummarized: true, suffix: 'hectopascals' },
  ppm: { isShown: true, isSummarized: true, suffix: 'ppm' },
  'µg/m³': { isShown: true, isSummarized: true, suffix: 'micrograms_per_cubic_meter' },
  lx: { isShown: true, isSummarized: true, suffix: 'lux' },
  level: { isShown: false, isSummarized: true, suffix: 'level' },
  s: { isShown: true, isSummarized: true, suffix: 'seconds' },
  min: { isShown: true, isSummarized: false, suffix: 'minutes' },
  devices: { isShown: true, isSummarized: false, suffix: '' },
  count: { isShown: false, isSummarized: false, suffix: '' },
  /** On or off. */
  state: { isShown: false, isSummarized: false, suffix: '' },
} as const satisfies Record<string, UnitTraits>;

export type Unit = keyof typeof UNITS;

/** Whether a unit is written behind a limit; it may be one that is only displayed, such as °F. */
export const isShownUnit = (unit: string): boolean => (isNameOf(UNITS, unit) ? UNITS[unit].isShown : unit !== '');
