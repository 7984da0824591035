import { expect, test } from 'vitest';
import { minutesOverdue } from './minutes-overdue.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAILY = { lastSeenAt: 0, gatewayBackAt: null, intervalSeconds: 25 * 3600 };

test.each([
  ['just seen', DAILY, 0, 0],
  ['silent for 24 hours', DAILY, 24 * HOUR, 0],
  ['at its interval', DAILY, 25 * HOUR, 0],
  ['less than a minute later', DAILY, 25 * HOUR + MINUTE - 1, 0],
  ['12 minutes later', DAILY, 25 * HOUR + 12 * MINUTE, 12],
  ['a day later', DAILY, 49 * HOUR, 24 * 60],
  ['its gateway was away until a moment ago', { ...DAILY, gatewayBackAt: 30 * HOUR }, 30 * HOUR, 0],
  ['its gateway is back for longer than its interval', { ...DAILY, gatewayBackAt: 30 * HOUR }, 56 * HOUR, 60],
  ['its gateway was away before it was seen', { ...DAILY, lastSeenAt: HOUR, gatewayBackAt: 0 }, 26 * HOUR + MINUTE, 1],
  ['seen in the future, by a clock that was set', { ...DAILY, lastSeenAt: 5 * HOUR }, HOUR, 0],
])('%s', (_, expected, now, minutes) => {
  expect(minutesOverdue(expected, now)).toBe(minutes);
});
