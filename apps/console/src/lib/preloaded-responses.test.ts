/** The responses that come with the page: those at its beginning at once, those at its end once it is there. */
import { beforeEach, expect, test, vi } from 'vitest';

const PROFILE = { email: 'ada@picket.example' };
const CARDS = { items: [] };
const FOLLOWING = '/views/locations /alerts?state=OPEN&limit=500';

/** A page that is being read since a second; `end` is what its end has, once `finish` is called. */
function openPage(following: string | undefined, end: string | null) {
  vi.stubGlobal('performance', { now: () => 1000 });
  let isRead = false;
  const listeners: (() => void)[] = [];
  const beginning = { textContent: JSON.stringify({ '/users/my-profile': PROFILE }), dataset: { following } };
  vi.stubGlobal('document', {
    get readyState() {
      return isRead ? 'interactive' : 'loading';
    },
    addEventListener: (_kind: string, listener: () => void) => listeners.push(listener),
    getElementById: (id: string) => {
      if (id === 'preloaded-profile') return beginning;
      return isRead && end !== null ? { textContent: end, dataset: {} } : null;
    },
  });
  return {
    finish: () => {
      isRead = true;
      for (const listener of listeners) listener();
    },
  };
}

beforeEach(() => {
  vi.resetModules();
  return () => vi.unstubAllGlobals();
});

const importIt = () => import('./preloaded-responses.ts');

test('the profile is there before the end of the page, and taken once', async () => {
  openPage(FOLLOWING, null);
  const { takePreloaded } = await importIt();
  expect(await takePreloaded('GET /users/my-profile', {})).toEqual(PROFILE);
  expect(await takePreloaded('GET /users/my-profile', {})).toBeUndefined();
});

test('what the end of the page brings is waited for; what it does not bring is not', async () => {
  const page = openPage(FOLLOWING, JSON.stringify({ '/views/locations': CARDS }));
  const { takePreloaded } = await importIt();
  const cards = takePreloaded('GET /views/locations', {});
  const alerts = takePreloaded('GET /alerts', { query: { state: 'OPEN', limit: 500 } });
  expect(await takePreloaded('GET /views/get-started', {})).toBeUndefined();
  page.finish();
  expect(await cards).toEqual(CARDS);
  // Refused, or too slow.
  expect(await alerts).toBeUndefined();
});

test('what somebody waits for while something is changed is requested', async () => {
  const page = openPage(FOLLOWING, JSON.stringify({ '/views/locations': CARDS }));
  const { discardPreloaded, takePreloaded } = await importIt();
  const cards = takePreloaded('GET /views/locations', {});
  discardPreloaded();
  page.finish();
  expect(await cards).toBeUndefined();
});

test.each([['{"/views/locations":{"it'], [null]])('a page that ends with %s brings nothing more', async (end) => {
  const page = openPage(FOLLOWING, end);
  const { takePreloaded } = await importIt();
  const cards = takePreloaded('GET /views/locations', {});
  page.finish();
  expect(await cards).toBeUndefined();
});

test('what is asked for long after the page was opened is requested', async () => {
  openPage(FOLLOWING, null);
  vi.stubGlobal('performance', { now: () => 11_000 });
  const { takePreloaded } = await importIt();
  expect(await takePreloaded('GET /users/my-profile', {})).toBeUndefined();
});

test('a page without a session has brought nothing', async () => {
  vi.stubGlobal('document', { readyState: 'interactive', getElementById: () => null });
  const { takePreloaded } = await importIt();
  expect(await takePreloaded('GET /users/my-profile', {})).toBeUndefined();
});
