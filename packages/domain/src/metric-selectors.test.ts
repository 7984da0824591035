import { expect, test } from 'vitest';
import { parseSelector, selectorText } from './metric-selectors.ts';

test('a selector is written with its labels in order, and read again', () => {
  const selector = { metric: 'temp', labels: { b: 'x"y\\z\n}', a: '1' } };
  const text = String.raw`temp{a="1",b="x\"y\\z\n}"}`;
  expect(selectorText(selector)).toBe(text);
  expect(parseSelector(text)).toEqual(selector);
});

test.each([
  ['up', 'up'],
  [' temp { a = "1" , b="2", } ', 'temp{a="1",b="2"}'],
  ['temp{a="1"} 41.5', 'temp{a="1"}'],
  ['temp{a="} x {"} 41.5 1520879607789', 'temp{a="} x {"}'],
  ['up 1', 'up'],
  ['up NaN', 'up'],
  ['up -1.5e+06 1520879607789', 'up'],
  ['up{}', 'up'],
])('%j means %j', (typed, series) => {
  const selector = parseSelector(typed);
  expect(selector === null ? null : selectorText(selector)).toBe(series);
});

test.each([
  '',
  '{a="1"}',
  'temp{a=1}',
  'temp{a="1"',
  'temp{a="1" b="2"}',
  'temp{a="1",a="2"}',
  'temp{a=~"1"}',
  'a b c d',
  'node hwmon',
  'temp{a="1"} x',
])('%j is no series', (typed) => {
  expect(parseSelector(typed)).toBeNull();
});
