import { expect, test } from 'vitest';
import { overdueReading } from './overdue-reading.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAILY = { lastSeenAt: 0, gatewayBackAt: null, changedAt: null, intervalSeconds: 25 * 3600, stored: null };
const LATE = { ...DAILY, stored: { at: 26 * HOUR, minutes: 60 } };

test.each([
  ['just seen', DAILY, 0, null],
  ['silent for 24 hours', DAILY, 24 * HOUR, null],
  ['at its interval', DAILY, 25 * HOUR, null],
  ['less than a minute later', DAILY, 25 * HOUR + MINUTE - 1, null],
  ['12 minutes later', DAILY, 25 * HOUR + 12 * MINUTE, 12],
  ['a day later', DAILY, 49 * HOUR, 24 * 60],
  ['its gateway was away until a moment ago', { ...DAILY, gatewayBackAt: 30 * HOUR }, 30 * HOUR, null],
  ['its gateway is back for longer than its interval', { ...DAILY, gatewayBackAt: 30 * HOUR }, 56 * HOUR, 60],
  ['its gateway was away before it was seen', { ...DAILY, lastSeenAt: HOUR, gatewayBackAt: 0 }, 26 * HOUR + MINUTE, 1],
  ['its source is asked more often since a moment ago', { ...DAILY, changedAt: 30 * HOUR }, 30 * HOUR, null],
  ['its source may not have been asked more often yet', { ...DAILY, changedAt: 30 * HOUR }, 80 * HOUR, null],
  [
    'its source is asked more often for long enough',
    { ...DAILY, changedAt: 30 * HOUR },
    80 * HOUR + MINUTE,
    55 * 60 + 1,
  ],
  ['its source was changed by a clock that was ahead', { ...DAILY, changedAt: 90 * HOUR }, 26 * HOUR, 60],
  ['overdue, and its source was changed since', { ...LATE, changedAt: 40 * HOUR }, 41 * HOUR, 16 * 60],
  ['seen in the future, by a clock that was set', { ...DAILY, lastSeenAt: 5 * HOUR }, HOUR, null],
  ['overdue, and still silent after its gateway was away', { ...LATE, gatewayBackAt: 40 * HOUR }, 41 * HOUR, 16 * 60],
  ['well since its last report', { ...DAILY, stored: { at: -HOUR, minutes: 0 } }, HOUR, null],
])('%s', (_, expected, now, minutes) => {
  expect(overdueReading(expected, now)).toEqual(minutes === null ? null : { at: now, minutes });
});

test('that it is over counts from the report of the sensor', () => {
  const seen = { ...LATE, lastSeenAt: 27 * HOUR };
  expect(overdueReading(seen, 28 * HOUR)).toEqual({ at: 27 * HOUR, minutes: 0 });
});

test('a longer interval ends it at once', () => {
  const longer = { ...LATE, intervalSeconds: 26 * 3600 };
  expect(overdueReading(longer, 26 * HOUR)).toEqual({ at: 26 * HOUR, minutes: 0 });
});
