import { expect, test } from 'vitest';
import { MessageRate } from './message-rate.ts';

test('counts the last minute, in steps of ten seconds', () => {
  const rate = new MessageRate();
  for (let second = 0; second < 120; second++) rate.add(second * 1000);
  expect(rate.perMinute(119_000)).toBe(60);
  expect(rate.perMinute(149_000)).toBe(30);
  expect(rate.perMinute(400_000)).toBe(0);
});

test('a clock that goes back leaves no count behind', () => {
  const rate = new MessageRate();
  rate.add(1_000_000);
  rate.add(5000);
  expect(rate.perMinute(5000)).toBe(1);
  expect(rate.perMinute(1_000_000)).toBe(0);
});
