/** What is stored of each profile, and of values that no sensor can say. */
import { expect, test } from 'vitest';
import { AKCP_PLUS, AKCP_PROBE } from './akcp.ts';
import { APC_PDU, APC_PDU_OF_CURRENT } from './apc-pdu.ts';
import { APC_PROBES } from './apc-probes.ts';
import { APC_UPS } from './apc-ups.ts';
import { GEIST } from './geist.ts';
import { candidatesFor, fitting } from './profiles.ts';
import { ROOM_ALERT_3E, ROOM_ALERT_12E } from './room-alert.ts';
import { answersOf, stored } from './snmp-answers.test-support.ts';
import { snmpDevicesOf } from './snmp-devices.ts';
import { UPS_MIB } from './ups-mib.ts';

const MIB = '1.3.6.1.2.1.33.1';
const UPS = {
  [`${MIB}.2.1.0`]: 2,
  [`${MIB}.2.4.0`]: 87,
  [`${MIB}.2.5.0`]: 271,
  [`${MIB}.2.7.0`]: 34,
  [`${MIB}.3.3.1.3.1`]: 231,
  [`${MIB}.4.1.0`]: 3,
};
const ON_MAINS = {
  'power_onBattery.value': 0,
  'power_badSource.value': 0,
  'power_battery.percent': 87,
  'power_battery.volts': 27.1,
  'power_volts.value': 231,
};

test('UPS-MIB: on the mains, on the battery, and without output', () => {
  expect(stored(UPS_MIB, UPS)).toEqual({ 'rack UPS': ON_MAINS });
  expect(stored(UPS_MIB, { ...UPS, [`${MIB}.4.1.0`]: 5, [`${MIB}.2.1.0`]: 3 })).toEqual({
    'rack UPS': { ...ON_MAINS, 'power_onBattery.value': 1, 'power_badSource.value': 1 },
  });
  expect(stored(UPS_MIB, { ...UPS, [`${MIB}.4.1.0`]: 2 })['rack UPS']).toMatchObject({ 'power_badSource.value': 1 });
});

test.each([
  ['-1', -1, null],
  ['32767', 32_767, null],
  ['-9999', -9999, null],
  ['more than there can be', 101, undefined],
  ['a counter', 'counter', undefined],
  ['a text', 'full', undefined],
])('a charge of %s is no charge', (_name, sent, expected) => {
  const asked = { host: 'h', pollSeconds: 30, known: () => [] };
  const [device] = snmpDevicesOf(UPS_MIB, answersOf(UPS_MIB, UPS), '', asked);
  const known = device?.found.announcement.entities ?? [];
  const values = stored(UPS_MIB, { ...UPS, [`${MIB}.2.4.0`]: sent }, known)['rack UPS'];
  expect(values).toHaveProperty(['power_battery.percent'], expected);
});

test('what is no longer answered is unknown, and its entity stays', () => {
  const asked = { host: 'h', pollSeconds: 30, known: () => [] };
  const [device] = snmpDevicesOf(UPS_MIB, answersOf(UPS_MIB, UPS), '', asked);
  expect(device?.found.announcement.device.name).toBe('h UPS');
  const known = device?.found.announcement.entities ?? [];
  const { [`${MIB}.4.1.0`]: _source, ...rest } = UPS;
  expect(stored(UPS_MIB, rest, known)['rack UPS']).toEqual({ ...ON_MAINS, 'power_onBattery.value': null });
});

test('PowerNet: a UPS, and probes in the unit that is set', () => {
  const apc = '1.3.6.1.4.1.318.1.1.1';
  const ups = { [`${apc}.2.1.1.0`]: 4, [`${apc}.2.2.1.0`]: 99, [`${apc}.3.2.1.0`]: 0, [`${apc}.4.1.1.0`]: 3 };
  expect(stored(APC_UPS, ups)).toEqual({
    'rack UPS': {
      'power_onBattery.value': 1,
      'power_badSource.value': 1,
      'power_battery.percent': 99,
      'power_volts.value': 0,
    },
  });
  const probe = '1.3.6.1.4.1.318.1.1.10.2.3.2.1';
  const probes = {
    [`${probe}.2.1`]: 'Cold aisle',
    [`${probe}.3.1`]: 2,
    [`${probe}.4.1`]: 68,
    [`${probe}.5.1`]: 2,
    [`${probe}.6.1`]: 0,
    [`${probe}.3.2`]: 1,
    [`${probe}.4.2`]: -1,
    [`${probe}.5.2`]: 1,
  };
  expect(stored(APC_PROBES, probes)).toEqual({ 'rack Cold aisle': { 'environment_temperature.value': 20 } });
});

test('Room Alert: hundredths, and nothing of a place without a probe', () => {
  const three = '1.3.6.1.4.1.20916.1.9.1.1';
  expect(
    stored(ROOM_ALERT_3E, { [`${three}.1.1.0`]: 2356, [`${three}.1.3.0`]: 'Door', [`${three}.2.1.0`]: 0 }),
  ).toEqual({
    'rack Door': { 'environment_temperature.value': 23.56 },
  });
  const twelve = '1.3.6.1.4.1.20916.1.10.1';
  expect(stored(ROOM_ALERT_12E, { [`${twelve}.1.1.0`]: 2100, [`${twelve}.3.1.0`]: 65_000 })).toEqual({
    'rack Internal sensor': { 'environment_temperature.value': 21 },
    'rack External sensor 2': { 'environment_temperature.value': undefined },
  });
});

test('Geist: tenths in the unit that is set, below zero too; without the unit there is no temperature', () => {
  const geist = '1.3.6.1.4.1.21239.5.1';
  const sent = {
    [`${geist}.1.7.0`]: 1,
    [`${geist}.2.1.3.1`]: 'Unit',
    [`${geist}.2.1.4.1`]: 1,
    [`${geist}.2.1.5.1`]: -1,
    [`${geist}.2.1.6.1`]: 44,
    [`${geist}.4.1.4.1`]: 0,
    [`${geist}.4.1.5.1`]: 200,
  };
  const values = { 'environment_temperature.value': -0.1, 'environment_humidity.value': 44 };
  expect(stored(GEIST, sent)).toEqual({ 'rack Unit': values });
  const warm = { ...sent, [`${geist}.1.7.0`]: 0, [`${geist}.2.1.5.1`]: 770 };
  expect(stored(GEIST, warm)).toEqual({ 'rack Unit': { ...values, 'environment_temperature.value': 25 } });
  expect(stored(GEIST, { ...warm, [`${geist}.1.7.0`]: 7 })).toEqual({
    'rack Unit': { 'environment_humidity.value': 44 },
  });
});

const PLUS = '1.3.6.1.4.1.3854.3.5';
const AKCP = {
  [`${PLUS}.2.1.2.0.0.0.0.0`]: 'Rack top',
  [`${PLUS}.2.1.4.0.0.0.0.0`]: 22,
  [`${PLUS}.2.1.5.0.0.0.0.0`]: 'C',
  [`${PLUS}.2.1.8.0.0.0.0.0`]: 1,
  [`${PLUS}.2.1.20.0.0.0.0.0`]: 224,
  [`${PLUS}.3.1.2.0.0.0.0.1`]: 'Rack top',
  [`${PLUS}.3.1.4.0.0.0.0.1`]: 41,
  [`${PLUS}.3.1.8.0.0.0.0.1`]: 1,
  [`${PLUS}.9.1.2.0.0.0.1.0`]: 'Floor',
  [`${PLUS}.9.1.6.0.0.0.1.0`]: 2,
  [`${PLUS}.9.1.8.0.0.0.1.0`]: 1,
  [`${PLUS}.14.1.2.0.0.0.2.0`]: 'Ceiling',
  [`${PLUS}.14.1.6.0.0.0.2.0`]: 4,
  [`${PLUS}.14.1.8.0.0.0.2.0`]: 1,
  [`${PLUS}.4.1.2.0.0.0.3.0`]: 'Generator',
  [`${PLUS}.4.1.6.0.0.0.3.0`]: 4,
  [`${PLUS}.4.1.8.0.0.0.3.0`]: 1,
  // An output: 8 is low.
  [`${PLUS}.4.1.2.0.0.0.3.1`]: 'Siren',
  [`${PLUS}.4.1.6.0.0.0.3.1`]: 8,
  [`${PLUS}.4.1.8.0.0.0.3.1`]: 1,
  [`${PLUS}.10.1.2.0.0.0.4.0`]: 'Cabinet',
  [`${PLUS}.10.1.6.0.0.0.4.0`]: 2,
  [`${PLUS}.10.1.8.0.0.0.4.0`]: 1,
  [`${PLUS}.27.1.2.0.0.0.5.0`]: 'Front door',
  [`${PLUS}.27.1.6.0.0.0.5.0`]: 6,
};

test('AKCP: each sensor is a device, and one that is offline has no values', () => {
  expect(stored(AKCP_PLUS, AKCP)).toEqual({
    'rack Rack top': { 'environment_humidity.value': 41 },
    'rack Floor': { 'fluid-Sensor-x_leak.value': 0 },
    'rack Ceiling': { 'smoke_alarm.value': 1 },
    'rack Generator': { 'input_alarm.value': 1 },
    'rack Cabinet': { 'door_open.value': 0 },
    'rack Front door': { 'door_open.value': 1 },
  });
});

test.each([
  ['tenths', {}, 22.4],
  ['in Fahrenheit', { '5': 'F', '20': 725 }, 22.5],
  ['below zero', { '20': -1 }, -0.1],
  ['whole degrees of an older version', { '20': undefined }, 22],
  ['a version that sends 0 for its tenths', { '20': 0 }, 22],
  ['0 degrees', { '4': 0, '20': 0 }, 0],
  ['in a unit that nobody knows', { '5': 'K' }, undefined],
  ['without its unit', { '5': undefined }, undefined],
  ['offline', { '8': 2 }, undefined],
])('a temperature of AKCP: %s', (_name, more, expected) => {
  const row = '0.0.0.0.0';
  const sent: Record<string, number | string> = {};
  for (const [oid, value] of Object.entries(AKCP)) if (oid.startsWith(`${PLUS}.2.`)) sent[oid] = value;
  for (const [column, value] of Object.entries(more)) {
    if (value === undefined) delete sent[`${PLUS}.2.1.${column}.${row}`];
    else sent[`${PLUS}.2.1.${column}.${row}`] = value;
  }
  expect(stored(AKCP_PLUS, sent)['rack Rack top']?.['environment_temperature.value']).toBe(expected);
});

test('AKCP: a leak is one, and a sensor at fault is unknown', () => {
  const asked = { host: 'h', pollSeconds: 30, known: () => [] };
  const known = snmpDevicesOf(AKCP_PLUS, answersOf(AKCP_PLUS, AKCP), '', asked).find(({ place }) =>
    place.includes('water'),
  )?.found.announcement.entities;
  const status = (value: number) =>
    Object.values(stored(AKCP_PLUS, { ...AKCP, [`${PLUS}.9.1.6.0.0.0.1.0`]: value }, known)['rack Floor'] ?? {});
  expect([status(2), status(4), status(6), status(7), status(1), status(0)]).toEqual([
    [0],
    [1],
    [1],
    [null],
    [null],
    [null],
  ]);
});

test('AKCP sensorProbe: rows from 0, each with its own values and unit', () => {
  const probe = '1.3.6.1.4.1.3854.1.2.2.1';
  const sent = {
    [`${probe}.16.1.1.0`]: 'Cold aisle',
    [`${probe}.16.1.3.0`]: 21,
    [`${probe}.16.1.5.0`]: 1,
    [`${probe}.16.1.12.0`]: 1,
    [`${probe}.16.1.14.0`]: 213,
    [`${probe}.16.1.1.1`]: 'Hot aisle',
    [`${probe}.16.1.3.1`]: 90,
    [`${probe}.16.1.5.1`]: 1,
    [`${probe}.16.1.12.1`]: 0,
    // Of the one beside it nothing is taken.
    [`${probe}.16.1.5.2`]: 1,
    [`${probe}.17.1.3.0`]: 44,
    [`${probe}.17.1.5.0`]: 2,
    [`${probe}.18.1.1.3`]: 'Floor',
    [`${probe}.18.1.3.3`]: 4,
    [`${probe}.18.1.9.3`]: 4,
    [`${probe}.18.1.1.4`]: 'Mains at the UPS',
    [`${probe}.18.1.3.4`]: 6,
    [`${probe}.18.1.4.4`]: 1,
    [`${probe}.18.1.9.4`]: 10,
    // An output, a place without a contact, and a motion detector.
    [`${probe}.18.1.3.5`]: 9,
    [`${probe}.18.1.4.5`]: 1,
    [`${probe}.18.1.9.5`]: 10,
    [`${probe}.18.1.3.6`]: 1,
    [`${probe}.18.1.4.6`]: 2,
    [`${probe}.18.1.9.6`]: 10,
    [`${probe}.18.1.1.7`]: 'Corridor',
    [`${probe}.18.1.3.7`]: 2,
    [`${probe}.18.1.4.7`]: 1,
    [`${probe}.18.1.9.7`]: 14,
  };
  expect(stored(AKCP_PROBE, sent)).toEqual({
    'rack Cold aisle': { 'environment_temperature.value': 21.3 },
    'rack Hot aisle': { 'environment_temperature.value': 32.2222222222 },
    'rack Floor': { 'fluid-Sensor-x_leak.value': 1 },
    'rack Mains at the UPS': { 'input_alarm.value': 1 },
    'rack Corridor': { 'camera_motion.level': 0 },
  });
  expect(fitting([AKCP_PLUS, AKCP_PROBE])).toEqual([AKCP_PLUS]);
});

test('a device is asked for what its maker has, and a UPS is read once', () => {
  expect(candidatesFor('1.3.6.1.4.1.318.1.3.2')).toEqual([APC_UPS, APC_PROBES, APC_PDU, APC_PDU_OF_CURRENT, UPS_MIB]);
  expect(candidatesFor('1.3.6.1.4.1.3181.1')).toEqual([UPS_MIB]);
  expect(candidatesFor(null)).toHaveLength(15);
  expect(fitting([APC_UPS, APC_PROBES, UPS_MIB])).toEqual([APC_UPS, APC_PROBES]);
});
