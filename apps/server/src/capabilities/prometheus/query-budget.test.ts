import { expect, test } from 'vitest';
import { createQueryBudget } from './query-budget.ts';

const never = (): boolean => false;

test('values are counted up to the limit', () => {
  const budget = createQueryBudget(10, 1000, never, () => 0);
  budget.spend(10);
  expect(() => budget.spend(1)).toThrow('too many values: more than 10');
});

test('the time is up after the deadline, and once nobody waits', async () => {
  let now = 0;
  let isAbandoned = false;
  const budget = createQueryBudget(
    10,
    1000,
    () => isAbandoned,
    () => now,
  );
  now = 1000;
  await budget.pause();
  now = 1001;
  await expect(budget.pause()).rejects.toMatchObject({ code: 'busy', message: expect.stringContaining('timed out') });
  now = 5;
  isAbandoned = true;
  await expect(budget.pause()).rejects.toMatchObject({ code: 'busy' });
});

test('other work runs in between, where it has waited', async () => {
  let now = 0;
  const budget = createQueryBudget(10, 1000, never, () => now);
  let ran = false;
  setImmediate(() => {
    ran = true;
  });
  now = 9;
  await budget.pause();
  expect(ran).toBe(false);
  now = 10;
  await budget.pause();
  expect(ran).toBe(true);
});
