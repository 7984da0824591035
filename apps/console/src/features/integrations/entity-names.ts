/** Names of entities in words. What a program calls `on_battery` is "On battery"; a name that is not known is made readable. */
import type { Translator } from '../../lib/texts.ts';

const KNOWN = [
  'water_leak',
  'leak',
  'flood',
  'door_switch',
  'door',
  'window',
  'smoke',
  'gas',
  'carbon_monoxide',
  'co',
  'tamper',
  'vibration',
  'occupancy',
  'presence',
  'motion',
  'alert',
  'detection',
  'camera_fps',
  'temperature',
  'device_temperature',
  'humidity',
  'pressure',
  'co2',
  'pm25',
  'illuminance',
  'soil_moisture',
  'battery',
  'battery_low',
  'battery_voltage',
  'battery_temperature',
  'battery_runtime',
  'linkquality',
  'rssi',
  'power',
  'voltage',
  'current',
  'energy',
  'input_voltage',
  'input_frequency',
  'load',
  'on_battery',
  'bad_source',
  'charge',
  'uptime',
  'update_available',
] as const;
type KnownName = (typeof KNOWN)[number];

/** The same under the names that makers and programs give it. */
const OTHER_NAMES: Readonly<Record<string, KnownName>> = {
  contact: 'door_switch',
  'ups.status OB': 'on_battery',
  'ups.status RB LB OVER OFF FSD': 'bad_source',
  'battery.charge': 'battery',
  'battery.voltage': 'battery_voltage',
  'battery.temperature': 'battery_temperature',
  'battery.runtime': 'battery_runtime',
  'input.voltage': 'input_voltage',
  'input.frequency': 'input_frequency',
  'ups.realpower': 'power',
  'output.realpower': 'power',
  'input.realpower': 'power',
  'output.current': 'current',
  'input.current': 'current',
  'ups.temperature': 'device_temperature',
  'ups.load': 'load',
  'ambient.temperature': 'temperature',
  'ambient.humidity': 'humidity',
  'On battery': 'on_battery',
  'Battery or output at fault': 'bad_source',
  'Battery charge': 'battery',
  'Input voltage': 'input_voltage',
  'Battery temperature': 'battery_temperature',
  Load: 'load',
  Temperature: 'temperature',
  Humidity: 'humidity',
  Leak: 'leak',
  Smoke: 'smoke',
  tempc: 'temperature',
  hum: 'humidity',
  batt: 'battery',
  pres: 'pressure',
  lux: 'illuminance',
  batt_low: 'battery_low',
  volt: 'battery_voltage',
  illuminance_lux: 'illuminance',
  link_quality: 'linkquality',
  battery_percent: 'battery',
  moisture: 'soil_moisture',
  'temperature:0 tC': 'temperature',
  'humidity:0 rh': 'humidity',
  'devicepower:0 percent': 'battery',
  'devicepower:0 V': 'battery_voltage',
  'illuminance:0 lux': 'illuminance',
  'flood:0 alarm': 'flood',
  'smoke:0 alarm': 'smoke',
  'switch:0 apower': 'power',
  'switch:0 voltage': 'voltage',
  'switch:0 current': 'current',
  'switch:0 temperature': 'device_temperature',
  'wifi rssi': 'rssi',
  'sensor/temperature': 'temperature',
  'sensor/humidity': 'humidity',
  'sensor/battery': 'battery',
  'sensor/flood': 'flood',
  'sensor/smoke': 'smoke',
  'sensor/motion': 'motion',
  'sensor/state': 'door',
  'sensor/vibration': 'vibration',
  'sensor/lux': 'illuminance',
};

/** A name in one word of small letters, such as `air_quality`: a person does not write so. */
const MACHINE_WORD = /^[a-z0-9]+(?:[_.-][a-z0-9]+)*$/u;

const plainWords = (name: string): string => name.replaceAll(/[_.-]/gu, ' ');

/** Whether the name that was announced says more than these words. */
export const isOtherName = (name: string, words: string): boolean =>
  plainWords(name).toLowerCase() !== words.toLowerCase();

/** "On battery" for `on_battery`, "Air quality" for `air_quality`; one that a person wrote stays as it is. */
export function entityName(t: Translator, name: string): string {
  const known = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : KNOWN.find((one) => one === name);
  if (known !== undefined) return t(`discovered.entity.${known}`);
  if (!MACHINE_WORD.test(name)) return name;
  const words = plainWords(name);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
