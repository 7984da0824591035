/** Touch each sensor, each gets a tick: whether readings differ from what they were when the test began. Pure. */
import { isNameOf } from '@picket/domain/kind-table';
import type { Unit } from '@picket/domain/metric-units';
import { columnOf, type DeviceMetric, isShownColumn, metricFamilyOf } from '@picket/domain/metrics';
import type { Translator } from '../../lib/texts.ts';

/** What passes the test of a sensor; the sensor of a `report` can send nothing else. */
type WalkTest = 'change' | 'report';

/** null: another sensor of the device is tested. What one does to a sensor that has to change stands in the catalogs. */
const WALK_TESTS = {
  environment_temperature: 'change',
  environment_humidity: 'change',
  environment_dewpoint: 'change',
  sentry_tamper: 'change',
  camera_motion: 'change',
  thermal_temperature: 'change',
  power_onBattery: 'change',
  power_badSource: 'change',
  power_battery: null,
  power_batteryLow: null,
  power_watts: 'report',
  power_volts: 'report',
  power_amps: 'report',
  door_open: 'change',
  smoke_alarm: 'change',
  gas_alarm: 'report',
  co_alarm: 'report',
  input_alarm: 'report',
  vibration_detected: 'change',
  air_co2: 'change',
  air_pm25: 'report',
  air_pressure: 'report',
  light_lux: 'change',
  fluid_leak: 'change',
  fluid_battery: 'report',
  fluid_missing: 'report',
  sensor_overdue: null,
  bluetooth_devices: 'change',
} as const satisfies Record<DeviceMetric, WalkTest | null>;

type TouchedMetric = {
  [Family in DeviceMetric]: (typeof WALK_TESTS)[Family] extends 'change' ? Family : never;
}[DeviceMetric];

/** By how much a reading has to move to count as touched; null: however little. */
const MIN_CHANGE: Readonly<Record<Unit, number | null>> = {
  '°C': 0.7,
  '% RH': 2,
  '%': 0.03,
  V: 0.3,
  A: 0.05,
  W: 1,
  hPa: 0.5,
  ppm: 50,
  'µg/m³': 5,
  lx: 20,
  level: 0.05,
  s: null,
  min: null,
  devices: null,
  count: null,
  state: null,
};

function walkTestOf(sensorMetricId: string): WalkTest | null {
  const family = metricFamilyOf(sensorMetricId);
  return isNameOf(WALK_TESTS, family) ? WALK_TESTS[family] : null;
}

const isTouchedMetric = (family: string): family is TouchedMetric => walkTestOf(family) === 'change';

/** What one does to a sensor, and what happens then. */
export function touchText(t: Translator, sensorMetricId: string): string {
  const family = metricFamilyOf(sensorMetricId);
  if (isTouchedMetric(family)) return t(`setup.touch.${family}`);
  return walkTestOf(family) === 'report' ? t('setup.walk.report') : t('setup.walk.other');
}

/** Whether the sensor was touched: `before` as it was when the test began, `now` as it is. */
export function isTouched(sensorMetricId: string, column: string, before: number | null, now: number | null): boolean {
  if (now === null) return false;
  if (before === null) return true;
  if (walkTestOf(sensorMetricId) === 'report') return true;
  const definition = columnOf(sensorMetricId, column);
  const minChange = definition === null ? null : MIN_CHANGE[definition.unit];
  return Math.abs(now - before) >= (minChange ?? Number.EPSILON);
}

export const isInWalkTest = (sensorMetricId: string, column: string): boolean =>
  walkTestOf(sensorMetricId) !== null && isShownColumn(sensorMetricId, column);
