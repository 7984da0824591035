/** Uplinks of ChirpStack 4 and The Things Stack, shortened, and what becomes of any others. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHIRPSTACK } from './chirpstack.ts';
import { FakeDevices, NOW } from './fake-devices.test-support.ts';
import { THINGS_STACK } from './things-stack.ts';

const EUI = 'A84041B8D18C0A7F';
const TOPIC = `application/17c82e96-be03-4f38-aef3-f83d48582d97/device/${EUI.toLowerCase()}/event/up`;
const STATUS = TOPIC.replace(/up$/u, 'status');
const info = { deviceName: 'cold-store-2', deviceProfileName: 'Dragino LHT65', devEui: EUI.toLowerCase() };
const agoText = (ms: number): string => new Date(NOW - ms).toISOString().replace('Z', '+00:00');
const up = (object?: unknown, rest: object = {}) => ({
  deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
  time: agoText(400),
  deviceInfo: info,
  fCnt: 10,
  fPort: 2,
  data: 'qg==',
  object,
  rxInfo: [{ gatewayId: '0016c001f153a14c', rssi: -57 }],
  ...rest,
});
const found = (object: unknown) => {
  const devices = new FakeDevices(CHIRPSTACK);
  devices.take(TOPIC, up(object));
  return devices.found();
};

describe('ChirpStack', () => {
  test('a device by its EUI, with the name it has there and the time the network heard it', () => {
    const devices = new FakeDevices(CHIRPSTACK);
    expect(devices.take(TOPIC, up({ temperature: 4.5 }))).toMatchObject({
      deviceKey: `lorawan#${EUI}`,
      at: NOW - 400,
      through: null,
      isReading: true,
      device: { identity: `lorawan_${EUI}`, name: 'cold-store-2', model: 'Dragino LHT65', availability: [] },
    });
  });

  test.each([
    ['a gateway on a slow line, ten minutes', 600_000, NOW - 600_000],
    ['longer than that', 600_001, null],
    ['ahead', -1, null],
  ])('its time: %s', (_name, ago, at) => {
    expect(new FakeDevices(CHIRPSTACK).take(TOPIC, up({ temperature: 1 }, { time: agoText(ago) })).at).toBe(at);
  });

  test('its time: without a zone it is none', () => {
    const time = agoText(400).replace('+00:00', '');
    expect(new FakeDevices(CHIRPSTACK).take(TOPIC, up({ temperature: 1 }, { time })).at).toBeNull();
  });

  test('the charge that the network asks for, of a device that is known', () => {
    const devices = new FakeDevices(CHIRPSTACK);
    const status = { time: agoText(0), deviceInfo: info, margin: 10 };
    expect(devices.read(STATUS, { ...status, batteryLevel: 75.5 })).toEqual({ kind: 'ignored' });
    devices.take(TOPIC, up({ temperature: 4.5 }));
    devices.take(STATUS, { ...status, batteryLevel: 75.5 });
    expect(devices.found()).toEqual({ 'environment_temperature.value': 4.5, 'power_battery.percent': 75.5 });
    for (const none of [
      { externalPowerSource: true, batteryLevel: 0 },
      { batteryLevelUnavailable: true, batteryLevel: 0 },
      { batteryLevel: 'x' },
    ])
      expect(devices.read(STATUS, { ...status, ...none })).toEqual({ kind: 'ignored' });
  });

  test('what its server does not decode is named, and other events say nothing', () => {
    const devices = new FakeDevices(CHIRPSTACK);
    expect(devices.read(TOPIC, up())).toEqual({ kind: 'left-out', reason: 'NOT_DECODED' });
    expect(devices.read(TOPIC, up(undefined, { data: undefined }))).toEqual({ kind: 'ignored' });
    expect(devices.read(TOPIC, up({}))).toEqual({ kind: 'ignored' });
    expect(devices.read(TOPIC, up({ bytes: [1, 2], history: [{ temperature: 4 }] }))).toEqual({ kind: 'ignored' });
    expect(devices.read(TOPIC, '[1]')).toEqual({ kind: 'left-out', reason: 'NOT_JSON' });
    for (const topic of [TOPIC.replace(/up$/u, 'join'), TOPIC.replace(EUI.toLowerCase(), 'x'), 'application/1/device'])
      expect(devices.read(topic, up({ temperature: 4 }))).toBeNull();
    expect(devices.all()).toEqual([]);
  });
});

describe('values by the names that decoders give', () => {
  test.each<[string, object, object]>([
    [
      'Dragino, as texts with units',
      { Bat: '3.384 V', TempC_DS18B20: '0.00 °C', temp_SOIL: '30.11 °C', water_SOIL: '12.5 %' },
      { 'power_battery.volts': 3.384, 'environment_temperature.value': 30.11, water_SOIL: 'SOIL' },
    ],
    [
      'Dragino, as numbers',
      { BatV: 3.056, TempC_SHT: 22.1, Hum_SHT: 48.3, ILL_lx: 12, Bat_status: 3 },
      {
        'power_battery.volts': 3.056,
        'environment_temperature.value': 22.1,
        'environment_humidity.value': 48.3,
        'light_lux.value': 12,
        Bat_status: 'UNKNOWN_KIND',
      },
    ],
    [
      'a leak sensor of Dragino',
      { BAT_V: 2.9, WATER_LEAK_STATUS: 1, WATER_LEAK_TIMES: 4 },
      { 'power_battery.volts': 2.9, 'fluid_leak.value': 1, WATER_LEAK_TIMES: 'UNKNOWN_KIND' },
    ],
    [
      'a leak sensor of Milesight',
      { battery: 98, leakage_status: 'normal' },
      { 'fluid_battery.percent': 98, 'fluid_leak.value': 0 },
    ],
    [
      'a door of Milesight',
      { battery: 100, magnet_status: 'open', tamper_status: 'uninstalled' },
      { 'power_battery.percent': 100, 'door_open.value': 1, 'sentry_tamper.value': 1 },
    ],
    [
      'air',
      { co2: 650, pressure: 1009.5, pm2_5: 3, light_level: 2 },
      { 'air_co2.value': 650, 'air_pressure.value': 1009.5, 'air_pm25.value': 3, light_level: 'UNKNOWN_KIND' },
    ],
    [
      'Cayenne, by channel',
      {
        temperatureSensor: { '1': 25.5 },
        humiditySensor: { '2': 41 },
        barometer: { '3': 1001.2 },
        presenceSensor: { '4': 1 },
        digitalInput: { '0': 1 },
      },
      {
        'environment_temperature.value': 25.5,
        'environment_humidity.value': 41,
        'air_pressure.value': 1001.2,
        'camera_motion.level': 1,
        'digitalInput.0': 'UNKNOWN_KIND',
      },
    ],
    [
      'a contact as a number: open or closed, nobody knows',
      { contact: 1, door: 0 },
      { contact: 'UNKNOWN_KIND', 'door_open.value': 0 },
    ],
    ['a number of movements', { motion: 3 }, { 'camera_motion.level': 1 }],
    ['a state that is neither', { leak: 'perhaps', smoke: 2 }, {}],
    ['unknown', { temperature: null, leak: null }, { 'environment_temperature.value': null, 'fluid_leak.value': null }],
    ['°F by name and by text', { tempF: 50 }, { 'environment_temperature.value': 10 }],
    ['°F by text', { temperature: '50 °F' }, { 'environment_temperature.value': 10 }],
    ['no number', { temperature: '22,5', humidity: [1] }, {}],
    ['out of range', { temperature: 1e308, humidity: 300 }, {}],
    ['a battery in mV', { vdd: 3600, rh: 40 }, { 'power_battery.volts': 3.6, 'environment_humidity.value': 40 }],
    [
      'a bare battery below one cell',
      { battery: 3.6, rh: 40 },
      { 'power_battery.volts': 3.6, 'environment_humidity.value': 40 },
    ],
    [
      'a bare battery that may be both',
      { battery: 3, temperature: 1 },
      { 'environment_temperature.value': 1, battery: 'UNKNOWN_KIND' },
    ],
    [
      'about itself',
      { temperature: 1, rssi: -80, firmware_version: 2 },
      { 'environment_temperature.value': 1, rssi: 'DIAGNOSTIC', firmware_version: 'DIAGNOSTIC' },
    ],
  ])('%s', (_name, object, expected) => {
    expect(found(object)).toEqual(expected);
  });

  test('a charge stays one when it is low, and volts stay volts', () => {
    const devices = new FakeDevices(CHIRPSTACK);
    devices.take(TOPIC, up({ battery: 80 }));
    devices.take(TOPIC, up({ battery: 3 }));
    expect(devices.found()).toEqual({ 'power_battery.percent': 3 });
    const other = new FakeDevices(CHIRPSTACK);
    other.take(TOPIC, up({ battery: 3.6, rh: 40 }));
    other.take(TOPIC, up({ battery: 3 }));
    expect(other.found()).toEqual({ 'power_battery.volts': 3, 'environment_humidity.value': 40 });
  });

  test('property: nothing ends the reader, and no value out of its range is kept', () => {
    fc.assert(
      fc.property(
        fc.object({
          key: fc.constantFrom(
            'temperature',
            'battery',
            'leak',
            'door',
            'motion',
            '1',
            'air',
            '__proto__',
            'x'.repeat(120),
          ),
          maxDepth: 7,
        }),
        (object) => {
          const devices = new FakeDevices(CHIRPSTACK);
          devices.read(TOPIC, up(object));
          for (const value of Object.values(devices.stored()))
            expect(value === null || Math.abs(value) < 2000).toBe(true);
        },
      ),
    );
  });
});

describe('The Things Stack', () => {
  const V3 = 'v3/cold-store@ttn/devices/lht65-2/up';
  const sent = (uplink: object, rest: object = {}) => ({
    end_device_ids: { device_id: 'lht65-2', application_ids: { application_id: 'cold-store' }, dev_eui: EUI },
    received_at: '2026-03-02T11:59:59.287416Z',
    uplink_message: {
      f_port: 2,
      frm_payload: 'vu8=',
      version_ids: { brand_id: 'dragino', model_id: 'lht65' },
      ...uplink,
    },
    ...rest,
  });

  test('a device by its EUI: what the decoder says, with units in texts', () => {
    const devices = new FakeDevices(THINGS_STACK);
    const reading = devices.take(
      V3,
      sent({ decoded_payload: { Bat: '3.384 V', TempC_DS18B20: '21.50 °C', bytes: [1] } }),
    );
    expect(reading).toMatchObject({
      deviceKey: `lorawan#${EUI}`,
      at: Date.UTC(2026, 2, 2, 11, 59, 59, 287),
      device: { name: 'lht65-2', maker: 'dragino', model: 'lht65' },
    });
    expect(devices.found()).toEqual({ 'power_battery.volts': 3.384, 'environment_temperature.value': 21.5 });
  });

  test('the common form counts, where there is one: its battery is in volts', () => {
    const devices = new FakeDevices(THINGS_STACK);
    const normalized = {
      air: { location: 'indoor', temperature: 21.3, relativeHumidity: 40, lightIntensity: 12 },
      action: { motion: { detected: true, count: 5 }, contactState: 'closed' },
      water: { leak: false },
      battery: 3,
    };
    devices.take(V3, sent({ decoded_payload: { temperature: 99 }, normalized_payload: [normalized] }));
    expect(devices.found()).toEqual({
      'environment_temperature.value': 21.3,
      'environment_humidity.value': 40,
      'light_lux.value': 12,
      'camera_motion.level': 1,
      'door_open.value': 0,
      'fluid_leak.value': 0,
      'power_battery.volts': 3,
      'action.motion.count': 'DIAGNOSTIC',
    });
    const several = { decoded_payload: { temperature: 4 }, normalized_payload: [normalized, normalized] };
    expect(new FakeDevices(THINGS_STACK).take(V3, sent(several)).values).toMatchObject([
      { id: 'temperature', value: 4 },
    ]);
  });

  test('simulated, not decoded or of no device', () => {
    const devices = new FakeDevices(THINGS_STACK);
    const decoded = { decoded_payload: { temperature: 4 } };
    expect(devices.read(V3, sent(decoded, { simulated: true }))).toEqual({ kind: 'ignored' });
    expect(devices.read(V3, sent({}))).toEqual({ kind: 'left-out', reason: 'NOT_DECODED' });
    expect(devices.read(V3, sent({ frm_payload: undefined }))).toEqual({ kind: 'ignored' });
    expect(devices.read(V3, sent(decoded, { end_device_ids: { device_id: 'x' } }))).toEqual({ kind: 'ignored' });
    expect(devices.read(V3, sent(decoded, { uplink_message: 5 }))).toEqual({ kind: 'ignored' });
    expect(devices.read(V3, '5')).toEqual({ kind: 'left-out', reason: 'NOT_JSON' });
    expect(devices.read('v3/a/devices/b/join', sent(decoded))).toBeNull();
    expect(devices.all()).toEqual([]);
  });

  test('property: nothing ends the reader', () => {
    fc.assert(
      fc.property(fc.json(), fc.json(), (message, uplink) => {
        const devices = new FakeDevices(THINGS_STACK);
        devices.read(V3, message);
        devices.read(V3, `{"end_device_ids":{"dev_eui":"${EUI}"},"uplink_message":{"decoded_payload":${uplink}}}`);
        devices.found();
      }),
    );
  });
});
