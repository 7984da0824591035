/** Advertisements as Ruuvi documents them, by way of its gateway, and what becomes of any others. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bridgeOf } from '../bridge-topics.ts';
import { FakeDevices, NOW } from './fake-devices.test-support.ts';
import { readRuuviAdvertisement } from './ruuvi-advertisement.ts';
import { RUUVI_GATEWAY } from './ruuvi-gateway.ts';
import { THEENGS } from './theengs.ts';

const GATEWAY = 'ruuvi/C8:25:2D:8E:9C:2C';
const TOPIC = `${GATEWAY}/CB:B8:33:4C:88:4F`;
const FLAGS = '020106';

/** As it is advertised: flags, then the data of the manufacturer with its length. */
const advertised = (data: string): string => {
  const content = `FF9904${data}`;
  return `${FLAGS}${(content.length / 2).toString(16).padStart(2, '0')}${content}`;
};
const valuesOf = (data: string) => readRuuviAdvertisement(advertised(data))?.values;

test.each([
  [
    'format 5',
    '0512FC5394C37C0004FFFC040CAC364200CDCBB8334C884F',
    { tempc: 24.3, hum: 53.49, pres: 1000.44, volt: 2.977 },
  ],
  [
    'format 5, highest',
    '057FFFFFFEFFFE7FFF7FFF7FFFFFDEFEFFFECBB8334C884F',
    { tempc: 163.835, hum: 163.835, pres: 1155.34, volt: 3.646 },
  ],
  [
    'format 5, lowest',
    '058001000000008001800180010000000000CBB8334C884F',
    { tempc: -163.835, hum: 0, pres: 500, volt: 1.6 },
  ],
  [
    'format 5, nothing measured',
    '058000FFFFFFFF800080008000FFFFFFFFFFFFFFFFFFFFFF',
    { tempc: null, hum: null, pres: null, volt: null },
  ],
  ['format 3', '03291A1ECE1EFC18F94202CA0B53', { tempc: 26.3, hum: 20.5, pres: 1027.66, volt: 2.899 }],
  ['format 3, lowest', '0300FF6300008001800180010000', { tempc: -127.99, hum: 0, pres: 500, volt: 0 }],
  [
    'format E1',
    'E1170C5668C79E0065007004BD11CA00C90A0213E0AC000000DECDEE110000000000CBB8334C884F',
    { tempc: 29.5, hum: 55.3, pres: 1011.02, pm25: 11.2, co2: 201, lux: 13027 },
  ],
  [
    'format E1, nothing measured',
    `E18000${'F'.repeat(74)}`,
    { tempc: null, hum: null, pres: null, pm25: null, co2: null, lux: null },
  ],
  [
    'format 6',
    '06170C5668C79E007000C90501D9FFCD004C884F',
    { tempc: 29.5, hum: 55.3, pres: 1011.02, pm25: 11.2, co2: 201, lux: expect.closeTo(13_026.67, 1) },
  ],
  [
    'format 6, nothing measured',
    `068000${'F'.repeat(34)}`,
    { tempc: null, hum: null, pres: null, pm25: null, co2: null, lux: null },
  ],
])('%s', (_name, data, expected) => {
  expect(valuesOf(data)).toEqual(expected);
});

test.each([
  ['no hex', 'x'],
  ['half a byte', '0201061BFF990405F'],
  ['nothing', ''],
  ['of another maker', '0201060DFF4C0005030129 1A1ECE1EFC18'.replaceAll(' ', '')],
  ['cut off', advertised('0512FC5394C37C').slice(0, -2)],
  ['shorter than its format', advertised('0512FC5394C37C')],
  ['an unknown format', advertised('0812FC5394C37C0004FFFC040CAC364200CDCBB8334C884F')],
  ['no data', `${FLAGS}03FF9904`],
  ['too long', 'FF'.repeat(600)],
])('no measurement: %s', (_name, hex) => {
  expect(readRuuviAdvertisement(hex)).toBeNull();
});

test('property: nothing ends the reader, and what it says is a number or unknown', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom('', advertised('05').slice(0, -2)),
      (bytes, head) => {
        const hex = head + [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
        for (const value of Object.values(readRuuviAdvertisement(hex)?.values ?? {}))
          expect(value === null || Number.isFinite(value)).toBe(true);
      },
    ),
  );
});

const DATA = '0201061BFF99040515AE4C6DC6D7000CFFF803F4ADB6AD697FF41F0C28CBD6';
const sent = (ago: number) => ({
  gw_mac: 'C8:25:2D:8E:9C:2C',
  rssi: -26,
  aoa: [],
  gwts: String(NOW / 1000),
  ts: String(NOW / 1000 - ago),
  data: DATA,
  coords: '',
});

test('a report of the gateway: the sensor, its own time, and who speaks for it', () => {
  const devices = new FakeDevices(RUUVI_GATEWAY);
  const reading = devices.take(TOPIC, sent(3));
  expect(reading).toMatchObject({
    deviceKey: 'ble#CBB8334C884F',
    at: NOW - 3000,
    through: GATEWAY,
    device: { identity: 'ble_CBB8334C884F', name: 'CBB8334C884F', maker: 'Ruuvi', model: 'RuuviTag' },
  });
  expect(bridgeOf(reading.device)).toMatchObject({ topic: `${GATEWAY}/gw_status`, available: 'online' });
  expect(devices.found()).toEqual({
    'environment_temperature.value': 27.75,
    'environment_humidity.value': 48.9125,
    'air_pressure.value': 1009.03,
    'power_battery.volts': 2.989,
    rssi: 'DIAGNOSTIC',
  });
});

test.each([
  ['long ago', String(NOW / 1000 - 61)],
  ['ahead', String(NOW / 1000 + 5)],
  ['before its clock was set', '7'],
  ['none', undefined],
  ['no number', {}],
])('its time counts only if it can be that of the report: %s', (_name, ts) => {
  expect(new FakeDevices(RUUVI_GATEWAY).take(TOPIC, { ...sent(0), ts }).at).toBeNull();
});

test('a sensor that another kind of gateway hears as well is the same device with the same values', () => {
  const ruuvi = new FakeDevices(RUUVI_GATEWAY);
  const theengs = new FakeDevices(THEENGS);
  const one = ruuvi.take(TOPIC, sent(0));
  const other = theengs.take('home/OMG/BTtoMQTT/CBB8334C884F', { brand: 'Ruuvi', tempc: 1, hum: 2, pres: 3, volt: 3 });
  expect(one.deviceKey).toBe(other.deviceKey);
  expect(one.device.identity).toBe(other.device.identity);
  const measured = (devices: FakeDevices) => devices.entities(one.deviceKey).filter(({ id }) => id !== 'rssi');
  expect(measured(ruuvi)).toEqual(measured(theengs));
});

test('what else a gateway says is no sensor', () => {
  const devices = new FakeDevices(RUUVI_GATEWAY);
  expect(devices.read(`${GATEWAY}/gw_status`, { state: 'online' })).toEqual({ kind: 'ignored' });
  expect(
    devices.read(TOPIC, { ...sent(0), data: '0201061AFF4C000215FDA50693A4E24FB1AFCFC6EB0764782500010002C5' }),
  ).toEqual({
    kind: 'ignored',
  });
  expect(devices.read(TOPIC, { ...sent(0), data: 5 })).toEqual({ kind: 'ignored' });
  expect(devices.read(TOPIC, 'x')).toEqual({ kind: 'left-out', reason: 'NOT_JSON' });
  for (const topic of ['ruuvi/x', 'ruuvi/x/y', 'other/x/CB:B8:33:4C:88:4F', 'ruuvi/x/y/CB:B8:33:4C:88:4F'])
    expect(devices.read(topic, sent(0))).toBeNull();
  expect(devices.all()).toEqual([]);
});
