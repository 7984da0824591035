import { expect, test } from 'vitest';
import { thinReadings } from './thin-readings.ts';

const columns = (values: readonly number[]) => ({
  at: Float64Array.from(values.keys()),
  value: Float64Array.from(values),
});

test('few readings stay as they are', () => {
  expect(thinReadings(columns([3, Number.NaN, 1]), 3)).toEqual([0, 1, 2]);
  expect(thinReadings(columns([]), 0)).toEqual([]);
});

test('of many, the first, the last, the lowest and the highest stay, in order', () => {
  const values = Array.from({ length: 10_000 }, (_, place) => Math.sin(place / 50));
  [values[4321], values[4322], values[777]] = [9, -9, Number.NaN];
  const places = thinReadings(columns(values), 500);
  expect(places.length).toBeLessThanOrEqual(502);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places).toEqual(expect.arrayContaining([0, 4321, 4322, 9999]));
});

test('what is unknown throughout is thinned as well', () => {
  expect(thinReadings(columns(Array.from({ length: 1000 }, () => Number.NaN)), 100).length).toBeLessThanOrEqual(102);
});
