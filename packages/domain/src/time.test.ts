import { expect, test } from 'vitest';
import { isRecent, MAX_CLOCK_LEAD } from './time.ts';

const NOW = Date.UTC(2026, 2, 2, 10);
const HOUR = 3_600_000;

test('a stored time is recent for its span; one that is further ahead than clocks differ is not', () => {
  expect(isRecent(NOW, NOW, HOUR)).toBe(true);
  expect(isRecent(NOW - HOUR + 1, NOW, HOUR)).toBe(true);
  expect(isRecent(NOW - HOUR, NOW, HOUR)).toBe(false);
  expect(isRecent(NOW + MAX_CLOCK_LEAD, NOW, HOUR)).toBe(true);
  expect(isRecent(NOW + MAX_CLOCK_LEAD + 1, NOW, HOUR)).toBe(false);
});
