/** What each metric is in Home Assistant. */
import { columnOf, type DeviceMetric, metricFamilyOf, metricOf } from '@picket/domain/metrics';

export interface ExportedMetric {
  /** `binary_sensor`: on when the value is above zero. */
  readonly component: 'sensor' | 'binary_sensor';
  /** null: Home Assistant has none that fits, and shows the number with its unit. */
  readonly deviceClass: string | null;
}

/** By metric, fluid sensors by their family; a column that is something else by `metric.column`. */
const DEVICE_CLASSES: Readonly<
  Partial<Record<DeviceMetric | 'power_battery.volts' | 'fluid_battery.percent', string>>
> = {
  environment_temperature: 'temperature',
  environment_humidity: 'humidity',
  sentry_tamper: 'tamper',
  thermal_temperature: 'temperature',
  power_badSource: 'problem',
  power_battery: 'battery',
  'power_battery.volts': 'voltage',
  power_batteryLow: 'battery',
  power_watts: 'power',
  power_volts: 'voltage',
  power_amps: 'current',
  door_open: 'door',
  smoke_alarm: 'smoke',
  gas_alarm: 'gas',
  co_alarm: 'carbon_monoxide',
  input_alarm: 'problem',
  vibration_detected: 'vibration',
  air_co2: 'carbon_dioxide',
  air_pm25: 'pm25',
  air_pressure: 'atmospheric_pressure',
  light_lux: 'illuminance',
  fluid_leak: 'moisture',
  fluid_battery: 'voltage',
  'fluid_battery.percent': 'battery',
  fluid_missing: 'duration',
  sensor_overdue: 'duration',
};

const TABLE: Readonly<Record<string, string | undefined>> = DEVICE_CLASSES;
const ownOf = (key: string): string | null => (Object.hasOwn(TABLE, key) ? (TABLE[key] ?? null) : null);

/** null: nothing is stored of it. */
export function exportedMetricOf(sensorMetricId: string, column: string): ExportedMetric | null {
  const row = columnOf(sensorMetricId, column);
  if (row === null || metricOf(sensorMetricId)?.madeByServer === true) return null;
  const family = metricFamilyOf(sensorMetricId);
  return {
    component: row.whenOn === undefined ? 'sensor' : 'binary_sensor',
    deviceClass: ownOf(`${family}.${column}`) ?? ownOf(family),
  };
}
