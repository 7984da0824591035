import type { ResponseOf } from '@picket/contracts/endpoints';
import { beforeEach, expect, test, vi } from 'vitest';

const ORIGIN = 'https://picket.example';

/** As the browser's; where `isSlow`, opening a cache takes until `release` is called: as on a slow machine. */
function openCaches({ isSlow }: { readonly isSlow: boolean }) {
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
        if (isSlow && stored.has(name))
          await new Promise<void>((resolve) => {
            release = resolve;
            isOpening();
          });
        const cache = stored.get(name) ?? new Map<string, Response>();
        stored.set(name, cache);
        return {
          put: async (path: string, response: Response) => void cache.set(`${ORIGIN}${path}`, response),
          keys: async () => [...cache.keys()].map((url) => new Request(url)),
          delete: async ({ url }: Request) => cache.delete(url),
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
  const slow = openCaches({ isSlow: true });
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

test('later pages of a list, which have ever other addresses, take no place of other responses', async () => {
  const { caches, stored } = openCaches({ isSlow: false });
  vi.stubGlobal('caches', caches);
  const { keepResponsesOf, responseKeeper } = await import('./kept-responses.ts');
  await keepResponsesOf(PROFILE as Parameters<typeof keepResponsesOf>[0]);
  responseKeeper('GET /alerts', { query: {} })(ALERTS);
  for (let page = 1; page <= 150; page += 1)
    responseKeeper('GET /alerts', { query: { cursor: `page-${page}` } })(ALERTS);
  const kept = (): readonly string[] => [...(stored.get('picket-answers acme ada')?.keys() ?? [])];
  await vi.waitFor(() => expect(kept().at(-1)).toContain('page-150'));
  await vi.waitFor(() => expect(kept()).toHaveLength(1 + 40));
  expect(kept()[0]).toBe(`${ORIGIN}/alerts`);
  expect(kept()[1]).toContain('page-111');
});
