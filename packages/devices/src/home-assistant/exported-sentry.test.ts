import { expect, test } from 'vitest';
import { readAnnouncement } from '../read-announcement.ts';
import { exportedMetricOf } from './exported-metrics.ts';
import { type ExportedSentry, exportedAt, forgottenOf, isExported, publishedOf } from './exported-sentry.ts';

const PLACE = { integration: 'i1', prefix: 'homeassistant' };
const SENTRY: ExportedSentry = {
  guid: 's1',
  name: 'Rack',
  model: 'PS-1',
  location: 'Basel',
  isOnline: true,
  series: [
    { sensorMetricId: 'environment_temperature', column: 'value', value: 21.456 },
    { sensorMetricId: 'environment_dewpoint', column: 'value', value: 0.4 },
    { sensorMetricId: 'fluid-W1-A.7_leak', column: 'value', value: 1 },
    { sensorMetricId: 'fluid-W1-A.7_battery', column: 'percent', value: null },
    { sensorMetricId: 'power_battery', column: 'volts', value: 3.1 },
  ],
  alerts: { open: 2, worst: 900, names: ['Fluid leak', 'Too hot'] },
};

function exported(sentry: ExportedSentry) {
  const [[configTopic = '', config = ''] = [], [, state = ''] = []] = publishedOf(PLACE, sentry);
  return { configTopic, config: JSON.parse(config), state: JSON.parse(state) };
}

test('a sentry is announced with an entity for each series, and its newest values as a person sees them', () => {
  const { config, state } = exported(SENTRY);
  expect(config.device).toEqual({
    identifiers: ['picket_s1'],
    name: 'Rack',
    manufacturer: 'Picket',
    model: 'PS-1',
    suggested_area: 'Basel',
  });
  expect(config.components.environment_temperature_value).toEqual({
    platform: 'sensor',
    name: 'temperature',
    unique_id: 'picket_s1_environment_temperature_value',
    device_class: 'temperature',
    state_class: 'measurement',
    unit_of_measurement: '°C',
    value_template: "{{ value_json.values['environment_temperature_value'] }}",
  });
  expect(config.components['fluid-W1-A_7_leak_value']).toMatchObject({
    platform: 'binary_sensor',
    name: 'leak A.7',
    device_class: 'moisture',
  });
  expect(config.components.power_battery_volts).toMatchObject({ device_class: 'voltage', unit_of_measurement: 'V' });
  expect(state).toEqual({
    online: true,
    alert: 'ON',
    alerts: { open: 2, severity: 'critical', names: ['Fluid leak', 'Too hot'] },
    values: {
      environment_temperature_value: 21.5,
      environment_dewpoint_value: 40,
      'fluid-W1-A_7_leak_value': 'ON',
      'fluid-W1-A_7_battery_percent': null,
      power_battery_volts: 3.1,
    },
  });
});

test('an alert is shown also while its sentry is silent', () => {
  const { config, state } = exported({ ...SENTRY, isOnline: false, alerts: { open: 0, worst: null, names: [] } });
  expect(state).toMatchObject({ online: false, alert: 'OFF', alerts: { open: 0, severity: null } });
  expect(config.availability).toHaveLength(2);
  expect(config.components.alert.availability).toEqual([{ topic: 'picket/homeassistant/i1/availability' }]);
});

test.each([
  ['environment_temperature', 'value', 'sensor', 'temperature'],
  ['environment_dewpoint', 'value', 'sensor', null],
  ['thermal_temperature', 'min', 'sensor', 'temperature'],
  ['power_battery', 'percent', 'sensor', 'battery'],
  ['power_battery', 'volts', 'sensor', 'voltage'],
  ['fluid-W1-A.7_battery', 'value', 'sensor', 'voltage'],
  ['fluid-W1-A.7_battery', 'percent', 'sensor', 'battery'],
  ['fluid-W1-A.7_leak', 'value', 'binary_sensor', 'moisture'],
  ['sentry_tamper', 'value', 'binary_sensor', 'tamper'],
  ['power_onBattery', 'value', 'binary_sensor', null],
  ['door_open', 'value', 'binary_sensor', 'door'],
  ['camera_motion', 'level', 'sensor', null],
])('%s.%s is a %s of the class %s', (sensorMetricId, column, component, deviceClass) => {
  expect(exportedMetricOf(sensorMetricId, column)).toEqual({ component, deviceClass });
});

test('what is made by the server, or does not exist, is not exported', () => {
  expect(exportedMetricOf('sentry_silence', 'seconds')).toBeNull();
  expect(exportedMetricOf('toString', 'value')).toBeNull();
});

test('what Picket announces is known as its own, and would be no device of another Picket', () => {
  const { configTopic, config } = exported(SENTRY);
  expect(isExported(configTopic, 'homeassistant')).toBe(true);
  expect(exportedAt(PLACE, configTopic)).toBe('s1');
  expect(exportedAt({ ...PLACE, integration: 'i2' }, configTopic)).toBeNull();
  expect(isExported('homeassistant/device/0x1/config', 'homeassistant')).toBe(false);
  // Its states are at topics that Picket never reads as those of a device.
  const announced = readAnnouncement(configTopic, JSON.stringify(config), 'homeassistant');
  expect(announced).toMatchObject({ kind: 'announced', entities: [] });
});

test('what is forgotten is removed from both topics', () => {
  expect(forgottenOf(PLACE, 's1')).toEqual(publishedOf(PLACE, SENTRY).map(([topic]) => [topic, '']));
});
