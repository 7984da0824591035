import { expect, test } from 'vitest';
import { captureTimeOf } from './direct-time.ts';

const NOW = Date.UTC(2026, 2, 2, 10);
const rtpOf = (at: number): number => (at * 90) % 2 ** 32;

test.for([
  { taken: NOW - 120, offset: 0, expected: NOW - 120 },
  { taken: NOW + 5000 - 120, offset: 5000, expected: NOW - 120 },
  { taken: NOW + 40, offset: 0, expected: NOW + 40 },
  { taken: NOW - 3_600_000, offset: 0, expected: null },
])('taken at $taken by a clock that is $offset ms ahead', ({ taken, offset, expected }) => {
  expect(captureTimeOf(rtpOf(taken), NOW, offset)).toBe(expected);
});

test('also where the count begins again between the picture and now', () => {
  const wrap = Math.ceil(NOW / (2 ** 32 / 90)) * (2 ** 32 / 90);
  const now = Math.ceil(wrap) + 50;
  expect(captureTimeOf(rtpOf(now - 100), now, 0)).toBe(now - 100);
});
