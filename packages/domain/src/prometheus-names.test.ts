import { expect, test } from 'vitest';
import { PROMETHEUS_METRICS } from './prometheus-names.ts';

const NAMES = PROMETHEUS_METRICS.map(({ name }) => name);

test('names are unique, and follow the rules of Prometheus', () => {
  expect(new Set(NAMES).size).toBe(NAMES.length);
  for (const name of NAMES) expect(name).toMatch(/^picket_[a-z0-9]+(_[a-z0-9]+)*$/u);
  // These endings mean something else in Prometheus.
  for (const name of NAMES) expect(name).not.toMatch(/_(total|count|sum|bucket|info)$/u);
});

test('the unit stands last, once; a column only where it says something', () => {
  expect(
    Object.fromEntries(PROMETHEUS_METRICS.map(({ kind, column, name }) => [`${kind}.${column}`, name])),
  ).toMatchObject({
    'environment_temperature.value': 'picket_environment_temperature_celsius',
    'environment_dewpoint.value': 'picket_environment_dewpoint_ratio',
    'sentry_tamper.value': 'picket_sentry_tamper',
    'camera_motion.level': 'picket_camera_motion_level',
    'thermal_temperature.max': 'picket_thermal_temperature_max_celsius',
    'bluetooth_devices.count': 'picket_bluetooth_devices',
    'power_onBattery.value': 'picket_power_on_battery',
    'power_battery.percent': 'picket_power_battery_percent',
    'power_battery.volts': 'picket_power_battery_volts',
    'power_volts.value': 'picket_power_volts',
    'power_amps.value': 'picket_power_amps',
    'air_pm25.value': 'picket_air_pm25_micrograms_per_cubic_meter',
    'fluid_battery.value': 'picket_fluid_battery_volts',
    'fluid_missing.value': 'picket_fluid_missing_minutes',
  });
});

test('what the server makes itself has no name', () => {
  expect(NAMES.filter((name) => name.includes('silence'))).toEqual([]);
});
