import { expect, test } from 'vitest';
import { loadTranslator } from '../../../../../tests/support/translators.ts';
import { linePath, scaleOf, stateTicks } from './alert-graph-model.ts';

const BOX = { width: 100, height: 124, left: 0, right: 0, top: 0, bottom: 0 };
const POINTS = [
  { at: 0, value: 0 },
  { at: 50, value: 1 },
  { at: 100, value: 1 },
];

test('a state has words at its axis, a number has none', async () => {
  const [english, german] = [await loadTranslator('en'), await loadTranslator('de')];
  expect(stateTicks(english, 'fluid_leak')).toEqual([
    { value: 0, name: 'dry' },
    { value: 1, name: 'leak' },
  ]);
  expect(stateTicks(german, 'fluid-FX2-9999_leak')?.map(({ name }) => name)).toEqual(['trocken', 'Leck']);
  expect(stateTicks(english, 'environment_temperature')).toBeNull();
});

test('a state holds until the next reading, a number is on its way to it', () => {
  const scale = scaleOf(POINTS, [0], BOX);
  expect(linePath(POINTS, scale, 60, true)).toBe('M0.0,112.0H50.0L50.0,12.0H100.0L100.0,12.0H100.0');
  expect(linePath(POINTS, scale, 60, false)).toBe('M0.0,112.0L50.0,12.0L100.0,12.0');
});
