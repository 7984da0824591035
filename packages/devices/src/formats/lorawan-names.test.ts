/** Names and units that decoders in use give, which mean something else than they seem to. Small messages in their shape. */
import { expect, test } from 'vitest';
import { CHIRPSTACK } from './chirpstack.ts';
import { FakeDevices } from './fake-devices.test-support.ts';
import { THINGS_STACK } from './things-stack.ts';

const EUI = 'A84041B8D18C0A7F';
const take = (devices: FakeDevices, object: object): void => {
  devices.take(`application/1/device/${EUI.toLowerCase()}/event/up`, { deviceInfo: {}, data: 'qg==', object });
};
const found = (...objects: readonly object[]) => {
  const devices = new FakeDevices(CHIRPSTACK);
  for (const object of objects) take(devices, object);
  return devices.found();
};

test.each<[string, object, object]>([
  [
    'units that stand beside their values',
    {
      air_temperature: { displayName: 'Air temperature', unit: '°F', value: 50 },
      barometric_pressure: { unit: 'kPa', value: 95.9 },
      battery_voltage: { unit: 'mV', value: 3100 },
    },
    { 'environment_temperature.value': 10, 'air_pressure.value': 959, 'power_battery.volts': 3.1 },
  ],
  [
    'power with its unit, and energy',
    { active_power: { unit: 'W', value: '1.70' }, energy: { unit: 'kWh', value: 3 } },
    { 'power_watts.value': 1.7, 'energy.value': 'UNKNOWN_KIND' },
  ],
  [
    'power without a unit',
    { active_power: 3, rh: 41 },
    { active_power: 'UNKNOWN_KIND', 'environment_humidity.value': 41 },
  ],
  ['a pressure in Pa', { pressure: 101_325 }, { 'air_pressure.value': 1013.25 }],
  ['a pressure in Pa, with its unit', { pressure: { unit: 'Pa', value: 96_412 } }, { 'air_pressure.value': 964.12 }],
  ['a pressure that no air has', { pressure: 69 }, { pressure: 'UNKNOWN_KIND' }],
  ['the pressure of a pipe', { pressure: { unit: 'bar', value: 1.01 } }, { 'pressure.value': 'UNKNOWN_KIND' }],
  ['the pressure of water', { water: { pressure: 900 } }, { 'water.pressure': 'UNKNOWN_KIND' }],
  [
    'what was set, not measured',
    { temperature: 20, frost_config: { temperature: 5 }, report_enable: { humidity: 'enable' } },
    { 'environment_temperature.value': 20, 'frost_config.temperature': 'DIAGNOSTIC' },
  ],
  [
    'words and states where a number is expected',
    { humidity: 40, status: { temp: 'ok' }, light: 'dark', alarms: { pm2_5: true } },
    { 'environment_humidity.value': 40, 'alarms.pm2_5': 'UNKNOWN_KIND' },
  ],
  [
    'which sensors there are',
    { LightSensor: 1, PIRSensor: 0 },
    { LightSensor: 'UNKNOWN_KIND', PIRSensor: 'UNKNOWN_KIND' },
  ],
  [
    'a probe that is not there',
    { TempC_DS: 327.67, rh: 41 },
    { 'environment_temperature.value': null, 'environment_humidity.value': 41 },
  ],
  ['the sign for °C', { temperature: '25 ℃' }, { 'environment_temperature.value': 25 }],
  ['no leak, in one word', { WaterLeak: 'NoLeak' }, { 'fluid_leak.value': 0 }],
  ['a leak as a measure', { waterleak: 183 }, { 'fluid_leak.value': 1 }],
  ['no leak as a measure', { waterleak: 0 }, { 'fluid_leak.value': 0 }],
  ['water as a word', { water: 'leak' }, { 'fluid_leak.value': 1 }],
  ['water as a quantity', { water: 3, rh: 41 }, { water: 'UNKNOWN_KIND', 'environment_humidity.value': 41 }],
  [
    'a flag that nobody knows',
    { rh: 41, over_heated: false },
    { 'environment_humidity.value': 41, over_heated: 'UNKNOWN_KIND' },
  ],
  ['a short name', { Humi: 52.3 }, { 'environment_humidity.value': 52.3 }],
])('%s', (_name, object, expected) => {
  expect(found(object)).toEqual(expected);
});

test.each<[string, object, object]>([
  ['volts in a "level"', { batteryLevel: 3.05 }, { 'power_battery.volts': 3.05 }],
  ['a charge in steps up to 255', { batteryLevel: 193 }, { batteryLevel: 'UNKNOWN_KIND' }],
  ['a percentage that is none', { battery_pct: 240 }, { 'power_battery.percent': null }],
  ['millivolts in a "voltage"', { BatV: 3350 }, { 'power_battery.volts': 3.35 }],
  ['a pack of several cells, or a charge', { battery: 12.3 }, { battery: 'UNKNOWN_KIND' }],
  ['one that can be thrown away', { disposable_battery_voltage: 3.6 }, { 'power_battery.volts': 3.6 }],
  ['volts of a cell', { Volt: 2.8 }, { 'power_battery.volts': 2.8 }],
  ['volts of a pack, or of what is measured', { Volt: 12 }, { Volt: 'UNKNOWN_KIND' }],
  ['the mains', { voltage: 222.6 }, { voltage: 'UNKNOWN_KIND' }],
  ['volts of what is measured', { voltage: 3.1, current: 2 }, { voltage: 'UNKNOWN_KIND', current: 'UNKNOWN_KIND' }],
])('a battery: %s', (_name, battery, expected) => {
  expect(found({ ...battery, rh: 40 })).toEqual({ 'environment_humidity.value': 40, ...expected });
});

test('what it was before counts: a charge that is low, and a pressure that falls', () => {
  expect(found({ battery: 80 }, { battery: 12.5 })).toEqual({ 'power_battery.percent': 12.5 });
  expect(found({ pressure: 990 }, { pressure: 280 })).toEqual({ 'air_pressure.value': 280 });
});

test('what was not understood before is not understood later', () => {
  const mains = { voltage: { unit: 'V', value: 230 }, rh: 41 };
  expect(found(mains, mains)).toEqual({ 'environment_humidity.value': 41, 'voltage.value': 'UNKNOWN_KIND' });
  const pipe = { pressure: { unit: 'kPa', value: 5 } };
  expect(found(pipe, pipe)).toEqual({ 'pressure.value': 'UNKNOWN_KIND' });
});

test('a charge in the common form of The Things Stack stays one', () => {
  const devices = new FakeDevices(THINGS_STACK);
  const up = (battery: number) => ({
    end_device_ids: { dev_eui: EUI },
    uplink_message: { normalized_payload: [{ battery, air: { temperature: 20 } }] },
  });
  devices.take('v3/a@ttn/devices/b/up', up(80));
  devices.take('v3/a@ttn/devices/b/up', up(4));
  expect(devices.found()).toEqual({ 'environment_temperature.value': 20, 'power_battery.percent': 4 });
});
