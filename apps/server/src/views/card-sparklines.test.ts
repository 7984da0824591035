import { expect, test } from 'vitest';
import { toShown } from './card-sparklines.ts';

test('a response has five digits of each value; what is unknown stays unknown', () => {
  const values = [21.123456789, null, -0.000123456789, 1013.2549, 0.1 + 0.2, 0, 1_234_567.8];
  expect(toShown(values)).toEqual([21.123, null, -0.00012346, 1013.3, 0.3, 0, 1_234_600]);
});

test('they are rounded once', () => {
  const values = [21.123456789];
  expect(toShown(values)).toBe(toShown(values));
});
