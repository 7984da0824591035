import { array, assert, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { TokenBuckets } from './token-buckets.ts';

const LIMITS = { rate: 10, burst: 100 };

test('a burst passes, then as much as the rate; the wait is said', () => {
  const buckets = new TokenBuckets(LIMITS);
  buckets.take('a', 100, 0);
  expect(buckets.secondsUntilAllowed('a', 0)).toBeCloseTo(0.1);
  expect(buckets.secondsUntilAllowed('a', 100)).toBe(0);
  // More than there is leaves a debt.
  buckets.take('a', 51, 100);
  expect(buckets.secondsUntilAllowed('a', 100)).toBeCloseTo(5.1);
  expect(buckets.secondsUntilAllowed('a', 5200)).toBe(0);
  expect(buckets.secondsUntilAllowed('b', 100)).toBe(0);
});

test('over any time no more passes than rate and burst allow, and one report', () => {
  const use = record({ pass: integer({ min: 0, max: 3000 }), cost: integer({ min: 1, max: 60 }) });
  assert(
    property(array(use, { maxLength: 100 }), (uses) => {
      const buckets = new TokenBuckets(LIMITS);
      let now = 0;
      let passed = 0;
      for (const { pass, cost } of uses) {
        now += pass;
        if (buckets.secondsUntilAllowed('a', now) > 0) continue;
        buckets.take('a', cost, now);
        passed += cost;
        expect(passed).toBeLessThanOrEqual(LIMITS.burst + (now / 1000) * LIMITS.rate + 60);
      }
    }),
  );
});

test('after the wait that is said it is allowed', () => {
  assert(
    property(integer({ min: 100, max: 10_000 }), (cost) => {
      const buckets = new TokenBuckets(LIMITS);
      buckets.take('a', cost, 0);
      const seconds = Math.ceil(buckets.secondsUntilAllowed('a', 0));
      expect(seconds).toBeGreaterThan(0);
      expect(buckets.secondsUntilAllowed('a', seconds * 1000)).toBe(0);
    }),
  );
});

test('what is given back can be taken again, and no more', () => {
  const buckets = new TokenBuckets(LIMITS);
  buckets.take('a', 100, 0);
  buckets.refund('a', 40);
  buckets.take('a', 39, 0);
  expect(buckets.secondsUntilAllowed('a', 0)).toBe(0);
  buckets.refund('a', 1000);
  buckets.take('a', 100, 0);
  expect(buckets.secondsUntilAllowed('a', 0)).toBeGreaterThan(0);
});

test('where time goes back nothing is added, and afterwards it goes on', () => {
  const buckets = new TokenBuckets(LIMITS);
  buckets.take('a', 100, 3_600_000);
  expect(buckets.secondsUntilAllowed('a', 0)).toBeGreaterThan(0);
  buckets.take('a', 10, 0);
  expect(buckets.secondsUntilAllowed('a', 1100)).toBe(0);
});

test('full buckets are dropped, and there are never more than the limit', () => {
  const buckets = new TokenBuckets(LIMITS, 50);
  for (let key = 0; key < 40; key++) buckets.take(`${key}`, 10, 0);
  expect(buckets.size).toBe(40);
  for (let use = 0; use < 40; use++) buckets.take('busy', 1, 1000 + use);
  expect(buckets.size).toBe(1);
  for (let key = 0; key < 200; key++) buckets.take(`${key}`, 10_000, 2000);
  expect(buckets.size).toBe(50);
});

test('a rate of 0 is no limit, and keeps nothing', () => {
  const buckets = new TokenBuckets({ rate: 0, burst: 1 });
  for (let use = 0; use < 100; use++) buckets.take('a', 5000, 0);
  expect(buckets.secondsUntilAllowed('a', 0)).toBe(0);
  expect(buckets.size).toBe(0);
});
