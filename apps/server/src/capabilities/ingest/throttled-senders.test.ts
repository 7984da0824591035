import { expect, test } from 'vitest';
import { LISTED_AFTER_MS, OVER_AFTER_MS, ThrottledSenders } from './throttled-senders.ts';

const NOISY = { tenant: 'A', sentry: 'A1' };

test('one that is throttled for some time is listed until it stops', () => {
  const senders = new ThrottledSenders();
  senders.add(NOISY, 0);
  senders.add(NOISY, LISTED_AFTER_MS - 1);
  expect(senders.list(LISTED_AFTER_MS)).toEqual([]);
  senders.add(NOISY, LISTED_AFTER_MS);
  expect(senders.list(LISTED_AFTER_MS)).toEqual([{ ...NOISY, since: 0, reports: 3 }]);
  expect(senders.list(LISTED_AFTER_MS + OVER_AFTER_MS)).toHaveLength(1);
  expect(senders.list(LISTED_AFTER_MS + OVER_AFTER_MS + 1)).toEqual([]);
  // It begins again from nothing.
  senders.add(NOISY, LISTED_AFTER_MS + OVER_AFTER_MS + 2);
  expect(senders.list(LISTED_AFTER_MS + OVER_AFTER_MS + 2)).toEqual([]);
});

test('the one with the most refused reports is first; an organization is one of its own', () => {
  const senders = new ThrottledSenders();
  for (const at of [0, LISTED_AFTER_MS]) {
    senders.add(NOISY, at);
    senders.add({ tenant: 'A', sentry: null }, at);
  }
  senders.add({ tenant: 'A', sentry: null }, LISTED_AFTER_MS);
  expect(senders.list(LISTED_AFTER_MS).map(({ sentry, reports }) => [sentry, reports])).toEqual([
    [null, 3],
    ['A1', 2],
  ]);
});

test('there are at most a thousand, the first ones', () => {
  const senders = new ThrottledSenders();
  for (const at of [0, LISTED_AFTER_MS])
    for (let sentry = 0; sentry < 3000; sentry++) senders.add({ tenant: 'A', sentry: `${sentry}` }, at);
  expect(senders.list(LISTED_AFTER_MS).map(({ sentry }) => Number(sentry))).toEqual(
    Array.from({ length: 1000 }, (_, index) => index),
  );
});
