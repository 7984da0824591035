/** Messages of OpenMQTTGateway and Theengs Gateway as they are documented, shortened, and what becomes of any others. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bridgeOf, ownAvailabilityOf } from '../bridge-topics.ts';
import { FakeDevices } from './fake-devices.test-support.ts';
import { THEENGS } from './theengs.ts';

const open = () => new FakeDevices(THEENGS);
const TOPIC = 'home/OpenMQTTGateway/BTtoMQTT/4C33A6603C79';

test('numbers as texts, one or two at a time, of one device', () => {
  const devices = open();
  const reading = devices.take(TOPIC, { hum: '52.6', tempc: '19.2', tempf: '66.56' });
  expect(reading).toMatchObject({ deviceKey: 'ble#4C33A6603C79', through: 'home/OpenMQTTGateway', at: null });
  expect(reading.device).toMatchObject({ identity: 'ble_4C33A6603C79', name: '4C33A6603C79', maker: null });
  expect(bridgeOf(reading.device)?.topic).toBe('home/OpenMQTTGateway/LWT');
  expect(ownAvailabilityOf(reading.device)).toEqual([]);
  const named = {
    id: '4C:33:A6:60:3C:79',
    name: 'LYWSD03MMC',
    brand: 'Xiaomi',
    model: 'TH Sensor',
    rssi: -71,
    batt: 93,
  };
  expect(devices.take('home/TheengsGateway/BTtoMQTT/4C33A6603C79', named)).toMatchObject({
    deviceKey: reading.deviceKey,
    through: 'home/TheengsGateway',
    device: { name: 'LYWSD03MMC', maker: 'Xiaomi', model: 'TH Sensor' },
  });
  expect(devices.found()).toEqual({
    'environment_temperature.value': 19.2,
    'environment_humidity.value': 52.6,
    'power_battery.percent': 93,
    rssi: 'DIAGNOSTIC',
  });
});

test.each([
  [
    'a RuuviTag',
    {
      brand: 'Ruuvi',
      model_id: 'RuuviTag_RAWv2',
      tempc: 21.35,
      hum: 43.5,
      pres: 1009.4,
      accx: 0.1,
      volt: 2.98,
      tx: 4,
      mov: 7,
      seq: 900,
      mac: 'X',
    },
    {
      'environment_temperature.value': 21.35,
      'environment_humidity.value': 43.5,
      'air_pressure.value': 1009.4,
      'power_battery.volts': 2.98,
      accx: 'DIAGNOSTIC',
      tx: 'DIAGNOSTIC',
      mov: 'DIAGNOSTIC',
      seq: 'DIAGNOSTIC',
    },
  ],
  [
    'a meter, whose volts are of anything',
    { tempc: 20, volt: 231, current: 2 },
    { 'environment_temperature.value': 20, volt: 'UNKNOWN_KIND', current: 'UNKNOWN_KIND' },
  ],
  ['soil', { moi: 32, tempc: 20 }, { moi: 'SOIL', 'environment_temperature.value': 20 }],
  ['a door', { open: true }, { 'door_open.value': 1 }],
  ['a door as a number', { open: 0 }, { 'door_open.value': 0 }],
  ['a leak', { leak: true, batt: 9 }, { 'fluid_leak.value': 1, 'fluid_battery.percent': 9 }],
  ['no number', { tempc: 'nan' }, { 'environment_temperature.value': null }],
  ['a comma', { tempc: '19,2' }, {}],
  ['null', { hum: null }, { 'environment_humidity.value': null }],
  [
    'light and air',
    { lux: 320, co2: 650, pm25: 3 },
    { 'light_lux.value': 320, 'air_co2.value': 650, 'air_pm25.value': 3 },
  ],
])('%s', (_name, sent, expected) => {
  const devices = open();
  devices.take(TOPIC, sent);
  expect(devices.found()).toEqual(expected);
});

test('phones and beacons are no devices, and one that changes its address is left out', () => {
  const devices = open();
  expect(devices.read(TOPIC, { id: '4C:33:A6:60:3C:79', rssi: -80, txpower: 12, type: 'RMAC' })).toEqual({
    kind: 'ignored',
  });
  expect(devices.read(TOPIC, { tempc: 20, type: 'RMAC' })).toEqual({ kind: 'left-out', reason: 'CHANGING_ADDRESS' });
  expect(devices.read('home/OMG/BTtoMQTT/fda50693a4e24fb1afcfc6eb07647825', { tempc: 20 })).toEqual({
    kind: 'ignored',
  });
  expect(devices.read(TOPIC, 'x')).toEqual({ kind: 'left-out', reason: 'NOT_JSON' });
  for (const topic of ['home/OMG/SYStoMQTT', 'home/OMG/BTtoMQTT', 'BTtoMQTT/4C33A6603C79', 'home/OMG/BTtoMQTT/x/y'])
    expect(devices.read(topic, { tempc: 20 })).toBeNull();
  expect(devices.all()).toEqual([]);
});

test('property: nothing ends the reader, and what has no known value is no device', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const devices = open();
      devices.read(TOPIC, text);
      for (const deviceKey of devices.all())
        expect(devices.entities(deviceKey).some((one) => one.deviceClass !== null)).toBe(true);
      devices.found();
    }),
  );
});
