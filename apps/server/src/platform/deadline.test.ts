import { expect, test, vi } from 'vitest';
import { withDeadline } from './deadline.ts';

const late = (): Error => new Error('late');

test('what ends in time is passed on, and leaves no timer', async () => {
  vi.useFakeTimers();
  expect(await withDeadline(Promise.resolve(1), 1000, late)).toBe(1);
  await expect(withDeadline(Promise.reject(new Error('failed')), 1000, late)).rejects.toThrow('failed');
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test('what does not end is late, and what becomes of it is ignored', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  await expect(withDeadline(promise, 1, late)).rejects.toThrow('late');
  reject(new Error('failed later'));
  await expect(promise).rejects.toThrow('failed later');
});
