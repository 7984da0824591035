import { expect, test } from 'vitest';
import { createRestartBackoff } from './restart-backoff.ts';

test('the backoff doubles up to half a minute, and is reset after a minute of running', () => {
  const pauseAfter = createRestartBackoff();
  expect(Array.from({ length: 7 }, () => pauseAfter(5000))).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  expect(pauseAfter(59_999)).toBe(30_000);
  expect(pauseAfter(60_000)).toBe(1000);
  expect(pauseAfter(0)).toBe(2000);
});
