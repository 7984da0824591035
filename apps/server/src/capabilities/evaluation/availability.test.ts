import { expect, test } from 'vitest';
import { availabilityOf } from './availability.ts';

const SECOND = 1000;
const up = (from: number, to: number) => ({ startedAt: from * SECOND, lastHeartbeatAt: to * SECOND });

test('a gap of more than 30 s is a downtime, the last one until now', () => {
  expect(availabilityOf([up(0, 100), up(200, 300)], 310 * SECOND)).toEqual({
    downtimes: [{ from: 100 * SECOND, to: 200 * SECOND }],
    upSince: 200 * SECOND,
  });
  expect(availabilityOf([up(0, 100)], 200 * SECOND)).toEqual({
    downtimes: [{ from: 100 * SECOND, to: 200 * SECOND }],
    upSince: 200 * SECOND,
  });
});

test('a period that began with another one and ended before it is no downtime', () => {
  expect(availabilityOf([up(0, 50), up(100, 400), up(100, 100)], 410 * SECOND)).toEqual({
    downtimes: [{ from: 50 * SECOND, to: 100 * SECOND }],
    upSince: 100 * SECOND,
  });
});
