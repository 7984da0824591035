import { expect, test } from 'vitest';
import { lastDue } from './due-digest.ts';

const HOUR = 3_600_000;

test('a summary that was due while nothing ran is made for six hours', () => {
  const digest = { frequency: 'DAILY', hour: 7, dayOfWeek: 1, timezone: 'UTC' } as const;
  const due = Date.UTC(2026, 2, 3, 7);
  expect(lastDue(digest, due - 1)).toBeNull();
  expect(lastDue(digest, due)).toBe(due);
  expect(lastDue(digest, due + 6 * HOUR)).toBe(due);
  expect(lastDue(digest, due + 6 * HOUR + 1)).toBeNull();
});
