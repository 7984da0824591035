/** Touch each sensor, each gets a tick: whether readings differ from what they were when the test began. Pure. */
import { isNameOf } from '@picket/domain/kind-table';
import type { Unit } from '@picket/domain/metric-units';
import { columnOf, type DeviceMetric, metricFamilyOf } from '@picket/domain/metrics';

interface WalkTest {
  /** What one does to a sensor, and what happens then. */
  readonly instruction: string;
  /** What passes it; the sensor of a `report` can send nothing else. */
  readonly passedBy: 'change' | 'report';
}

const touch = (instruction: string): WalkTest => ({ instruction, passedBy: 'change' });
const report: WalkTest = { instruction: 'nothing to touch: it passes once the sensor reports', passedBy: 'report' };

/** null: another sensor of the device is tested. */
const WALK_TESTS: Readonly<Record<DeviceMetric, WalkTest | null>> = {
  environment_temperature: touch('hold it in your hand, or breathe on it'),
  environment_humidity: touch('breathe on it'),
  environment_dewpoint: touch('breathe on it'),
  sentry_tamper: touch('press the tamper switch, or lift the device'),
  camera_motion: touch('walk past the camera'),
  thermal_temperature: touch('hold your hand before the imager'),
  power_onBattery: touch('pull the mains plug'),
  power_badSource: touch('pull the mains plug'),
  power_battery: null,
  fluid_leak: touch('wet its contacts with a drop of water'),
  fluid_battery: report,
  fluid_missing: report,
  bluetooth_devices: touch('bring a phone near'),
};

/** By how much a reading has to move to count as touched; null: however little. */
const MIN_CHANGE: Readonly<Record<Unit, number | null>> = {
  '°C': 0.7,
  '% RH': 2,
  '%': 0.03,
  V: 0.3,
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

/** What one does to a sensor, and what happens then. */
export const touchText = (sensorMetricId: string): string =>
  walkTestOf(sensorMetricId)?.instruction ?? 'change what it measures';

/** Whether the sensor was touched: `before` as it was when the test began, `now` as it is. */
export function isTouched(sensorMetricId: string, column: string, before: number | null, now: number | null): boolean {
  if (now === null) return false;
  if (before === null) return true;
  if (walkTestOf(sensorMetricId)?.passedBy === 'report') return true;
  const definition = columnOf(sensorMetricId, column);
  const minChange = definition === null ? null : MIN_CHANGE[definition.unit];
  return Math.abs(now - before) >= (minChange ?? Number.EPSILON);
}

/** Leaves out columns that say nearly the same as another one. */
export const isInWalkTest = (sensorMetricId: string, column: string): boolean =>
  walkTestOf(sensorMetricId) !== null && columnOf(sensorMetricId, column)?.isSecondary !== true;
