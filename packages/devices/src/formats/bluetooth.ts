/** What readers of Bluetooth sensors have in common: a sensor is its address at every gateway, and its values have the same names. Pure. */
import { deviceKeyOf } from './format.ts';
import { diagnostic, type Kind, measured, TRUE_OR_FALSE } from './named-values.ts';

const ADDRESS = /^[0-9A-F]{12}$/u;

/** An address without colons, in capital letters; null: it is none. */
export function bluetoothAddress(text: string): string | null {
  const address = text.toUpperCase().replaceAll(':', '');
  return ADDRESS.test(address) ? address : null;
}

export const bluetoothKey = (address: string): string => deviceKeyOf('ble', address);
export const bluetoothIdentity = (address: string): string => `ble_${address}`;

const state = (deviceClass: string): Kind => ({ ...measured(deviceClass, null), states: TRUE_OR_FALSE });

/** By name. */
export const BLUETOOTH_KINDS = {
  tempc: measured('temperature', '°C'),
  tempc1: measured('temperature', '°C'),
  tempc2: measured('temperature', '°C'),
  tempc3: measured('temperature', '°C'),
  tempc4: measured('temperature', '°C'),
  tempc5: measured('temperature', '°C'),
  tempc6: measured('temperature', '°C'),
  hum: measured('humidity', '%'),
  batt: measured('battery', '%'),
  pres: measured('pressure', 'hPa'),
  co2: measured('carbon_dioxide', 'ppm'),
  pm25: measured('pm25', 'µg/m³'),
  lux: measured('illuminance', 'lx'),
  // Of soil.
  moi: measured('moisture', '%'),
  open: state('door'),
  motion: state('motion'),
  presence: state('presence'),
  batt_low: state('battery'),
  low_batt: state('battery'),
  lowbatt: state('battery'),
  contact: { ...measured('door', null), states: ['open', 'closed'] },
  leak: state('moisture'),
  water_leak: state('moisture'),
  smoke: state('smoke'),
} as const satisfies Readonly<Record<string, Kind>>;

/** Of a sensor that runs on a battery. */
export const BATTERY_VOLTS: Kind = diagnostic('V', 'voltage');
