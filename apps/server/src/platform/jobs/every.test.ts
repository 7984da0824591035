import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../logging/log.ts';
import { every } from './every.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const silent = createLog('silent');
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

test('runs at once, then with a pause after each run, until it is stopped', async () => {
  let runs = 0;
  const loop = every(1000, 'a job', silent, async () => {
    runs += 1;
    await new Promise((resolve) => setTimeout(resolve, 300));
    return false;
  });
  await pass(0);
  expect(runs).toBe(1);
  // The pause begins when the run has ended.
  await pass(1299);
  expect(runs).toBe(1);
  await pass(1);
  expect(runs).toBe(2);
  await pass(300);
  await loop.stop();
  await pass(10_000);
  expect(runs).toBe(2);
});

test('stopping waits for the run in progress', async () => {
  let isDone = false;
  const loop = every(1000, 'a job', silent, async () => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    isDone = true;
    return true;
  });
  const stopped = loop.stop().then(() => isDone);
  await pass(500);
  expect(await stopped).toBe(true);
});

test('runs again without a pause while there is more to do', async () => {
  let left = 3;
  const loop = every(1000, 'a job', silent, async () => {
    left -= 1;
    return left > 0;
  });
  await pass(0);
  expect(left).toBe(0);
  await loop.stop();
});

test('a failure is logged, and delays the next run by two seconds at least', async () => {
  const error = vi.spyOn(silent, 'error').mockImplementation(() => {});
  let runs = 0;
  const loop = every(50, 'a job', silent, async () => {
    runs += 1;
    if (runs === 1) throw new Error('no database');
    return false;
  });
  await pass(1999);
  expect(runs).toBe(1);
  expect(error).toHaveBeenCalledWith(expect.objectContaining({ job: 'a job' }), expect.any(String));
  await pass(1);
  expect(runs).toBe(2);
  await loop.stop();
});

test('a wake-up ends the pause, also one during a run, and is debounced when it asks for that', async () => {
  const startedAt: number[] = [];
  const began = performance.now();
  const loop = every(1000, 'a job', silent, async () => {
    startedAt.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 10));
    return false;
  });
  await pass(5);
  loop.wake();
  await pass(5);
  expect(startedAt).toEqual([0, 10]);
  await pass(40);
  loop.wake(150);
  loop.wake(150);
  await pass(500);
  expect(startedAt).toEqual([0, 10, 160]);
  await loop.stop();
});
