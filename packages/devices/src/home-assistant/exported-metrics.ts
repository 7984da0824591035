/** What each metric is in Home Assistant. A new metric is a row here. */
import type { DeviceMetric } from '@picket/domain/metrics';

export interface ExportedMetric {
  /** `binary_sensor`: on when the value is above zero. */
  readonly component: 'sensor' | 'binary_sensor';
  /** null: Home Assistant has none that fits. */
  readonly deviceClass: string | null;
}

const sensor = (deviceClass: string | null): ExportedMetric => ({ component: 'sensor', deviceClass });
const state = (deviceClass: string | null): ExportedMetric => ({ component: 'binary_sensor', deviceClass });

/** By metric, fluid sensors by their family; a column that is something else by `metric.column`. */
const EXPORTED: Readonly<Record<DeviceMetric | 'power_battery.volts' | 'fluid_battery.percent', ExportedMetric>> = {
  environment_temperature: sensor('temperature'),
  environment_humidity: sensor('humidity'),
  environment_dewpoint: sensor(null),
  sentry_tamper: state('tamper'),
  camera_motion: sensor(null),
  thermal_temperature: sensor('temperature'),
  bluetooth_devices: sensor(null),
  power_onBattery: state(null),
  power_badSource: state('problem'),
  power_battery: sensor('battery'),
  'power_battery.volts': sensor('voltage'),
  power_batteryLow: state('battery'),
  power_watts: sensor('power'),
  power_volts: sensor('voltage'),
  power_amps: sensor('current'),
  door_open: state('door'),
  smoke_alarm: state('smoke'),
  gas_alarm: state('gas'),
  co_alarm: state('carbon_monoxide'),
  vibration_detected: state('vibration'),
  air_co2: sensor('carbon_dioxide'),
  air_pm25: sensor('pm25'),
  air_pressure: sensor('atmospheric_pressure'),
  light_lux: sensor('illuminance'),
  fluid_leak: state('moisture'),
  fluid_battery: sensor('voltage'),
  'fluid_battery.percent': sensor('battery'),
  fluid_missing: sensor('duration'),
  sensor_overdue: sensor('duration'),
};

const TABLE: Readonly<Record<string, ExportedMetric>> = EXPORTED;

/** null: it is not exported. */
export const exportedMetricOf = (family: string, column: string): ExportedMetric | null => {
  const key = Object.hasOwn(TABLE, `${family}.${column}`) ? `${family}.${column}` : family;
  return Object.hasOwn(TABLE, key) ? (TABLE[key] ?? null) : null;
};
