/**
 * Messages of real devices, with measurements that were recorded in real rooms, and then with any part of them exchanged, removed or doubled.
 * Nothing ends a reader; what is stored lies in the range of its series; and a value that was adopted is the value that was sent, or none.
 */
import { columnOf } from '@picket/domain/metrics';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { roomRecordings } from '../../../tests/support/recorded-data.ts';
import type { AnnouncedEntity } from './announced.ts';
import { NOW } from './formats/fake-devices.test-support.ts';
import type { FormatReading } from './formats/format.ts';
import { FRIGATE } from './formats/frigate.ts';
import { announcementOf, messageOf } from './formats/named-values.ts';
import { PAYLOADS, type Payload } from './formats/recorded-payloads.test-support.ts';
import { offersFor } from './metric-offer.ts';
import { isJsonObject } from './plain-json.ts';
import { readAnnouncement } from './read-announcement.ts';
import { observe } from './read-state.ts';
import { sensorMetricIdOf, storedValueOf } from './series-of.ts';
import { DecodedMessage } from './value-rule.ts';

/** What devices have sent, and what could be sent to be misread. */
const JUNK: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1e308,
    -273.16,
    32_767,
    5e-324,
    '',
    'nan',
    'unknown',
    'unavailable',
    '22,5',
    '22.5 °C',
    '71 °F',
  ],
  ...['F', 'K', 'C', '1e999', '0x10', '__proto__', '\u0000', String.fromCharCode(0xd800), 'x'.repeat(5000)],
  ...[[], [22.5], {}, { value: 22.5 }, { __proto__: null, constructor: 1 }],
];
const KEYS = [
  'TempUnit',
  'temperature',
  'Temperature',
  'unit',
  'method',
  'errors',
  '__proto__',
  'constructor',
  'toString',
  'id',
];

interface Mutation {
  readonly at: number;
  readonly kind: 'replace' | 'remove' | 'add' | 'copy';
  readonly junk: unknown;
  readonly key: string;
}

const mutations = fc.array(
  fc.record({
    at: fc.nat(40),
    kind: fc.constantFrom('replace', 'remove', 'add', 'copy'),
    junk: fc.oneof(fc.constantFrom(...JUNK), fc.jsonValue({ maxDepth: 2 })),
    key: fc.oneof(fc.constantFrom(...KEYS), fc.string({ maxLength: 12 })),
  }),
  { minLength: 1, maxLength: 6 },
);

/** Every path in a message. */
function pathsIn(value: unknown, before: readonly string[] = []): readonly (readonly string[])[] {
  return isJsonObject(value)
    ? Object.entries(value).flatMap(([key, one]) => [[...before, key], ...pathsIn(one, [...before, key])])
    : [];
}

function changed(value: unknown, path: readonly string[], change: (one: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined || !isJsonObject(value) || !Object.hasOwn(value, key)) return value;
  const before = value[key] ?? null;
  const after = rest.length === 0 ? change(before) : changed(before, rest, change);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) =>
      name !== key ? [[name, one]] : after === undefined ? [] : [[name, after]],
    ),
  );
}

/** `kept`: neither it nor what it stands in is touched. */
function mutated(message: unknown, changes: readonly Mutation[], kept: readonly string[] | null): unknown {
  let result = message;
  for (const { at, kind, junk, key } of changes) {
    const paths = pathsIn(result).filter((path) => kept === null || !path.every((step, index) => kept[index] === step));
    const path = paths[at % Math.max(1, paths.length)];
    if (path === undefined) continue;
    if (kind === 'replace') result = changed(result, path, () => junk);
    if (kind === 'remove') result = changed(result, path, () => undefined);
    if (kind === 'add')
      result = changed(result, path, (one) =>
        isJsonObject(one) && !Object.hasOwn(one, key) ? { ...one, [key]: junk } : one,
      );
    if (kind === 'copy' && isJsonObject(result) && !Object.hasOwn(result, key)) result = { ...result, [key]: junk };
  }
  return result;
}

const read = ({ format, topic }: Payload, sent: unknown, reader = format.open()): FormatReading | null =>
  reader.read({ topic, message: new DecodedMessage(JSON.stringify(sent)), receivedAt: NOW, known: () => null });

const readingsOf = (reading: FormatReading | null) =>
  reading?.kind === 'values' ? [reading] : reading?.kind === 'several' ? reading.readings : [];

interface Adopted {
  readonly entity: AnnouncedEntity;
  readonly sensorMetricId: string;
  readonly column: string;
  readonly conversion: { readonly scale: number; readonly offset: number };
}

function adopt(entities: readonly AnnouncedEntity[]): readonly Adopted[] {
  return [...offersFor(entities)].flatMap(([id, offer]) => {
    const entity = entities.find((one) => one.id === id);
    if (offer.kind !== 'metric' || entity === undefined) return [];
    return [
      {
        ...offer,
        entity,
        sensorMetricId: sensorMetricIdOf(offer.metric, { model: 'x', identity: 'y', integration: 'i' }),
      },
    ];
  });
}

function storedBy({ entity, ...series }: Adopted, message: DecodedMessage): number | null | undefined {
  const seen = observe(entity, message);
  return seen === null ? undefined : storedValueOf(seen, series);
}

/** What is adopted of a message, with the rules that are fixed then. */
function adoptedOf(reading: FormatReading | null): readonly Adopted[] {
  return readingsOf(reading).flatMap((values) => {
    const announced = announcementOf(values, null);
    return announced?.kind === 'announced' ? adopt(announced.entities) : [];
  });
}

const recorded = roomRecordings().flatMap(({ readings }) =>
  readings.flatMap(({ series, value }) =>
    series === 'environment_temperature.value' && value !== null ? [value] : [],
  ),
);
const temperatures = fc.nat(recorded.length - 1).map((index) => Number((recorded[index] ?? 21).toFixed(2)));
const RUNS = { numRuns: 300 };

test.each(PAYLOADS)('$name: whatever is in a message, nothing throws and nothing out of range is stored', (payload) => {
  fc.assert(
    fc.property(temperatures, mutations, (temperature, changes) => {
      const reading = read(payload, mutated(payload.sent(temperature, 45), changes, null));
      for (const values of readingsOf(reading)) {
        const announced = announcementOf(values, null);
        const message = messageOf(values.values);
        const entities = announced?.kind === 'announced' ? announced.entities : [];
        expect(JSON.stringify([values.device, entities])).not.toMatch(/\\u0000|\\ud[89a-f]/u);
        for (const one of adopt(entities)) {
          const stored = storedBy(one, message);
          const [min, max] = columnOf(one.sensorMetricId, one.column)?.range ?? [0, 0];
          if (typeof stored === 'number') expect(stored >= min && stored <= max).toBe(true);
        }
        // What becomes of nothing says why.
        for (const offer of offersFor(entities).values())
          if (offer.kind === 'none') expect(offer.reason).toMatch(/^[A-Z_]+$/u);
      }
    }),
    RUNS,
  );
});

test.each(PAYLOADS.filter(({ format }) => format !== FRIGATE))(
  '$name: an adopted temperature is the one that was sent, or none, whatever else is in the message',
  (payload) => {
    fc.assert(
      fc.property(temperatures, temperatures, mutations, (before, after, changes) => {
        const reader = payload.format.open();
        const [temperature] = adoptedOf(read(payload, payload.sent(before, 45), reader)).filter(
          ({ sensorMetricId }) => sensorMetricId === 'environment_temperature',
        );
        if (temperature === undefined) throw new Error('no temperature');
        const sent = mutated(payload.sent(after, 45), changes, payload.path);
        for (const values of readingsOf(read(payload, sent, reader))) {
          const stored = storedBy(temperature, messageOf(values.values));
          expect([after, null, undefined]).toContain(stored);
        }
      }),
      RUNS,
    );
  },
);

const UNITS: readonly (readonly [unit: string, (celsius: number) => number])[] = [
  ['°C', (celsius) => celsius],
  ['°F', (celsius) => celsius * 1.8 + 32],
  ['K', (celsius) => celsius + 273.15],
];
const CLASSES = [
  'temperature',
  'humidity',
  'battery',
  'voltage',
  'power',
  'moisture',
  'pressure',
  'carbon_dioxide',
  null,
];

function announced(config: object): readonly AnnouncedEntity[] {
  const shared = { state_topic: 'zigbee2mqtt/a', unique_id: 'u', device: { identifiers: ['d'] } };
  const text = JSON.stringify({ ...shared, value_template: '{{ value_json.value }}', ...config });
  const result = readAnnouncement('homeassistant/sensor/a/b/config', text, 'homeassistant');
  return result.kind === 'announced' ? result.entities : [];
}

test.each(UNITS)('announced in %s, a recorded temperature is stored in degrees Celsius', (unit, toUnit) => {
  const [temperature] = adopt(announced({ device_class: 'temperature', unit_of_measurement: unit }));
  if (temperature === undefined) throw new Error('no temperature');
  fc.assert(
    fc.property(temperatures, (celsius) => {
      const message = new DecodedMessage(JSON.stringify({ value: toUnit(celsius), battery: 100, linkquality: 84 }));
      expect(storedBy(temperature, message)).toBeCloseTo(celsius, 6);
    }),
    RUNS,
  );
});

test('announced with any class and any unit, a value is stored in the unit of its series, or not at all', () => {
  const units = ['°C', '°F', 'K', '%', 'V', 'mV', 'W', 'hPa', 'kPa', 'ppm', 'lqi', '', null];
  fc.assert(
    fc.property(fc.constantFrom(...CLASSES), fc.constantFrom(...units), temperatures, (device_class, unit, value) => {
      const config = { device_class, unit_of_measurement: unit };
      for (const one of adopt(announced(config))) {
        const stored = storedBy(one, new DecodedMessage(JSON.stringify({ value })));
        const [min, max] = columnOf(one.sensorMetricId, one.column)?.range ?? [0, 0];
        if (typeof stored === 'number') expect(stored >= min && stored <= max).toBe(true);
        const isTemperature = one.sensorMetricId === 'environment_temperature';
        expect(isTemperature).toBe(device_class === 'temperature' && ['°C', '°F', 'K'].includes(unit ?? ''));
      }
    }),
    RUNS,
  );
});

test('an announcement with any part exchanged names its reasons, and ends nothing', () => {
  const config = {
    availability: [{ topic: 'zigbee2mqtt/bridge/state', value_template: '{{ value_json.state }}' }],
    device: { identifiers: ['zigbee2mqtt_0x1'], name: 'Leak', manufacturer: 'Aqara', model: 'SJCGQ11LM' },
    device_class: 'moisture',
    payload_on: true,
    payload_off: false,
    state_topic: 'zigbee2mqtt/0x1',
    unique_id: '0x1_water_leak',
    value_template: '{{ value_json["water_leak"] }}',
  };
  const state = new DecodedMessage('{"battery":100,"linkquality":84,"voltage":3005,"water_leak":true}');
  fc.assert(
    fc.property(mutations, (changes) => {
      const sent = JSON.stringify(mutated(config, changes, null));
      const result = readAnnouncement('homeassistant/binary_sensor/0x1/water_leak/config', sent, 'homeassistant');
      expect(['announced', 'left-out', 'other', 'removed']).toContain(result.kind);
      if (result.kind !== 'announced') return;
      expect(JSON.stringify(result)).not.toMatch(/\\u0000|\\ud[89a-f]/u);
      for (const one of adopt(result.entities)) expect([0, 1, null, undefined]).toContain(storedBy(one, state));
      // Nothing of it is left out without a word.
      if (result.entities.length === 0) expect(result.leftOut.length).toBeGreaterThan(0);
    }),
    RUNS,
  );
});
