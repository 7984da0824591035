import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chosenAnnouncements, isChosenKey, placeRule, readTopicValue, type TopicValue } from './chosen-topics.ts';
import { offersFor } from './metric-offer.ts';
import { DecodedMessage, valueAt } from './value-rule.ts';

const TEMPERATURE: TopicValue = {
  device: 'Cellar',
  name: 'Air',
  class: 'temperature',
  unit: '°C',
  topic: 'cellar/esp32',
  path: 'air.t',
  on: 'true',
  off: 'false',
};
const LEAK: TopicValue = { ...TEMPERATURE, name: 'Pit', class: 'leak', unit: null, path: 'pit', on: 'WET', off: 'DRY' };

describe('a place in a message', () => {
  const message = new DecodedMessage('{"t":215,"a b":{"c":[1,{"d":2}]},"1":3}');
  test.each([
    ['t', 215],
    ['$.t', 215],
    ['.t', 215],
    ['["a b"].c[1].d', 2],
    ["['a b']['c'][0]", 1],
    ['$["1"]', 3],
    ['{{ value_json.t }}', 215],
    ['', message.text],
    ['missing', undefined],
    ['t[0]', undefined],
  ])('%s', (path, value) => {
    const rule = placeRule(path);
    expect(rule === null ? null : valueAt(rule, message)).toEqual(value);
  });

  test.each([
    'a b',
    't +',
    't / x',
    '..t',
    '{% if t %}',
    '__proto__',
    'a.constructor.b',
    '{{ now() }}',
    't; u',
    '[t]',
    '$',
  ])('%s is none', (path) => expect(placeRule(path)).toBeNull());

  test('property: any text is a rule or none, and reading with it never fails', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.jsonValue(), (path, text, json) => {
        for (const sent of [text, JSON.stringify(json)]) readTopicValue({ ...TEMPERATURE, path }, sent);
      }),
    );
  });
});

test.each([
  [TEMPERATURE, '{"air":{"t":21.5}}', 21.5],
  [TEMPERATURE, '{"air":{"t":"21.5 °C"}}', 21.5],
  [{ ...TEMPERATURE, path: '' }, ' 21.5 ', 21.5],
  [{ ...TEMPERATURE, path: '/ 10' }, '215', 21.5],
  [{ ...TEMPERATURE, path: 'air.t / 10' }, '{"air":{"t":215}}', 21.5],
  [TEMPERATURE, '{"air":{}}', 'MISSING'],
  [TEMPERATURE, 'hello', 'MISSING'],
  [TEMPERATURE, '{"air":{"t":null}}', 'NOT_A_NUMBER'],
  [TEMPERATURE, '{"air":{"t":"nan"}}', 'NOT_A_NUMBER'],
  [TEMPERATURE, '{"air":{"t":true}}', 'NOT_A_NUMBER'],
  [TEMPERATURE, '{"air":{"t":1e9}}', 'OUT_OF_RANGE'],
  [LEAK, '{"pit":"WET"}', 1],
  [LEAK, '{"pit":"DRY"}', 0],
  [LEAK, '{"pit":"wet"}', 'NOT_A_STATE'],
  [{ ...LEAK, on: 'true', off: 'false' }, '{"pit":true}', 1],
  [{ ...LEAK, path: '', on: '1', off: '0' }, '0', 0],
])('%o in %s is %s', (value, message, expected) => {
  const read = readTopicValue(value, message);
  expect(read.kind === 'value' ? read.value : read.problem).toBe(expected);
});

test('values of one device are announced together, each as what the person chose', () => {
  const other = { ...TEMPERATURE, device: 'Roof', name: 'Air' };
  const announcements = chosenAnnouncements([TEMPERATURE, other, LEAK]);
  expect([...announcements.keys()].every(isChosenKey)).toBe(true);
  const entities = [...announcements.values()].map((one) => (one.kind === 'announced' ? one.entities : []));
  expect(entities.map((those) => those.map(({ name, stateTopic }) => [name, stateTopic]))).toEqual([
    [
      ['Air', 'cellar/esp32'],
      ['Pit', 'cellar/esp32'],
    ],
    [['Air', 'cellar/esp32']],
  ]);
  const offers = [...offersFor(entities[0] ?? []).values()];
  expect(offers.map((offer) => offer.kind === 'metric' && offer.metric)).toEqual([
    'environment_temperature',
    'fluid_leak',
  ]);
});

test('the key of a device is no topic of a message', () => {
  expect(isChosenKey('chosen')).toBe(false);
  expect(isChosenKey('shelly#chosen')).toBe(false);
});
