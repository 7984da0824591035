import type { ResponseOf } from '@picket/contracts/endpoints';
import { beforeEach, expect, test, vi } from 'vitest';

/** As the browser's, but opening a cache takes until `release` is called: as on a slow machine. */
function slowCaches() {
  const stored = new Map<string, Map<string, Response>>();
  let release = (): void => {};
  const isOpening = vi.fn();
  return {
    stored,
    isOpening,
    release: () => release(),
    caches: {
      keys: async () => [...stored.keys()],
      has: async (name: string) => stored.has(name),
      delete: async (name: string) => stored.delete(name),
      open: async (name: string) => {
        if (stored.has(name))
          await new Promise<void>((resolve) => {
            release = resolve;
            isOpening();
          });
        const cache = stored.get(name) ?? new Map<string, Response>();
        stored.set(name, cache);
        return {
          put: async (url: string, response: Response) => void cache.set(url, response),
          keys: async () => [...cache.keys()],
          delete: async (url: string) => cache.delete(url),
        };
      },
    },
  };
}

/** After everything that has only promises to wait for. */
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

const PROFILE = { guid: 'ada', tenant: { guid: 'acme' }, display: false, lacksMfa: false };
const ALERTS: ResponseOf<'GET /alerts'> = { items: [], nextCursor: null };

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('document', { cookie: 'picket_signed_in=1', querySelector: () => null });
  return () => vi.unstubAllGlobals();
});

test('a response that is being stored while everything is erased is not kept', async () => {
  const slow = slowCaches();
  vi.stubGlobal('caches', slow.caches);
  const { eraseKeptResponses, keepResponsesOf, responseKeeper } = await import('./kept-responses.ts');
  await keepResponsesOf(PROFILE as Parameters<typeof keepResponsesOf>[0]);
  expect([...slow.stored.keys()]).toEqual(['picket-answers acme ada']);

  responseKeeper('GET /alerts', { query: {} })(ALERTS);
  await vi.waitFor(() => expect(slow.isOpening).toHaveBeenCalled());
  const erased = eraseKeptResponses();
  // Whatever does not wait for the one that stores has happened now.
  await nextTask();
  slow.release();
  await erased;
  await nextTask();
  expect([...slow.stored.keys()]).toEqual([]);
});
