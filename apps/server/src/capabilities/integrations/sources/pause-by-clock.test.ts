import { expect, test } from 'vitest';
import { Pause } from './pause-by-clock.ts';

test('a pause is over after its length, at its end, and where the clock was set back behind its beginning', () => {
  const pause = new Pause();
  expect(pause.isOver(0)).toBe(true);
  pause.begin(10_000, 5000);
  expect([10_000, 14_999, 15_000].map((now) => pause.isOver(now))).toEqual([false, false, true]);
  expect(pause.isOver(9999)).toBe(true);
  pause.end();
  expect(pause.isOver(10_000)).toBe(true);
});
