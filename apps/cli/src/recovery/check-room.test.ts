/** A check of recovery ends as soon as too little of the disk is left. */
import type { RecoveryOutcome } from '@picket/server/commands';
import { expect, test } from 'vitest';
import { whileThereIsRoom } from './check-room.ts';

const PASSED: RecoveryOutcome = { result: 'PASSED', reachedAt: 1, why: null };

test('it is skipped where the disk fills while it writes', async () => {
  let reads = 0;
  const endless = new Promise<RecoveryOutcome>(() => {});
  const outcome = await whileThereIsRoom(endless, async () => (++reads < 3 ? null : '2.0 GiB have to stay free'), 1);
  expect(outcome).toEqual({ result: 'SKIPPED', reachedAt: null, why: '2.0 GiB have to stay free' });
  expect(reads).toBe(3);
});

test('what it finds or throws is passed on, and nothing is read any more', async () => {
  let reads = 0;
  const { promise: work, resolve: finish } = Promise.withResolvers<RecoveryOutcome>();
  const read = async (): Promise<null> => {
    reads += 1;
    if (reads === 2) finish(PASSED);
    return null;
  };
  expect(await whileThereIsRoom(work, read, 1)).toEqual(PASSED);
  expect(reads).toBe(2);
  await expect(whileThereIsRoom(Promise.reject(new Error('damaged')), read, 1)).rejects.toThrow('damaged');
  expect(reads).toBe(2);
});
