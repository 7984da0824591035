/** Touch each sensor, each gets a tick: whether readings differ from what they were when the test began. Pure. */
import { columnOf, fluidSensorOf } from '@picket/domain/metrics';

/** By how much a reading has to move to count as touched, by its unit. */
const MIN_CHANGE: Readonly<Record<string, number>> = { '°C': 0.7, '% RH': 2, level: 0.05, V: 0.3, '%': 0.03 };

/** What one does to a sensor, and what happens then. */
export function touchText(sensorMetricId: string): string {
  const family = fluidSensorOf(sensorMetricId)?.family ?? sensorMetricId;
  return INSTRUCTIONS[family] ?? 'change what it measures';
}

const INSTRUCTIONS: Readonly<Record<string, string>> = {
  environment_temperature: 'hold it in your hand, or breathe on it',
  environment_humidity: 'breathe on it',
  environment_dewpoint: 'breathe on it',
  sentry_tamper: 'press the tamper switch, or lift the device',
  camera_motion: 'walk past the camera',
  thermal_temperature: 'hold your hand before the imager',
  power_onBattery: 'pull the mains plug',
  power_badSource: 'pull the mains plug',
  power_battery: 'pull the mains plug for a while',
  fluid_leak: 'wet its contacts with a drop of water',
  fluid_battery: 'nothing to touch: it passes once the sensor reports',
  fluid_missing: 'nothing to touch: it passes once the sensor reports',
  bluetooth_devices: 'bring a phone near',
};

/** Whether the sensor was touched: `before` as it was when the test began, `now` as it is. */
export function isTouched(sensorMetricId: string, column: string, before: number | null, now: number | null): boolean {
  if (now === null) return false;
  if (before === null) return true;
  const definition = columnOf(sensorMetricId, column);
  const family = fluidSensorOf(sensorMetricId)?.family;
  // A report is all these can send.
  if (family === 'fluid_battery' || family === 'fluid_missing') return true;
  const minChange = definition === null ? Number.EPSILON : (MIN_CHANGE[definition.unit] ?? Number.EPSILON);
  return Math.abs(now - before) >= minChange;
}

/** Leaves out columns that repeat another one. */
export const isInWalkTest = (sensorMetricId: string, column: string): boolean =>
  column === 'value' ||
  column === 'level' ||
  column === 'count' ||
  (sensorMetricId === 'thermal_temperature' && column === 'max');
