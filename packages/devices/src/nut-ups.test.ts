/** What a UPS of Network UPS Tools says, from the lines of its server to the values that are stored. */
import { expect, test } from 'vitest';
import { createSeededRandom } from '../../../tests/support/seeded-random.ts';
import type { AnnouncedEntity } from './announced.ts';
import { bridgeOf, ownAvailabilityOf } from './bridge-topics.ts';
import { offersFor } from './metric-offer.ts';
import { NutAnswer, type NutReply, quoteWord, readUpsList, readVariables, wordsOf } from './nut-protocol.ts';
import { upsDeviceOf, upsEntitiesOf, upsMessageOf } from './nut-ups.ts';
import { MAX_ENTITIES } from './read-announcement.ts';
import { observe } from './read-state.ts';
import { sensorMetricIdOf, storedValueOf } from './series-of.ts';
import { DecodedMessage } from './value-rule.ts';

const POLL_SECONDS = 30;

const answer = (command: string, text: string): NutReply | null => new NutAnswer(command).take(text);
const rowsOf = (reply: NutReply | null) => (reply?.kind === 'rows' ? reply.rows : []);

/** An APC unit, shortened. */
const SMART = {
  'ambient.temperature': '22.5',
  'ambient.humidity': '41',
  'battery.charge': '87',
  'battery.charge.low': '10',
  'battery.voltage': '27.1',
  'device.mfr': 'American Power Conversion',
  'device.model': 'Smart-UPS 1500',
  'driver.version': '2.8.0',
  'input.voltage': '231.8',
  'ups.load': '14',
  'ups.mfr.date': '2021/03/04',
  'ups.realpower': '137',
  'ups.status': 'OL CHRG',
  'ups.temperature': '34.1',
};

const variablesOf = (record: Readonly<Record<string, string>>) => new Map(Object.entries(record));

/** What is stored of a poll, by series; undefined: refused. */
function stored(record: Readonly<Record<string, string>>, known: readonly AnnouncedEntity[] = []) {
  const variables = variablesOf(record);
  const entities = upsEntitiesOf('rack', variables, known, POLL_SECONDS);
  const message = new DecodedMessage(upsMessageOf(variables, entities));
  const offers = offersFor(entities);
  return Object.fromEntries(
    entities.flatMap((entity) => {
      const offer = offers.get(entity.id);
      const observation = observe(entity, message);
      if (offer?.kind !== 'metric' || observation === null) return [];
      const sensorMetricId = sensorMetricIdOf(offer.metric, { model: null, identity: 'rack', integration: 'i' });
      return [[`${sensorMetricId}.${offer.column}`, storedValueOf(observation, { ...offer, sensorMetricId })]];
    }),
  );
}

test('a UPS becomes these series', () => {
  expect(stored(SMART)).toEqual({
    'environment_temperature.value': 22.5,
    'environment_humidity.value': 41,
    'power_battery.percent': 87,
    'power_battery.volts': 27.1,
    'power_volts.value': 231.8,
    'power_watts.value': 137,
    'power_onBattery.value': 0,
    'power_badSource.value': 0,
  });
});

test('whatever becomes no series is named with the reason', () => {
  const entities = upsEntitiesOf('rack', variablesOf(SMART), [], POLL_SECONDS);
  const reasons = [...offersFor(entities)].flatMap(([id, offer]) =>
    offer.kind === 'none' ? [[id, offer.reason]] : [],
  );
  expect(Object.fromEntries(reasons)).toEqual({
    'battery.charge.low': 'UNKNOWN_KIND',
    'device.mfr': 'DIAGNOSTIC',
    'device.model': 'DIAGNOSTIC',
    'driver.version': 'DIAGNOSTIC',
    'ups.load': 'UNKNOWN_KIND',
    'ups.mfr.date': 'DIAGNOSTIC',
    'ups.temperature': 'CHIP_TEMPERATURE',
  });
  const message = new DecodedMessage(upsMessageOf(variablesOf(SMART), entities));
  const texts = entities.filter(({ id }) => id.startsWith('device.') || id === 'ups.mfr.date');
  expect(texts.map((entity) => observe(entity, message))).toEqual([null, null, null]);
});

test.each([
  ['OL', 0, 0],
  ['OB DISCHRG', 1, 0],
  ['OB LB', 1, 1],
  ['OL CHRG RB', 0, 1],
  ['OL OVER', 0, 1],
  ['FSD OB LB', 1, 1],
  ['OFF', null, 1],
  ['OL OB', 1, 0],
  ['TRIM', 0, 0],
  ['BOOST BYPASS', 0, 0],
  ['BYPASS', null, 0],
  ['ol', null, null],
  ['OLB', null, null],
  ['WAIT', null, null],
  ['', null, null],
  ['   OB\t ', 1, 0],
])('the status "%s" is on battery %s, bad source %s', (status, onBattery, badSource) => {
  expect(stored({ 'ups.status': status })).toEqual({
    'power_onBattery.value': onBattery,
    'power_badSource.value': badSource,
  });
});

test.each([
  ['', null],
  ['unknown', null],
  ['nan', null],
  ['inf', null],
  ['22,5', undefined],
  ['1e308', undefined],
  ['-4', undefined],
  ['230.1 V', 230.1],
  ['two hundred', undefined],
  ['9'.repeat(300), undefined],
])('the voltage "%s" is stored as %s', (value, expected) => {
  expect(stored({ 'input.voltage': value })).toEqual({ 'power_volts.value': expected });
});

test.each<[string, Readonly<Record<string, string>>, object]>([
  [
    'no probe',
    { 'ambient.temperature': '0.0', 'ambient.humidity': '0.00' },
    { 'environment_temperature.value': null, 'environment_humidity.value': null },
  ],
  [
    'a probe that says it is not there',
    { 'ambient.present': 'no', 'ambient.temperature': '21' },
    { 'environment_temperature.value': null },
  ],
  [
    'a probe without humidity',
    { 'ambient.temperature': '17.0', 'ambient.humidity': '-1.00' },
    { 'environment_temperature.value': 17, 'environment_humidity.value': null },
  ],
  ['a cold room', { 'ambient.temperature': '0.0' }, { 'environment_temperature.value': 0 }],
  ['a direct current', { 'input.voltage': '13.8' }, {}],
  ['the mains when they are down', { 'input.voltage': '0.0' }, { 'power_volts.value': 0 }],
  ['the mains when they are low', { 'input.voltage': '41', 'input.frequency': '50' }, { 'power_volts.value': 41 }],
  ['three phases', { 'input.L1-N.voltage': '231' }, { 'power_volts.value': 231 }],
  [
    'what it gives',
    { 'output.current': '2.1', 'output.realpower': '480' },
    { 'power_amps.value': 2.1, 'power_watts.value': 480 },
  ],
])('%s', (_name, record, expected) => {
  expect(stored(record)).toEqual(expected);
});

test('of several that are the same metric, the one of the UPS stands first; the mains stay the mains', () => {
  const variables = variablesOf({ 'input.realpower': '9', 'input.voltage': '230', 'ups.realpower': '8' });
  const entities = upsEntitiesOf('rack', variables, [], POLL_SECONDS);
  expect(entities.map(({ id }) => id)).toEqual(['input.voltage', 'ups.realpower', 'input.realpower']);
  expect(stored({ 'input.voltage': '30' }, entities)).toMatchObject({ 'power_volts.value': 30 });
});

test('a variable that is missing is unknown, and so is all of a status that is', () => {
  const known = upsEntitiesOf('rack', variablesOf(SMART), [], POLL_SECONDS);
  expect(stored({ 'battery.charge': '80' }, known)).toEqual({
    'environment_temperature.value': null,
    'environment_humidity.value': null,
    'power_battery.percent': 80,
    'power_battery.volts': null,
    'power_volts.value': null,
    'power_watts.value': null,
    'power_onBattery.value': null,
    'power_badSource.value': null,
  });
  expect(upsEntitiesOf('rack', new Map(), known, POLL_SECONDS)).toHaveLength(known.length);
});

test('the device is named after its UPS, and speaks for no bridge', () => {
  const device = upsDeviceOf(
    'bridge',
    variablesOf({ 'ups.mfr': 'Eaton', 'device.model': 'unknown', 'ups.model': '5E' }),
  );
  expect(device).toMatchObject({ identity: 'bridge', name: 'bridge', maker: 'Eaton', model: '5E', serialNumber: null });
  expect(bridgeOf(device)).toBeNull();
  expect(ownAvailabilityOf(device)).toHaveLength(1);
});

test.each([
  ['VAR u ups.mfr "APC"', ['VAR', 'u', 'ups.mfr', 'APC']],
  [String.raw`VAR u a "say \"hi\" \\ there"`, ['VAR', 'u', 'a', String.raw`say "hi" \ there`]],
  ['UPS u ""', ['UPS', 'u', '']],
  ['  OK  ', ['OK']],
  ['', []],
  ['UPS u "open', null],
  ['UPS u "a"b', null],
  ['UPS u a"b', null],
  [String.raw`UPS u "a\"`, null],
])('%s is %j', (line, words) => {
  expect(wordsOf(line)).toEqual(words);
});

test('a word is read as it was quoted', () => {
  for (const word of ['', 'a b', '"', '\\', String.raw`\"`, 'ü "x" \\'])
    expect(wordsOf(`USERNAME ${quoteWord(word)}`)).toEqual(['USERNAME', word]);
});

test.each([
  ['LIST UPS', 'BEGIN LIST UPS\nUPS a "A"\nEND LIST UPS\n', 'rows'],
  ['LIST UPS', 'BEGIN LIST UPS\r\nEND LIST UPS\r\n', 'rows'],
  ['LIST UPS', 'BEGIN LIST UPS\nUPS a "A"\nEND LIST UPS', undefined],
  ['LIST UPS', 'BEGIN LIST UPS\nUPS a "A', undefined],
  ['LIST VAR a', 'BEGIN LIST VAR b\n', 'other'],
  ['LIST VAR a', 'ERR DATA-STALE\n', 'error'],
  ['LIST UPS', 'HTTP/1.1 400 Bad Request\r\n', 'other'],
  ['LIST UPS', 'SSH-2.0-OpenSSH_9.2\r\n', 'other'],
  ['LIST UPS', '\n', 'other'],
  ['LIST UPS', '\u0000\uFFFD\u0007\n', 'other'],
  ['LIST UPS', 'x'.repeat(70_000), 'too-large'],
  ['LIST UPS', `BEGIN LIST UPS\n${'\n'.repeat(70_000)}`, 'too-large'],
  ['USERNAME "x"', 'OK\n', 'rows'],
  ['GET VAR a ups.status', 'VAR a ups.status "OL"\n', 'rows'],
  ['GET VAR a ups.status', 'BEGIN LIST VAR a\n', 'other'],
])('asked %s, %j is %s', (command, text, kind) => {
  expect(answer(command, text)?.kind).toBe(kind);
});

test('of 10,000 UPSes as many are listed as may be, and none twice', () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => ['UPS', `u${index}`, 'x']);
  const list = readUpsList([['UPS', 'u0', ''], ['UPS'], ['VAR', 'x'], ['UPS', 'a b'], ...rows]);
  expect(list.upses).toHaveLength(100);
  expect(list.leftOut).toHaveLength(100);
  expect(list.leftOut.slice(0, 3)).toEqual([
    ['', 'BAD_NAME'],
    ['a b', 'BAD_NAME'],
    ['u100', 'OVER_LIMIT'],
  ]);
});

test('variables are those of the UPS, with names that may be, cleaned and cut', () => {
  const rows = [
    ['VAR', 'u', 'ups.status', 'OL'],
    ['VAR', 'other', 'ups.load', '1'],
    ['VAR', 'u', '__proto__', '1'],
    ['VAR', 'u', 'no value'],
    ['VAR', 'u', 'ups.id', `a\u0007b${'x'.repeat(5000)}`],
  ];
  const variables = readVariables(rows, 'u');
  expect([...variables.keys()]).toEqual(['ups.status', 'ups.id']);
  expect(variables.get('ups.id')?.length).toBeLessThanOrEqual(256);
  const many = Array.from({ length: 5000 }, (_, index) => ['VAR', 'u', `v${index}`, '1']);
  expect(readVariables(many, 'u').size).toBe(1000);
  const entities = upsEntitiesOf('u', readVariables([...many.slice(0, 999), ...rows], 'u'), [], POLL_SECONDS);
  expect(entities).toHaveLength(MAX_ENTITIES);
  expect(entities[0]?.id).toBe('ups.status OB');
});

test('whatever bytes are sent, in whatever parts, nothing throws and all of it is bounded', () => {
  const random = createSeededRandom(3493);
  const pieces = [
    'BEGIN LIST VAR u\n',
    'VAR u ',
    'ups.status ',
    '"OB',
    '"\n',
    '\\',
    '\n',
    '\r\n',
    'END LIST VAR u\n',
    'ERR ',
  ];
  for (let round = 0; round < 3000; round++) {
    const reader = new NutAnswer('LIST VAR u');
    let reply: NutReply | null = reader.take(round % 2 === 0 ? 'BEGIN LIST VAR u\n' : '');
    for (let part = 0; part < 40 && reply === null; part++)
      reply = reader.take(
        random.chance(2) ? random.pick(pieces) : random.bytes(1 + random.nextInt(6)).toString('utf8'),
      );
    const variables = readVariables(rowsOf(reply), 'u');
    const entities = upsEntitiesOf('u', variables, [], POLL_SECONDS);
    expect(upsMessageOf(variables, entities).length).toBeLessThan(70_000);
    for (const value of Object.values(stored(Object.fromEntries(variables))))
      expect(value === undefined || value === null || Number.isFinite(value)).toBe(true);
    readUpsList(rowsOf(reply));
  }
});
