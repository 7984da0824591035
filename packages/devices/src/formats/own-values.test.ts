/** Values that are those of a device itself, or of something else than a room. Small messages in the shape of devices in use. */
import { expect, test } from 'vitest';
import { FakeDevices } from './fake-devices.test-support.ts';
import { SHELLY_GEN2 } from './shelly-gen2.ts';
import { TASMOTA } from './tasmota.ts';
import { THEENGS } from './theengs.ts';

function shelly(src: string, params: object) {
  const devices = new FakeDevices(SHELLY_GEN2);
  const { device } = devices.take(`${src}/events/rpc`, { src, method: 'NotifyFullStatus', params });
  return { found: devices.found(), availability: device.availability };
}

test('Shelly: the temperature of a meter is its own, that of what is connected to it is not', () => {
  const meter = {
    'em:0': { id: 0, total_act_power: 559 },
    'temperature:0': { id: 0, tC: 46.6 },
    'temperature:100': { id: 100, tC: 4.5 },
  };
  expect(shelly('shellypro3em-a1b2c3d4e5f6', meter).found).toEqual({
    'power_watts.value': 559,
    'temperature:0 tC': 'CHIP_TEMPERATURE',
    'environment_temperature.value': 4.5,
  });
  // A change says nothing of the meter: its name does.
  expect(shelly('shellypro3em-a1b2c3d4e5f6', { 'temperature:0': { id: 0, tC: 46.6 } }).found).toEqual({
    'temperature:0 tC': 'CHIP_TEMPERATURE',
  });
  const single = new FakeDevices(SHELLY_GEN2);
  single.take('cellar/meter/status/em:0', { id: 0, total_act_power: 559 });
  single.take('cellar/meter/status/temperature:0', { id: 0, tC: 46.6 });
  expect(single.found()).toEqual({ 'power_watts.value': 559, 'temperature:0 tC': 'CHIP_TEMPERATURE' });
  expect(shelly('shelly1g3-a1b2c3d4e5f6', { 'temperature:0': { id: 0, tC: 20 } }).found).toEqual({
    'environment_temperature.value': 20,
  });
});

test('Shelly: a wall display with a name of capital letters, broken sensors and no battery', () => {
  const display = {
    'humidity:0': { id: 0, rh: -2, errors: ['no driver'] },
    'temperature:0': { id: 0, tC: 21.5, errors: [] },
    'illuminance:0': { id: 0, lux: 120 },
    'devicepower:0': { id: 0, external: { present: true } },
  };
  const { found, availability } = shelly('ShellyWallDisplay-000822A1B2C3', display);
  expect(found).toEqual({
    'environment_humidity.value': null,
    'environment_temperature.value': 21.5,
    'light_lux.value': 120,
  });
  // It does not sleep.
  expect(availability).toHaveLength(1);
});

test('Shelly: the zones of a presence sensor', () => {
  expect(shelly('shellypresence-a1b2c3d4e5f6', { 'presencezone:200': { id: 200, value: true } }).found).toEqual({
    'camera_motion.level': 1,
  });
});

test.each<[string, object, object]>([
  [
    'the resistor inside a plug that measures power',
    { ENERGY: { Power: 12 }, ANALOG: { Temperature: 48.2 }, TempUnit: 'C' },
    { 'power_watts.value': 12, 'ANALOG Temperature': 'CHIP_TEMPERATURE' },
  ],
  [
    'a chip that measures power',
    { BL0940: { Temperature: 41 }, TempUnit: 'C' },
    { 'BL0940 Temperature': 'CHIP_TEMPERATURE' },
  ],
  [
    'several of one kind',
    { ANALOG: { Temperature1: 27.4, Illuminance3: 12 }, TempUnit: 'C' },
    { 'environment_temperature.value': 27.4, 'light_lux.value': 12 },
  ],
  [
    'soil',
    { 'Flora-1a2b3c': { Moisture: 31, Illuminance: 90 } },
    { 'Flora-1a2b3c Moisture': 'SOIL', 'light_lux.value': 90 },
  ],
])('Tasmota: %s', (_name, sent, expected) => {
  const devices = new FakeDevices(TASMOTA);
  devices.take('tele/a/SENSOR', sent);
  expect(devices.found()).toEqual(expected);
});

test.each<[string, object, object]>([
  [
    'the pressure of a tire',
    { type: 'TIRE', pres: 2.2, tempc: 31 },
    { pres: 'UNKNOWN_KIND', 'environment_temperature.value': 31 },
  ],
  [
    'how far a blind is open',
    { type: 'WCVR', open: 1, batt: 60 },
    { open: 'UNKNOWN_KIND', 'power_battery.percent': 60 },
  ],
  [
    'a door in words',
    { type: 'CTMO', contact: 'open', batt: 87 },
    { 'door_open.value': 1, 'power_battery.percent': 87 },
  ],
  ['a door that stands open', { contact: 'timeout not closed' }, { 'door_open.value': 1 }],
  [
    'a battery that is low',
    { lowbatt: true, tempc: 4 },
    { 'power_batteryLow.value': 1, 'environment_temperature.value': 4 },
  ],
  [
    'a flag that nobody knows',
    { tempc: 4, wet_foot: false, acts: true },
    { 'environment_temperature.value': 4, wet_foot: 'UNKNOWN_KIND' },
  ],
  ['the first probe of several', { tempc1: 63, type: 'BBQ' }, { 'environment_temperature.value': 63 }],
])('Theengs: %s', (_name, sent, expected) => {
  const devices = new FakeDevices(THEENGS);
  devices.take('home/OMG/BTtoMQTT/4C33A6603C79', sent);
  expect(devices.found()).toEqual(expected);
});
