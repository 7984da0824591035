import { expect, test } from 'vitest';
import {
  brokenPath,
  chartScale,
  steppedPath,
  tickDecimals,
  tickSteps,
  valueTicks,
  valueTickTexts,
} from './chart-scale.ts';

test('ticks are round and about five', () => {
  expect(valueTicks(62.7, 91.3)).toEqual([70, 80, 90]);
  expect(valueTicks(0, 1)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect([tickDecimals([70, 80]), tickDecimals([0, 0.2]), tickDecimals([0.25])]).toEqual([0, 1, 2]);
});

test('steps are no finer than the values, unless there would be no two ticks', () => {
  expect(tickSteps(21.15, 21.45, 1).slice(0, 4)).toEqual([0.1, 0.2, 0.5, 1]);
  expect(tickSteps(-0.08, 1.08, 0).slice(0, 2)).toEqual([1, 2]);
  expect(tickSteps(45.1, 45.6, 0)).toContain(0.1);
});

test('the corners of the box are the ends of the axes', () => {
  const box = { width: 120, height: 60, left: 10, right: 10, top: 5, bottom: 15 };
  const { x, y } = chartScale(box, { from: 1000, to: 2000, low: -1, high: 1 });
  expect([x(1000), x(2000), y(1), y(-1)]).toEqual([10, 110, 5, 45]);
});

test('a line is broken where nothing is known', () => {
  const points = [{ at: 0 }, { at: 1 }, { at: 5 }];
  expect(brokenPath(points, 2, ({ at }) => `${at},0`)).toBe('M0,0L1,0M5,0');
});

test('a value holds until the next one, for so long at most, and not beyond the end', () => {
  const points = [
    { at: 0, value: 1 },
    { at: 3, value: 2 },
    { at: 20, value: 1 },
  ];
  const asIs = { x: (at: number) => at, y: (value: number) => value };
  expect(steppedPath(points, { hold: 5, until: 22 }, asIs)).toBe('M0.0,1.0H3.0L3.0,2.0H8.0M20.0,1.0H22.0');
});

test('the ticks of an axis have as many decimals each', () => {
  const texts = valueTickTexts([74.75, 75, 75.5], (value, decimals) => value.toFixed(decimals));
  expect(texts).toEqual(['74.75', '75.00', '75.50']);
  expect(valueTickTexts([70, 80], String)).toEqual(['70', '80']);
});
