import { columnOf } from '@picket/domain/metrics';
import { expect, test } from 'vitest';
import { createSeededRandom } from '../../../tests/support/seeded-random.ts';
import type { AnnouncedEntity } from './announced.ts';
import { offersFor } from './metric-offer.ts';
import { readAnnouncement } from './read-announcement.ts';
import { observe } from './read-state.ts';
import { sensorMetricIdOf, storedValueOf } from './series-of.ts';
import { calculate, DecodedMessage, parseValueRule, valueAt } from './value-rule.ts';

const MESSAGE = new DecodedMessage('{"a":{"b b":[7,{"c":"1.26"}]},"t":215,"__proto__":{"x":1}}');

test.each([
  ['{{ value }}', MESSAGE.text],
  ['{{value_json.t}}', 215],
  ['{{ value_json["a"]["b b"][0] }}', 7],
  ["{{ value_json.a['b b'][1].c }}", '1.26'],
  ['{{ value_json.t | is_defined }}', 215],
  ['{{ value_json.missing | default(0) }}', undefined],
  ['{{ value_json.toString }}', undefined],
])('%s reads %j', (template, expected) => {
  const rule = parseValueRule(template);
  expect(rule).not.toBeNull();
  if (rule !== null) expect(valueAt(rule, MESSAGE)).toEqual(expected);
});

test.each([
  ['{{ value_json.t / 10 }}', 21.5],
  ['{{ value_json.t | float / 10 }}', 21.5],
  ['{{ (value_json.t / 100) | round(1) }}', 2.1],
  ['{{ value_json.t | int + 1 }}', 216],
  ['{{ value_json.t * 2 }}', 430],
])('%s calculates %d', (template, expected) => {
  const rule = parseValueRule(template);
  if (rule === null) throw new Error('a program');
  expect(calculate(rule, 215)).toBeCloseTo(expected, 9);
});

test.each([
  '{% if value_json.a %}1{% endif %}',
  '{{ value_json.a if value_json.b else 0 }}',
  '{{ value_json.__proto__.x }}',
  '{{ value_json["constructor"] }}',
  "{{ value_json['prototype'] }}",
  '{{ states("sensor.other") }}',
  '{{ value_json.t | timestamp_local }}',
  '{{ value_json.t | float(0) }}',
  '{{ value_json.t * 2 * 3 }}',
  '{{ value_json.t / 10 | round(1) }}',
  '{{ value_json }} {{ value_json.t }}',
  '{{ value_json.t',
  '',
  `{{ value_json${'.a'.repeat(200)} }}`,
])('%s is a program', (template) => {
  expect(parseValueRule(template)).toBeNull();
});

const NOISE = [
  '{"',
  '":',
  '1e308',
  '-1',
  'true',
  'null',
  '"NaN"',
  '[',
  ']',
  '}',
  ',',
  '"t"',
  '"22,5"',
  'ON',
  '\0',
  'ÿ',
  '"__proto__"',
  '9'.repeat(30),
];
const CLASSES = [
  'temperature',
  'humidity',
  'battery',
  'voltage',
  'moisture',
  'door',
  'carbon_dioxide',
  'pressure',
  '__proto__',
];
const UNITS = ['°C', '°F', '%', 'mV', 'V', 'ppm', 'kPa', '', null];

test('whatever bytes come: nothing throws, and nothing outside the range of its metric is stored', () => {
  const random = createSeededRandom(23);
  const noise = (): string => Array.from({ length: 1 + random.nextInt(12) }, () => random.pick(NOISE)).join('');
  let stored = 0;
  for (let round = 0; round < 3000; round++) {
    readAnnouncement('homeassistant/sensor/a/b/config', noise(), 'homeassistant');
    const text = JSON.stringify({
      uniq_id: 'u',
      stat_t: 't',
      dev: { ids: 'd' },
      dev_cla: random.pick(CLASSES),
      unit_of_meas: random.pick(UNITS),
      val_tpl: random.pick(['{{ value }}', '{{ value_json.t }}', '{{ value_json.t * 999999999999 }}', noise()]),
    });
    const topic = `homeassistant/${random.pick(['sensor', 'binary_sensor'])}/a/b/config`;
    const announcement = readAnnouncement(topic, text, 'homeassistant');
    if (announcement.kind !== 'announced') throw new Error('not announced');
    const state = random.pick([noise(), `{"t":${noise()}}`, '{"t":1e300}', '{"t":-5000}', '{"t":21}', 'ON']);
    stored += storedIn(announcement.entities, state).filter(isInRange).length;
  }
  expect(stored).toBeGreaterThan(20);
});

interface Stored {
  readonly sensorMetricId: string;
  readonly column: string;
  readonly value: number;
}

function storedIn(entities: readonly AnnouncedEntity[], state: string): readonly Stored[] {
  const offers = offersFor(entities);
  return entities.flatMap((entity) => {
    const observation = observe(entity, new DecodedMessage(state));
    const offer = offers.get(entity.id);
    if (observation === null || offer?.kind !== 'metric') return [];
    const { metric, column, conversion } = offer;
    const sensorMetricId = sensorMetricIdOf(metric, { model: 'M', identity: 'd', integration: 'i' });
    const value = storedValueOf(observation, { sensorMetricId, column, conversion });
    return typeof value === 'number' ? [{ sensorMetricId, column, value }] : [];
  });
}

function isInRange({ sensorMetricId, column, value }: Stored): boolean {
  const [min, max] = columnOf(sensorMetricId, column)?.range ?? [0, -1];
  expect(value).toBeGreaterThanOrEqual(min);
  expect(value).toBeLessThanOrEqual(max);
  return true;
}
