import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayKeep, mayPublish, maySubscribe, TopicFilters } from './client-topics.ts';

test.each([
  ['zigbee2mqtt/0x1', true],
  ['/a//b', true],
  ['picketfence/a', true],
  ['a/picket/b', true],
  ['picket', false],
  ['picket/x/telemetry', false],
  ['$SYS/broker', false],
  ['$share/a', false],
  ['a/+/b', false],
  ['a/#', false],
  ['', false],
  ['a\0b', false],
  ['x'.repeat(1025), false],
  ['/'.repeat(100), false],
])('%j may be published: %s', (topic, expected) => expect(mayPublish(topic)).toBe(expected));

test.each([
  ['#', true],
  ['a/#', true],
  ['+/a/+', true],
  ['a/b', true],
  ['$SYS/#', false],
  ['a#', false],
  ['#/a', false],
  ['a+/b', false],
  ['', false],
  ['+/'.repeat(19), true],
  ['+/'.repeat(20), false],
])('%j may be subscribed to: %s', (filter, expected) => expect(maySubscribe(filter)).toBe(expected));

test.each([
  ['a/'.repeat(19), true],
  ['a/'.repeat(20), false],
  ['x'.repeat(1025), false],
])('%j may be kept: %s', (topic, expected) => expect(mayKeep(topic)).toBe(expected));

function allOf(filters: readonly string[]): TopicFilters {
  const all = new TopicFilters();
  for (const filter of filters) all.add(filter);
  return all;
}

test.each([
  ['#', 'a/b', true],
  ['a/#', 'a', true],
  ['a/#', 'a/b/c', true],
  ['a/#', 'b', false],
  ['a/+', 'a/b', true],
  ['a/+', 'a', false],
  ['a/+', 'a/b/c', false],
  ['+', 'a', true],
  ['+', '/a', false],
  ['/+', '/a', true],
])('%s covers %s: %s', (filter, topic, expected) => expect(allOf([filter]).covers(topic)).toBe(expected));

test('many filters at once cover what one of them does', () => {
  const level = fc.constantFrom('a', 'b', '', '+');
  const filter = fc
    .tuple(fc.array(level, { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([levels, hasRest]) => [...levels, ...(hasRest ? ['#'] : [])].join('/'));
  const topic = fc
    .array(fc.constantFrom('a', 'b', ''), { minLength: 1, maxLength: 4 })
    .map((levels) => levels.join('/'));
  fc.assert(
    fc.property(fc.array(filter, { maxLength: 5 }), topic, (filters, one) => {
      expect(allOf(filters).covers(one)).toBe(filters.some((wanted) => allOf([wanted]).covers(one)));
    }),
  );
});
