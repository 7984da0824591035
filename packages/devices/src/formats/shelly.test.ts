/** Messages of both generations of Shelly as they were recorded, shortened, and what becomes of any others. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FakeDevices, NOW } from './fake-devices.test-support.ts';
import { SHELLY_GEN1 } from './shelly-gen1.ts';
import { SHELLY_GEN2 } from './shelly-gen2.ts';

const HT = 'shellyplusht-b8d61a8b17cc';
const notify = (params: object, src: unknown = HT, method = 'NotifyFullStatus') => ({
  src,
  dst: `${HT}/events`,
  method,
  params,
});
const BATTERY = { id: 0, battery: { V: 5.46, percent: 73 }, external: { present: false } };
const WOKEN = {
  ts: NOW / 1000 - 2,
  'devicepower:0': BATTERY,
  'humidity:0': { id: 0, rh: 42.2 },
  'temperature:0': { id: 0, tC: 19.8, tF: 67.6 },
  sys: { mac: 'B8D61A8B17CC', time: null, unixtime: null, wakeup_period: 7200 },
  wifi: { sta_ip: '192.0.2.3', rssi: -47 },
  cloud: { connected: false },
};

describe('the second generation and later', () => {
  const open = () => new FakeDevices(SHELLY_GEN2);

  test('a thermometer that wakes up: its time, its own identity, and no absence while it sleeps', () => {
    const devices = open();
    const reading = devices.take(`cellar/ht/events/rpc`, notify(WOKEN));
    expect(reading).toMatchObject({ deviceKey: 'shelly#cellar/ht', at: NOW - 2000, expectedSeconds: 14_400 });
    expect(reading.device).toMatchObject({
      identity: HT,
      name: 'cellar/ht',
      maker: 'Shelly',
      model: 'shellyplusht',
      availability: [],
    });
    expect(devices.found()).toEqual({
      'environment_temperature.value': 19.8,
      'environment_humidity.value': 42.2,
      'power_battery.percent': 73,
      'power_battery.volts': 5.46,
      'wifi rssi': 'DIAGNOSTIC',
    });
    // A change alone says neither that it sleeps nor what else it measures.
    const change = devices.take(
      'cellar/ht/events/rpc',
      notify({ 'humidity:0': { id: 0, rh: 50 } }, HT, 'NotifyStatus'),
    );
    expect(change.device.availability).toEqual([]);
    expect(devices.entities('shelly#cellar/ht')).toHaveLength(5);
    expect(devices.stored()).toMatchObject({ 'environment_humidity.value': 50, 'environment_temperature.value': 19.8 });
  });

  test('on a cable its battery is unknown, not empty', () => {
    const devices = open();
    const battery = { id: 0, battery: { V: 0.43, percent: 0 }, external: { present: true } };
    devices.take(`${HT}/events/rpc`, notify({ 'devicepower:0': battery }));
    expect(devices.stored()).toEqual({ 'power_battery.percent': null, 'power_battery.volts': null });
  });

  test.each([
    ['a leak', { 'flood:0': { id: 0, alarm: true, mute: false } }, { 'fluid_leak.value': 1 }],
    ['no leak', { 'flood:0': { id: 0, alarm: false, mute: false } }, { 'fluid_leak.value': 0 }],
    ['a leak that is unknown', { 'flood:0': { id: 0, alarm: null } }, { 'fluid_leak.value': null }],
    ['smoke', { 'smoke:0': { id: 0, alarm: true } }, { 'smoke_alarm.value': 1 }],
    [
      'a leak sensor with its battery',
      { 'flood:0': { alarm: false }, 'devicepower:0': { battery: { percent: 80 } } },
      { 'fluid_leak.value': 0, 'fluid_battery.percent': 80 },
    ],
    [
      'a plug: the mains, and its own temperature',
      {
        'switch:0': {
          id: 0,
          output: true,
          apower: 8.9,
          voltage: 237.5,
          current: 0.1,
          temperature: { tC: 53.3, tF: 127.9 },
        },
      },
      {
        'power_watts.value': 8.9,
        'power_volts.value': 237.5,
        'power_amps.value': 0.1,
        'switch:0 temperature': 'CHIP_TEMPERATURE',
      },
    ],
    ['a direct voltage', { 'voltmeter:100': { id: 100, voltage: 4.3 } }, { 'voltmeter:100 voltage': 'UNKNOWN_KIND' }],
    ['a lamp on a direct current', { 'light:0': { id: 0, voltage: 24.1 } }, { 'light:0 voltage': 'UNKNOWN_KIND' }],
    ['an input, whose sense nobody knows', { 'input:0': { id: 0, state: true } }, { 'input:0 state': 'UNKNOWN_KIND' }],
    [
      'a probe that cannot be read',
      { 'temperature:100': { id: 100, tC: null, errors: ['read'] } },
      { 'environment_temperature.value': null },
    ],
    ['a number as a text', { 'temperature:0': { id: 0, tC: '21.5' } }, { 'environment_temperature.value': 21.5 }],
    ['a list for a number', { 'temperature:0': { id: 0, tC: [1] } }, {}],
    [
      'what another device measures',
      { 'bthomesensor:200': { id: 200, value: 3 } },
      { 'bthomesensor:200 value': 'UNKNOWN_KIND' },
    ],
  ])('%s', (_name, params, expected) => {
    const devices = open();
    devices.take(`${HT}/events/rpc`, notify(params));
    expect(devices.found()).toEqual(expected);
  });

  test('one that does not sleep says whether it is there', () => {
    const plug = 'shellyplusplugs-0a1b2c3d4e5f';
    const { device, at } = open().take(`${plug}/events/rpc`, notify({ ts: 1.5, 'switch:0': { apower: 1 } }, plug));
    expect(at).toBeNull();
    expect(device.availability).toEqual([
      { topic: `${plug}/online`, rule: { path: null, operations: [] }, available: 'true', notAvailable: 'false' },
    ]);
  });

  test('the status of a component is read where nothing is notified', () => {
    const devices = open();
    devices.take('shellyht-livingroom/status/temperature:0', { id: 0, tC: 20.1, tF: 68.3 });
    devices.take('shellyht-livingroom/status/devicepower:0', BATTERY);
    expect(devices.stored()).toMatchObject({ 'environment_temperature.value': 20.1, 'power_battery.percent': 73 });
    const sys = devices.take('shellyht-livingroom/status/sys', { mac: 'X', wakeup_period: 7200 });
    expect(sys).toMatchObject({
      expectedSeconds: 14_400,
      device: { availability: [], identity: 'shellyht-livingroom' },
    });
    devices.take('shellyht-livingroom/events/rpc', notify(WOKEN));
    expect(devices.read('shellyht-livingroom/status/temperature:0', { id: 0, tC: 20.1 })).toEqual({ kind: 'ignored' });
  });

  test.each([
    ['zigbee2mqtt/status/x', { state: 'online' }],
    ['a/status/temperature:0', { tC: 20 }],
    ['a/status/temperature:0', { id: 1, tC: 20 }],
    ['a/status/temperature:0', '20'],
    ['a/status/sys', { load: 3 }],
    ['a/status/constructor:0', { id: 0 }],
    ['app/events/rpc', { method: 'Ping', params: {} }],
    ['app/events/rpc', 'hello'],
    ['app/events/rpc', notify(WOKEN, 'someone-else')],
    ['app/events/rpc', notify(WOKEN, 7)],
    ['a/b/c', {}],
  ])('%s with %j is of another program', (topic, sent) => {
    expect(open().read(topic, sent)).toBeNull();
  });

  test('what is no message of a Shelly is left out; an event is passed over', () => {
    const devices = open();
    expect(devices.read(`${HT}/events/rpc`, '{"src":')).toEqual({ kind: 'left-out', reason: 'NOT_JSON' });
    expect(devices.read('x/events/rpc', notify(WOKEN, HT, 'NotifyEvent'))).toEqual({ kind: 'ignored' });
    expect(devices.read('x/events/rpc', { ...notify({}), params: 3 })).toEqual({
      kind: 'left-out',
      reason: 'NOT_JSON',
    });
  });

  test('property: nothing ends the reader, and a time that is kept is recent', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('x/events/rpc', 'x/status/flood:0', 'x/status/sys'),
        fc.json(),
        fc.double(),
        (topic, text, ts) => {
          const devices = open();
          devices.read(topic, text);
          const reading = devices.take('x/events/rpc', notify({ ts, 'flood:0': JSON.parse(text) }));
          expect(reading.at === null || (reading.at <= NOW && reading.at >= NOW - 60_000)).toBe(true);
          devices.found();
        },
      ),
    );
  });
});

describe('the first generation', () => {
  const open = () => new FakeDevices(SHELLY_GEN1);

  test('a leak sensor: one value a topic, and no absence while it sleeps', () => {
    const devices = open();
    const reading = devices.take('shellies/shellyflood-C45BBE/sensor/flood', 'false');
    expect(reading.device).toMatchObject({
      identity: 'shellyflood-C45BBE',
      model: 'shellyflood',
      maker: 'Shelly',
      availability: [],
    });
    devices.take('shellies/shellyflood-C45BBE/sensor/battery', '98');
    expect(devices.stored()).toEqual({ 'fluid_leak.value': 0, 'fluid_battery.percent': 98 });
    devices.take('shellies/shellyflood-C45BBE/sensor/flood', 'true');
    expect(devices.stored()).toMatchObject({ 'fluid_leak.value': 1 });
  });

  const info = (more: object) => ({
    wifi_sta: { rssi: -60 },
    bat: { value: 81, voltage: 2.83 },
    tmp: { value: 70.7, units: 'F', tC: 21.5, tF: 70.7, is_valid: true },
    ...more,
  });
  const CELSIUS = { 'environment_temperature.value': 21.5 };
  test.each([
    ['a temperature whose unit is not said', 'sensor/temperature', '70.7', { 'sensor/temperature': 'UNKNOWN_UNIT' }],
    [
      'the same with its unit',
      'info',
      info({}),
      { ...CELSIUS, 'power_battery.volts': 2.83, 'info wifi rssi': 'DIAGNOSTIC' },
    ],
    [
      'one that is not valid',
      'info',
      info({ tmp: { tC: 999, is_valid: false } }),
      { 'environment_temperature.value': null, 'power_battery.volts': 2.83, 'info wifi rssi': 'DIAGNOSTIC' },
    ],
    ['that of a relay itself', 'info', { tmp: { tC: 54.3, is_valid: true } }, { 'info tmp tC': 'CHIP_TEMPERATURE' }],
    ['the same by its topic', 'temperature', '54.3', { temperature: 'CHIP_TEMPERATURE' }],
    ['a probe', 'ext_temperature/0', '21.5', CELSIUS],
    ['no probe', 'ext_temperature/0', '999.0', { 'environment_temperature.value': null }],
    ['no probe of humidity', 'ext_humidity/0', '999', { 'environment_humidity.value': null }],
    [
      'no probe, by its value alone',
      'info',
      { bat: { value: 81 }, tmp: { tC: 999, is_valid: true } },
      { 'environment_temperature.value': null },
    ],
    [
      'all of a motion sensor',
      'status',
      { motion: true, timestamp: 1620000000, active: true, vibration: false, lux: 303, bat: 87, tmp: { value: 21 } },
      {
        'camera_motion.level': 1,
        'vibration_detected.value': 0,
        'light_lux.value': 303,
        'power_battery.percent': 87,
      },
    ],
    ['humidity', 'sensor/humidity', '52.5', { 'environment_humidity.value': 52.5 }],
    ['light', 'sensor/lux', '120', { 'light_lux.value': 120 }],
    ['a door that is open', 'sensor/state', 'open', { 'door_open.value': 1 }],
    ['a door that is closed', 'sensor/state', 'close', { 'door_open.value': 0 }],
    ['a door that nobody knows', 'sensor/state', 'unknown', { 'door_open.value': null }],
    ['vibration', 'sensor/vibration', '1', { 'vibration_detected.value': 1 }],
    ['smoke', 'sensor/smoke', 'true', { 'smoke_alarm.value': 1 }],
    ['gas', 'sensor/gas', 'heavy', { 'gas_alarm.value': 1 }],
    ['no gas', 'sensor/gas', 'none', { 'gas_alarm.value': 0 }],
    ['a test of the gas alarm', 'sensor/gas', 'test', { 'gas_alarm.value': null }],
    ['a leak that is neither', 'sensor/flood', 'ON', {}],
    ['the mains', 'emeter/0/voltage', '232.1', { 'power_volts.value': 232.1 }],
    ['power', 'relay/0/power', '12.5', { 'power_watts.value': 12.5 }],
    ['a voltage of any kind', 'voltage', '12.1', { voltage: 'UNKNOWN_KIND' }],
    ['what is not known', 'sensor/novelty', '3', { 'sensor/novelty': 'UNKNOWN_KIND' }],
    ['no number', 'sensor/humidity', 'nan', { 'environment_humidity.value': null }],
  ])('%s', (_name, tail, sent, expected) => {
    const devices = open();
    devices.take(`shellies/kitchen/${tail}`, sent);
    expect(devices.found()).toEqual(expected);
  });

  test('one on the mains says whether it is there', () => {
    const { device } = open().take('shellies/shellyem-B9F1/emeter/0/power', '1');
    expect(device.availability).toMatchObject([{ topic: 'shellies/shellyem-B9F1/online', available: 'true' }]);
  });

  test('texts, the same in other units, and other topics are passed over; what is too long is left out', () => {
    const devices = open();
    for (const tail of ['sensor/act_reasons', 'temperature_f', 'ext_temperature_f/0', 'relay/0', 'online', 'announce'])
      expect(devices.read(`shellies/shelly1-1/${tail}`, 'x')).toBeNull();
    expect(devices.read('shellies//sensor/flood', 'true')).toBeNull();
    for (const status of ['online', '{"motion":{}}', '[]'])
      expect(devices.read('shellies/x/status', status)).toBeNull();
    expect(devices.read('shellies/x/info', 'true')).toEqual({ kind: 'left-out', reason: 'NOT_JSON' });
    expect(devices.read('shellies/x/sensor/flood', 'x'.repeat(300))).toEqual({ kind: 'left-out', reason: 'TOO_LARGE' });
  });

  test('property: nothing ends the reader, and only the words of a leak are one', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (tail, text) => {
        const devices = open();
        devices.read(`shellies/x/${tail}`, text);
        devices.read('shellies/x/info', text);
        devices.read('shellies/x/sensor/flood', text);
        expect('fluid_leak.value' in devices.stored()).toBe(
          text === 'true' ||
            text === 'false' ||
            /^(?:|unknown|unavailable|none|null|nan|[+-]?inf(?:inity)?)$/iu.test(text.trim()),
        );
      }),
    );
  });
});
