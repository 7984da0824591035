import { afterEach, expect, test, vi } from 'vitest';
import { subscribe } from './subscribe-push.ts';

afterEach(() => vi.unstubAllGlobals());

const made = { toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'key', auth: 'auth' } }) };

/** A browser whose subscription is of another key; `problem`: why it refuses the first attempt. */
function openBrowser(problem: DOMException, former: { unsubscribe: () => Promise<boolean> } | null) {
  const manager = {
    subscribe: vi.fn().mockRejectedValueOnce(problem).mockResolvedValue(made),
    getSubscription: vi.fn().mockResolvedValue(former),
  };
  vi.stubGlobal('Notification', { requestPermission: async () => 'granted' });
  vi.stubGlobal('navigator', {
    serviceWorker: { register: async () => {}, ready: Promise.resolve({ pushManager: manager }) },
  });
  return manager;
}

test('a subscription of a former key of the server is replaced', async () => {
  const former = { unsubscribe: vi.fn().mockResolvedValue(true) };
  const manager = openBrowser(new DOMException('another key', 'InvalidStateError'), former);
  expect(await subscribe('AAAA')).toEqual({
    endpoint: 'https://push.example/1',
    keys: { p256dh: 'key', auth: 'auth' },
  });
  expect(former.unsubscribe).toHaveBeenCalledOnce();
  expect(manager.subscribe).toHaveBeenCalledTimes(2);
});

test('any other refusal is an error, and the subscription stays', async () => {
  const former = { unsubscribe: vi.fn() };
  const problem = new DOMException('no push service', 'AbortError');
  openBrowser(problem, former);
  await expect(subscribe('AAAA')).rejects.toBe(problem);
  expect(former.unsubscribe).not.toHaveBeenCalled();
});
