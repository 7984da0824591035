import { describe, expect, test } from 'vitest';
import { PendingRequests } from './pending-requests.ts';

/** Whether a promise is settled once everything that is due has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.finally(() => {
    settled = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 0));
  return settled;
}

describe('requests that are not answered yet', () => {
  test('without any there is nothing to wait for', async () => {
    const requests = new PendingRequests<string>();
    await requests.add('alerts', Promise.resolve(1));
    expect(await isSettled(requests.settled('alerts'))).toBe(true);
    expect(await isSettled(requests.settled('sentries'))).toBe(true);
  });

  test('all requests for the same are waited for, no others, and none that begins later', async () => {
    const requests = new PendingRequests<string>();
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    const never = new Promise<void>(() => {});
    void requests.add('alerts', first.promise);
    void requests.add('alerts', second.promise);
    void requests.add('sentries', never);
    const settled = requests.settled('alerts');
    void requests.add('alerts', never);
    first.resolve();
    expect(await isSettled(settled)).toBe(false);
    second.resolve();
    expect(await isSettled(settled)).toBe(true);
  });

  test('one that fails is over as well, and its failure reaches who asked', async () => {
    const requests = new PendingRequests<string>();
    const failed = requests.add('alerts', Promise.reject(new Error('unreachable')));
    const settled = requests.settled('alerts');
    await expect(failed).rejects.toThrow('unreachable');
    expect(await isSettled(settled)).toBe(true);
  });
});
