import { expect, test } from 'vitest';
import { parseJsonFromOutside } from './plain-json.ts';

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test('what is nested too deeply is not parsed; how much stands side by side does not matter', () => {
  expect(parseJsonFromOutside(nested(32))).toBeDefined();
  expect(parseJsonFromOutside(nested(33))).toBeUndefined();
  expect(parseJsonFromOutside(`{"a":${nested(32)}}`)).toBeUndefined();
  expect(parseJsonFromOutside(`[${Array.from({ length: 100 }, () => '{"a":[1]}').join(',')}]`)).toHaveLength(100);
});

test('what is no JSON is undefined, and null is itself', () => {
  expect([parseJsonFromOutside('{'), parseJsonFromOutside('null')]).toEqual([undefined, null]);
});
