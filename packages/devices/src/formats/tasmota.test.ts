/** Messages of Tasmota as they were recorded, shortened, and what becomes of any others. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { offersFor } from '../metric-offer.ts';
import { observe } from '../read-state.ts';
import { storedValueOf } from '../series-of.ts';
import { FakeDevices } from './fake-devices.test-support.ts';
import type { FormatReader } from './format.ts';
import { TASMOTA } from './tasmota.ts';

const open = () => new FakeDevices(TASMOTA);

const MAC = 'B4E62D3A11F0';
const config = (more: object = {}) => ({
  dn: 'Server room',
  md: 'Sonoff TH',
  ofln: 'Offline',
  onln: 'Online',
  sw: '14.2.0',
  t: 'TH16',
  ft: '%prefix%/%topic%/',
  tp: ['cmnd', 'stat', 'tele'],
  dslp: 0,
  bat: 0,
  ...more,
});
const TH16 = { Time: '2018-03-02T18:25:03', AM2301: { Temperature: 22.6, Humidity: 32.4 }, TempUnit: 'C' };

test('a report: the chip names its values, the unit stands once', () => {
  const devices = open();
  const reading = devices.take('tele/TH16/SENSOR', TH16);
  expect(reading).toMatchObject({ deviceKey: 'tasmota#tele/TH16', at: null, isReading: true });
  expect(reading.device).toEqual({
    identity: 'tasmota_tele/TH16',
    name: 'TH16',
    maker: 'Tasmota',
    model: null,
    serialNumber: null,
    softwareVersion: null,
    availability: [
      { topic: 'tele/TH16/LWT', rule: { path: null, operations: [] }, available: 'Online', notAvailable: 'Offline' },
    ],
  });
  expect(devices.stored()).toEqual({ 'environment_temperature.value': 22.6, 'environment_humidity.value': 32.4 });
});

test.each([
  ['Celsius', { AM2301: { Temperature: 22.6 }, TempUnit: 'C' }, { 'environment_temperature.value': 22.6 }],
  ['Fahrenheit', { AM2301: { Temperature: 68 }, TempUnit: 'F' }, { 'environment_temperature.value': 20 }],
  ['a unit that is not said', { AM2301: { Temperature: 68 } }, { 'AM2301 Temperature': 'UNKNOWN_UNIT' }],
  ['a unit that nobody knows', { A: { Temperature: 68 }, TempUnit: 'X' }, { 'A Temperature': 'UNKNOWN_UNIT' }],
  ['numbers as texts', { A: { Temperature: '22.50' }, TempUnit: 'C' }, { 'environment_temperature.value': 22.5 }],
  ['a value that is null', { A: { Temperature: null }, TempUnit: 'C' }, { 'environment_temperature.value': null }],
  ['a value that is nan', { A: { Temperature: 'nan' }, TempUnit: 'C' }, { 'environment_temperature.value': null }],
  ['an empty text', { A: { Temperature: '' }, TempUnit: 'C' }, { 'environment_temperature.value': null }],
  ['a comma', { A: { Temperature: '22,5' }, TempUnit: 'C' }, {}],
  ['true for a number', { A: { Temperature: true }, TempUnit: 'C' }, {}],
  ['a list that is empty', { A: { Temperature: [] }, TempUnit: 'C' }, {}],
  ['beyond any sensor', { A: { Temperature: 1e308 }, TempUnit: 'C' }, {}],
  ['millimetres of mercury', { B: { Pressure: 760 }, PressureUnit: 'mmHg' }, { 'air_pressure.value': 1013.25014435 }],
  ['inches of mercury', { B: { Pressure: 30 }, PressureUnit: 'inHg' }, { 'air_pressure.value': 1015.9166 }],
  [
    'the processor itself',
    { ESP32: { Temperature: 53.3 }, TempUnit: 'C' },
    { 'ESP32 Temperature': 'CHIP_TEMPERATURE' },
  ],
  ['the mains', { ENERGY: { Voltage: 231 } }, { 'power_volts.value': 231 }],
  ['a direct current', { INA219: { Voltage: 4.4 } }, { 'INA219 Voltage': 'UNKNOWN_KIND' }],
  ['a battery in percent', { 'MJ_HT_V1-3d8f': { Battery: 83 } }, { 'power_battery.percent': 83 }],
  ['a switch, whose sense nobody knows', { Switch1: 'ON' }, { Switch1: 'UNKNOWN_KIND' }],
  ['fine dust', { PMS5003: { 'PM2.5': 12 } }, { 'air_pm25.value': 12 }],
  ['a dew point', { A: { DewPoint: 7 }, TempUnit: 'C' }, { 'A DewPoint': 'UNKNOWN_KIND' }],
])('%s', (_name, message, expected) => {
  const devices = open();
  devices.take('tele/x/SENSOR', message);
  expect(devices.found()).toEqual(expected);
});

test('deep sleep: 1970, another unit of pressure, and a will that is no absence', () => {
  const devices = open();
  const sent = {
    Time: '1970-01-01T00:00:07',
    BMP280: { Temperature: 25.18, Pressure: 960.04 },
    PressureUnit: 'hPa',
    TempUnit: 'C',
  };
  expect(devices.take('tele/hut/SENSOR', sent).at).toBeNull();
  expect(devices.stored()).toEqual({ 'environment_temperature.value': 25.18, 'air_pressure.value': 960.04 });
  expect(devices.read('tele/hut/LWT', 'DeepSleep')).toEqual({ kind: 'ignored' });
  expect(devices.take('tele/hut/SENSOR', sent).device.availability).toEqual([]);
});

test('its own discovery names the device, its topics and its entities', () => {
  const devices = open();
  expect(devices.read(`tasmota/discovery/${MAC}/config`, config())).toEqual({ kind: 'ignored' });
  const described = devices.take(`tasmota/discovery/${MAC}/sensors`, { sn: TH16, ver: 1 });
  expect(described).toMatchObject({
    isReading: false,
    device: { identity: `tasmota_${MAC}`, name: 'Server room', model: 'Sonoff TH', softwareVersion: '14.2.0' },
  });
  expect(devices.take('tele/TH16/SENSOR', TH16)).toMatchObject({ isReading: true, deviceKey: described.deviceKey });
  // Topics of another shape are those that it says.
  const other = { t: 'rack', ft: 'cellar/%topic%/%prefix%/', dslp: 1 };
  devices.read(`tasmota/discovery/${MAC}/config`, config(other));
  expect([...(devices.reader.topics?.() ?? [])]).toEqual(['cellar/rack/tele/SENSOR', 'cellar/rack/tele/STATE']);
  expect(devices.take('cellar/rack/tele/SENSOR', TH16).device.availability).toEqual([]);
  expect(devices.read(`tasmota/discovery/${MAC}/config`, '')).toEqual({ kind: 'ignored' });
  expect([...(devices.reader.topics?.() ?? [])]).toEqual([]);
  expect(devices.read('cellar/rack/tele/SENSOR', TH16)).toBeNull();
});

test.each([
  ['all topics', { ft: '%prefix%/#' }, 'BAD_TOPIC'],
  ['a topic of the broker', { ft: '$SYS/%topic%/' }, 'BAD_TOPIC'],
  ['a topic of Picket', { ft: 'picket/%topic%/' }, 'BAD_TOPIC'],
  ['no topic', { t: 7 }, 'BAD_TOPIC'],
  ['no prefixes', { tp: [] }, 'BAD_TOPIC'],
])('a discovery that names %s is left out', (_name, more, reason) => {
  const devices = open();
  expect(devices.read(`tasmota/discovery/${MAC}/config`, config(more))).toEqual({ kind: 'left-out', reason });
  expect([...(devices.reader.topics?.() ?? [])]).toEqual([]);
});

test('what is no JSON, and whose discovery has no address, is left out; other topics are of others', () => {
  const devices = open();
  expect(devices.read('tele/x/SENSOR', '{"AM2301":{"Temperature":nan}}')).toEqual({
    kind: 'left-out',
    reason: 'NOT_JSON',
  });
  expect(devices.read('tele/x/SENSOR', '[1]')).toEqual({ kind: 'left-out', reason: 'NOT_JSON' });
  expect(devices.read('tasmota/discovery/x/config', config())).toEqual({ kind: 'left-out', reason: 'NO_IDENTIFIERS' });
  for (const topic of ['stat/x/SENSOR', 'tele/x/y/SENSOR', 'tele/x/RESULT', 'tele//SENSOR', 'x/SENSOR'])
    expect(devices.read(topic, TH16)).toBeNull();
});

test('probes keep their names when another one is connected', () => {
  const devices = open();
  const probe = (Id: string, Temperature: number) => ({ Id, Temperature });
  devices.take('tele/x/SENSOR', { DS18B20: probe('01A', 5), TempUnit: 'C' });
  devices.take('tele/x/SENSOR', { 'DS18B20-1': probe('02B', 30), 'DS18B20-2': probe('01A', 6), TempUnit: 'C' });
  expect(devices.values()).toEqual({ 'DS18B20 01A Temperature': 6, 'DS18B20 02B Temperature': 30 });
});

test('each phase has its own values', () => {
  const devices = open();
  devices.take('tele/x/SENSOR', { ENERGY: { Power: [12, 0], Total: 3.1 } });
  expect(devices.values()).toEqual({ 'ENERGY Power 1': 12, 'ENERGY Power 2': 0, 'ENERGY Total': 3.1 });
});

test('a unit that changes later gives no value to what was adopted', () => {
  const devices = open();
  devices.take('tele/x/SENSOR', { A: { Temperature: 20 }, TempUnit: 'C' });
  const [adopted] = devices.entities('tasmota#tele/x');
  devices.take('tele/x/SENSOR', { A: { Temperature: 68 }, TempUnit: 'F' });
  expect(adopted === undefined ? null : observe(adopted, devices.last)).toBeNull();
  expect(devices.entities('tasmota#tele/x')).toMatchObject([{ id: 'A Temperature', unit: '°F' }]);
});

test('what a state says is about the device itself', () => {
  const devices = open();
  devices.take('tele/x/STATE', { Vcc: 3.1, POWER: 'ON', Wifi: { RSSI: 74, Signal: -63 } });
  expect(devices.found()).toEqual({ 'Wifi Signal': 'DIAGNOSTIC', Vcc: 'DIAGNOSTIC' });
});

test('names that cannot be shown are left out, and counted', () => {
  const devices = open();
  const sent = JSON.parse('{"__proto__":{"Temperature":1},"A\\u0007":{"Humidity":1},"B":{"Humidity":40}}');
  expect(devices.take('tele/x/SENSOR', sent).leftOut).toEqual(['BAD_NAME']);
  expect(devices.stored()).toEqual({ 'environment_humidity.value': 40 });
});

test('no more than 200 values of a device, those that measure first', () => {
  const devices = open();
  const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`n${index}`, index]));
  devices.take('tele/x/STATE', { Wifi: { Signal: -63 } });
  devices.take('tele/x/SENSOR', many);
  expect(devices.entities('tasmota#tele/x')).toHaveLength(200);
  expect(devices.entities('tasmota#tele/x').some(({ category }) => category === 'diagnostic')).toBe(false);
});

test('the discovery of 5,000 devices is remembered, and no more', () => {
  const devices = open();
  for (let index = 0; index < 5100; index++)
    devices.read(
      `tasmota/discovery/${index.toString(16).toUpperCase().padStart(12, '0')}/config`,
      config({ t: `t${index}`, ft: 'x/%topic%/%prefix%/' }),
    );
  expect([...(devices.reader.topics?.() ?? [])]).toHaveLength(10_000);
});

test('property: nothing ends the reader, and every number that is stored was sent', () => {
  const reader: FormatReader = TASMOTA.open();
  fc.assert(
    fc.property(
      fc.oneof(
        fc.constantFrom('tele/x/SENSOR', 'tele/x/STATE', 'tele/x/LWT', `tasmota/discovery/${MAC}/config`),
        fc.constant(`tasmota/discovery/${MAC}/sensors`),
        fc.string(),
      ),
      fc.oneof(fc.json(), fc.string()),
      (topic, text) => {
        const devices = new FakeDevices(TASMOTA, reader);
        devices.read(topic, text);
        for (const deviceKey of devices.all()) {
          for (const entity of devices.entities(deviceKey)) {
            const offer = offersFor([entity]).get(entity.id);
            const observation = observe(entity, devices.last);
            if (offer?.kind !== 'metric' || observation?.kind !== 'number') continue;
            const series = { sensorMetricId: offer.metric, column: offer.column, conversion: offer.conversion };
            const stored = storedValueOf(observation, series);
            expect(stored === undefined || stored === null || Number.isFinite(stored)).toBe(true);
          }
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('of those that sleep the newest are remembered, however many there were before', () => {
  const devices = new FakeDevices(TASMOTA);
  for (let count = 0; count <= 5000; count++) devices.read(`tele/sleeper${count}/LWT`, 'DeepSleep');
  const availabilityOf = (name: string) => devices.take(`tele/${name}/SENSOR`, { Switch1: 'ON' }).device.availability;
  expect(availabilityOf('sleeper5000')).toEqual([]);
  expect(availabilityOf('sleeper0')).toHaveLength(1);
});
