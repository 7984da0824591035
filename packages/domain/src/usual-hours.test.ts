import { expect, test } from 'vitest';
import { type HourlyMean, usualHours } from './usual-hours.ts';

const days = (hour: number, values: readonly number[]): HourlyMean[] =>
  values.map((value, index) => ({ day: `2026-11-${(index + 1).toString().padStart(2, '0')}`, hour, value }));

test('nine of ten days lie between low and high; an hour with too few days is left out', () => {
  const known = [
    ...days(
      14,
      Array.from({ length: 21 }, (_, index) => 40 - index),
    ),
    ...days(2, [21, 21, 21, 21, 21]),
    ...days(3, [21, 21, 21, 21]),
  ];
  expect(usualHours(known)).toEqual([
    { hour: 2, low: 21, median: 21, high: 21 },
    { hour: 14, low: 21, median: 30, high: 39 },
  ]);
});

test('one hot day moves the edge, not the median', () => {
  const [hour] = usualHours(days(2, [21, 22, 21, 22, 21, 22, 21, 95]));
  expect(hour?.median).toBe(21.5);
  expect(hour?.low).toBe(21);
});
