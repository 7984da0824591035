/** Announcements and states as they were recorded from real programs, shortened. */
import { expect, test } from 'vitest';
import type { AnnouncedEntity } from './announced.ts';
import { differencesOf } from './announced-differently.ts';
import { bridgeOf } from './bridge-topics.ts';
import { offersFor } from './metric-offer.ts';
import { timeOf } from './payload-time.ts';
import { readAnnouncement } from './read-announcement.ts';
import { observe, readAvailability } from './read-state.ts';
import { fluidNameOf, sensorMetricIdOf, storedValueOf } from './series-of.ts';
import { DecodedMessage } from './value-rule.ts';

const LEAK_TOPIC = 'zigbee2mqtt/0x00158d0001a2b3c4';
const DEVICE = {
  identifiers: ['zigbee2mqtt_0x00158d0001a2b3c4'],
  name: 'Leak, chiller',
  manufacturer: 'Aqara',
  model: 'SJCGQ11LM',
};
const LEAK = {
  payload_on: true,
  payload_off: false,
  value_template: '{{ value_json["water_leak"] }}',
  device_class: 'moisture',
  state_topic: LEAK_TOPIC,
  unique_id: '0x00158d0001a2b3c4_water_leak_zigbee2mqtt',
  availability: [
    { topic: 'zigbee2mqtt/bridge/state', value_template: '{{ value_json.state }}' },
    { topic: `${LEAK_TOPIC}/availability`, value_template: '{{ value_json.state }}' },
  ],
  device: DEVICE,
};

const read = (topic: string, message: unknown) =>
  readAnnouncement(topic, typeof message === 'string' ? message : JSON.stringify(message), 'homeassistant');

function announced(topic: string, message: unknown) {
  const result = read(topic, message);
  if (result.kind !== 'announced') throw new Error(`not announced: ${JSON.stringify(result)}`);
  return result;
}

const entityOf = (more: object, component = 'sensor'): AnnouncedEntity => {
  const [entity] = announced(`homeassistant/${component}/x/y/config`, {
    state_topic: 'a/b',
    unique_id: 'u',
    device: { ids: 'd' },
    ...more,
  }).entities;
  if (entity === undefined) throw new Error('no entity');
  return entity;
};
const message = (value: unknown) => new DecodedMessage(typeof value === 'string' ? value : JSON.stringify(value));
const offerOf = (more: object, component?: string) => {
  const entity = entityOf(more, component);
  const offer = offersFor([entity]).get(entity.id);
  return offer?.kind === 'metric' ? `${offer.metric}.${offer.column}` : offer?.reason;
};

test('a leak sensor of Zigbee2MQTT: its identity, bridge, values and series', () => {
  const { device, entities } = announced('homeassistant/binary_sensor/0x00158d0001a2b3c4/water_leak/config', LEAK);
  const [leak] = entities;
  expect(device).toMatchObject({ identity: 'zigbee2mqtt_0x00158d0001a2b3c4', maker: 'Aqara', model: 'SJCGQ11LM' });
  expect(leak).toMatchObject({ name: 'water_leak', payloadOn: 'true', payloadOff: 'false', stateTopic: LEAK_TOPIC });
  if (leak === undefined) return;
  const state = message({ battery: 100, linkquality: 84, voltage: 3005, water_leak: true });
  expect(observe(leak, state)).toEqual({ kind: 'state', isOn: true });
  expect(observe(leak, message({ battery: 100 }))).toBeNull();
  expect(offersFor(entities).get(leak.id)).toMatchObject({ kind: 'metric', metric: 'fluid_leak' });
  expect(sensorMetricIdOf('fluid_leak', { ...device, integration: 'i' })).toBe(
    'fluid-SJCGQ11LM-zigbee2mqtt0x00158d0001a2b3c4_leak',
  );
  const bridge = bridgeOf(device);
  expect(bridge?.topic).toBe('zigbee2mqtt/bridge/state');
  if (bridge === null) return;
  expect(readAvailability(bridge, message({ state: 'online' }))).toBe(true);
  expect(readAvailability(bridge, message('offline'))).toBe(false);
  expect(readAvailability(bridge, message('hello'))).toBeNull();
});

test('the single form of 2019: one availability topic, a dotted template, short names and a base topic', () => {
  const short = announced('homeassistant/sensor/0x1/temperature/config', {
    '~': 'zigbee2mqtt/0x1',
    stat_t: '~',
    avty_t: '~/availability',
    val_tpl: '{{ value_json.temperature }}',
    unit_of_meas: '°C',
    dev_cla: 'temperature',
    uniq_id: '0x1_t',
    exp_aft: 3600,
    dev: { ids: '0x1', mf: 'Aqara', mdl: 'WSDCGQ11LM', sw: '1', sn: '7' },
  });
  expect(short.device.availability).toMatchObject([{ topic: 'zigbee2mqtt/0x1/availability', available: 'online' }]);
  expect(short.device).toMatchObject({ maker: 'Aqara', serialNumber: '7', softwareVersion: '1', name: '0x1' });
  expect(short.entities).toMatchObject([{ stateTopic: 'zigbee2mqtt/0x1', unit: '°C', expireAfterSeconds: 3600 }]);
});

test('the device form: shared keys, components of other kinds passed over', () => {
  const { entities, device } = announced('homeassistant/device/bla/config', {
    dev: { ids: ['ea334450945afc'], name: 'Kitchen' },
    o: { name: 'bla2mqtt' },
    cmps: {
      one: {
        p: 'sensor',
        device_class: 'temperature',
        unit_of_measurement: '°C',
        value_template: '{{ value_json.temperature}}',
        unique_id: 'temp01ae_t',
      },
      two: { p: 'switch', unique_id: 'switch' },
      three: {
        p: 'binary_sensor',
        unique_id: 'door',
        device_class: 'door',
        state_topic: 'own/topic',
        payload_on: false,
        payload_off: true,
      },
      four: { p: 'sensor', device_class: 'humidity' },
      five: { p: 'sensor', unique_id: 'temp01ae_t' },
    },
    state_topic: 'sensorBedroom/state',
  });
  expect(device.name).toBe('Kitchen');
  expect(entities.map(({ id, stateTopic }) => [id, stateTopic])).toEqual([
    ['temp01ae_t', 'sensorBedroom/state'],
    ['door', 'own/topic'],
  ]);
  const door = entities[1];
  // A contact that is closed says true.
  if (door !== undefined) expect(observe(door, message('false'))).toEqual({ kind: 'state', isOn: true });
  expect(read('homeassistant/device/bla/config', '')).toEqual({ kind: 'removed' });
});

test.each([
  ['{"device":', 'NOT_JSON'],
  ['[]', 'NOT_JSON'],
  [`${'['.repeat(100)}${']'.repeat(100)}`, 'NOT_JSON'],
  [' '.repeat(300_000), 'TOO_LARGE'],
  ['{"unique_id":"a","state_topic":"b"}', 'NO_IDENTIFIERS'],
])('the announcement %.30s is left out: %s', (text, reason) => {
  expect(read('homeassistant/sensor/a/b/config', text)).toEqual({ kind: 'left-out', reason });
});

test.each([
  [{ unique_id: undefined }, 'NO_UNIQUE_ID'],
  [{ state_topic: undefined }, 'BAD_TOPIC'],
  [{ state_topic: 'a/#' }, 'BAD_TOPIC'],
  [{ state_topic: 'a/+/b' }, 'BAD_TOPIC'],
  [{ state_topic: '$SYS/broker/uptime' }, 'BAD_TOPIC'],
  [{ state_topic: 'picket/0190/telemetry' }, 'BAD_TOPIC'],
])('an entity with %j is left out: %s', (more, reason) => {
  expect(announced('homeassistant/binary_sensor/a/b/config', { ...LEAK, ...more })).toMatchObject({
    entities: [],
    leftOut: [reason],
  });
});

test('at most 200 entities of a device, and 10,000 components hurt nobody', () => {
  const components = Object.fromEntries(
    Array.from({ length: 4000 }, (_, index) => [`c${index}`, { p: 'sensor', uniq_id: `u${index}`, stat_t: 'a/b' }]),
  );
  expect(announced('homeassistant/device/a/config', { dev: { ids: 'd' }, cmps: components }).entities).toHaveLength(
    200,
  );
});

test.each([
  ['sensor', { device_class: 'temperature', unit_of_measurement: '°F' }, 'environment_temperature.value'],
  [
    'sensor',
    { device_class: 'temperature', unit_of_measurement: '°C', entity_category: 'diagnostic' },
    'CHIP_TEMPERATURE',
  ],
  [
    'sensor',
    { device_class: 'temperature', unit_of_measurement: '°C', val_tpl: '{{ value_json.device_temperature }}' },
    'CHIP_TEMPERATURE',
  ],
  ['sensor', { device_class: 'temperature' }, 'UNKNOWN_UNIT'],
  ['sensor', { device_class: 'moisture', unit_of_measurement: '%' }, 'SOIL'],
  ['binary_sensor', { device_class: 'moisture' }, 'fluid_leak.value'],
  ['binary_sensor', { val_tpl: '{{ value_json.water_leak }}' }, 'fluid_leak.value'],
  ['sensor', { device_class: 'battery', unit_of_measurement: '%' }, 'power_battery.percent'],
  ['binary_sensor', { device_class: 'battery' }, 'power_batteryLow.value'],
  [
    'sensor',
    { device_class: 'voltage', unit_of_measurement: 'mV', entity_category: 'diagnostic' },
    'power_battery.volts',
  ],
  ['sensor', { device_class: 'voltage', unit_of_measurement: 'mV' }, 'power_battery.volts'],
  [
    'sensor',
    { device_class: 'voltage', unit_of_measurement: 'V', entity_category: 'diagnostic' },
    'power_battery.volts',
  ],
  ['sensor', { device_class: 'voltage', unit_of_measurement: 'V' }, 'power_volts.value'],
  ['binary_sensor', { device_class: 'tamper' }, 'sentry_tamper.value'],
  ['binary_sensor', { device_class: 'vibration' }, 'vibration_detected.value'],
  ['binary_sensor', { device_class: 'occupancy' }, 'camera_motion.level'],
  ['binary_sensor', { device_class: 'door' }, 'door_open.value'],
  ['binary_sensor', { device_class: 'window' }, 'door_open.value'],
  ['binary_sensor', { device_class: 'smoke' }, 'smoke_alarm.value'],
  ['binary_sensor', { device_class: 'carbon_monoxide' }, 'co_alarm.value'],
  ['sensor', { device_class: 'carbon_dioxide', unit_of_measurement: 'ppm' }, 'air_co2.value'],
  ['sensor', { device_class: 'atmospheric_pressure', unit_of_measurement: 'kPa' }, 'air_pressure.value'],
  ['sensor', { device_class: 'power', unit_of_measurement: 'W' }, 'power_watts.value'],
  ['sensor', { unit_of_measurement: 'lqi', entity_category: 'diagnostic' }, 'DIAGNOSTIC'],
  ['sensor', { device_class: 'enum' }, 'UNKNOWN_KIND'],
  ['sensor', { device_class: '__proto__' }, 'UNKNOWN_KIND'],
  [
    'sensor',
    { val_tpl: '{% if value_json.a %}1{% endif %}', device_class: 'humidity', unit_of_measurement: '%' },
    'PROGRAM',
  ],
  ['binary_sensor', { device_class: 'motion', off_delay: 30 }, 'OFF_DELAY'],
  ['binary_sensor', { device_class: 'moisture', off_dly: 30 }, 'OFF_DELAY'],
  ['binary_sensor', { device_class: 'motion', off_delay: 0 }, 'camera_motion.level'],
])('%s %j becomes %s', (component, more, expected) => {
  expect(offerOf(more, component)).toBe(expected);
});

test('the charge of a leak sensor is no voltage: it has a column of its own', () => {
  const leak = entityOf({ unique_id: 'leak', device_class: 'moisture' }, 'binary_sensor');
  const battery = entityOf({ unique_id: 'battery', device_class: 'battery', unit_of_measurement: '%' });
  expect(offersFor([battery, leak]).get('battery')).toMatchObject({ metric: 'fluid_battery', column: 'percent' });
  expect(fluidNameOf({ model: 'T1 / leak', identity: 'ble_A4C1380102AB', integration: 'i' })).toEqual({
    model: 'T1leak',
    serialNumber: 'bleA4C1380102AB',
  });
});

const TEMPERATURE = { device_class: 'temperature', unit_of_measurement: '°C' };
test.each([
  ['22.6', { kind: 'number', value: 22.6 }],
  ['"52.6"', { kind: 'number', value: 52.6 }],
  ['22.5 °C', { kind: 'number', value: 22.5 }],
  ['3.384 V', { kind: 'refused' }],
  ['22,5', { kind: 'refused' }],
  ['', { kind: 'unknown' }],
  ['unknown', { kind: 'unknown' }],
  ['unavailable', { kind: 'unknown' }],
  ['NaN', { kind: 'unknown' }],
  ['1e999', { kind: 'unknown' }],
  ['0x10', { kind: 'refused' }],
  ['1'.repeat(100), { kind: 'refused' }],
])('the text %.20s is %j', (text, expected) => {
  const wrapped = entityOf({ ...TEMPERATURE, val_tpl: '{{ value_json.t }}' });
  const value = text.startsWith('"') ? JSON.parse(text) : text;
  expect(observe(wrapped, message({ t: value }))).toEqual(expected);
  if (!text.startsWith('"')) expect(observe(entityOf(TEMPERATURE), message(text))).toEqual(expected);
});
test.each([
  [null, { kind: 'unknown' }],
  [true, { kind: 'refused' }],
  [[22.5], { kind: 'refused' }],
  [{ value: 1 }, { kind: 'refused' }],
])('the value %j is %j', (value, expected) => {
  expect(observe(entityOf({ ...TEMPERATURE, val_tpl: '{{ value_json.t }}' }), message({ t: value }))).toEqual(expected);
});

test('units are converted, and what no sensor can say is refused', () => {
  const fahrenheit = entityOf({ device_class: 'temperature', unit_of_measurement: '°F' });
  const offer = offersFor([fahrenheit]).get('u');
  if (offer?.kind !== 'metric') throw new Error('no metric');
  const series = { sensorMetricId: 'environment_temperature', column: 'value', conversion: offer.conversion };
  expect(storedValueOf({ kind: 'number', value: 68 }, series)).toBe(20);
  expect(storedValueOf({ kind: 'number', value: 1e308 }, series)).toBeUndefined();
  expect(storedValueOf({ kind: 'unknown' }, series)).toBeNull();
});

const NOW = Date.UTC(2026, 2, 2, 10);
test.each([
  [{ last_seen: '2026-03-02T09:59:30Z' }, NOW - 30_000],
  [{ last_seen: '2026-03-02T10:59:30+01:00' }, NOW - 30_000],
  [{ last_seen: NOW - 5000 }, NOW - 5000],
  [{ last_seen: '2026-03-02T09:59:30' }, null],
  [{ last_seen: '1970-01-01T00:00:07Z' }, null],
  [{ last_seen: '2026-03-05T10:00:00Z' }, null],
  [{ last_seen: Math.round(NOW / 1000) }, null],
  [{ last_seen: NOW - 61_000 }, null],
  [{ Time: '2026-03-02T09:59:59Z' }, null],
  [{}, null],
])('the time of %j', (sent, expected) => {
  expect(timeOf(message(sent), NOW)).toBe(expected);
});

test('what is announced differently is named field by field; a name is no difference', () => {
  const before = entityOf({ ...TEMPERATURE, name: 'A' });
  expect(differencesOf([before], [entityOf({ ...TEMPERATURE, name: 'B' })])).toEqual([]);
  expect(
    differencesOf([before], [entityOf({ ...TEMPERATURE, unit_of_measurement: '°F', state_topic: 'other' })]),
  ).toEqual([
    { id: 'u', field: 'unit', before: '°C', after: '°F' },
    { id: 'u', field: 'stateTopic', before: 'a/b', after: 'other' },
  ]);
  expect(differencesOf([before], [])).toMatchObject([{ id: 'u', field: 'gone' }]);
});
