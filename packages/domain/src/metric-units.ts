/** Units of stored values. A new one is a row here. */
import { isNameOf } from './kind-table.ts';

interface UnitTraits {
  /** Whether it stands behind a limit. */
  readonly isShown: boolean;
  /** Whether minimum, maximum and mean of a day say something: a quantity, rather than a state or a count. */
  readonly isSummarized: boolean;
}

export const UNITS = {
  '°C': { isShown: true, isSummarized: true },
  '% RH': { isShown: true, isSummarized: true },
  '%': { isShown: true, isSummarized: true },
  V: { isShown: true, isSummarized: true },
  A: { isShown: true, isSummarized: true },
  W: { isShown: true, isSummarized: true },
  hPa: { isShown: true, isSummarized: true },
  ppm: { isShown: true, isSummarized: true },
  'µg/m³': { isShown: true, isSummarized: true },
  lx: { isShown: true, isSummarized: true },
  level: { isShown: false, isSummarized: true },
  s: { isShown: true, isSummarized: true },
  min: { isShown: true, isSummarized: false },
  devices: { isShown: true, isSummarized: false },
  count: { isShown: false, isSummarized: false },
  /** On or off. */
  state: { isShown: false, isSummarized: false },
} as const satisfies Record<string, UnitTraits>;

export type Unit = keyof typeof UNITS;

/** Whether a unit is written behind a limit; it may be one that is only displayed, such as °F. */
export const isShownUnit = (unit: string): boolean => (isNameOf(UNITS, unit) ? UNITS[unit].isShown : unit !== '');
