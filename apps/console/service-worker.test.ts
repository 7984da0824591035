import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

const WORKER = readFileSync(new URL('public/sw.js', import.meta.url), 'utf8');

type Listener = (event: object) => void;

interface Browser {
  /** Whether the open window lets itself be navigated; null: none is open. */
  readonly navigates: boolean | null;
  /** One press may bring one window to the front. */
  readonly opensAfterFocus?: boolean;
}

/** Presses a push about `/alerts`. Returns what the worker did, in order. */
async function press({ navigates, opensAfterFocus = true }: Browser): Promise<readonly string[]> {
  const done: string[] = [];
  const listeners = new Map<string, Listener>();
  const client = {
    focus: async () => {
      done.push('focus');
      return client;
    },
    navigate: async (path: string) => {
      done.push(`navigate ${path}`);
      if (navigates !== true) throw new TypeError('refused');
      return client;
    },
  };
  const clients = {
    matchAll: async () => (navigates === null ? [] : [client]),
    openWindow: async (path: string) => {
      if (done.includes('focus') && !opensAfterFocus) throw new DOMException('no press', 'InvalidAccessError');
      done.push(`open ${path}`);
    },
  };
  const addEventListener = (kind: string, listener: Listener): void => void listeners.set(kind, listener);
  runInNewContext(WORKER, { self: { addEventListener, clients }, URL });
  const waited: Promise<unknown>[] = [];
  listeners.get('notificationclick')?.({
    action: 'open',
    notification: { data: { path: '/alerts' }, close: () => {} },
    waitUntil: (promise: Promise<unknown>) => void waited.push(promise),
  });
  await Promise.all(waited);
  return done;
}

test('a pressed push brings an open window to the front before it leaves the page there', async () => {
  expect(await press({ navigates: true })).toEqual(['focus', 'navigate /alerts']);
});

test('where somebody stays on that page, or none is open, another window is opened', async () => {
  expect(await press({ navigates: false })).toEqual(['focus', 'navigate /alerts', 'open /alerts']);
  expect(await press({ navigates: null })).toEqual(['open /alerts']);
});

test('a browser that brings one window to the front for a press leaves it as it is', async () => {
  expect(await press({ navigates: false, opensAfterFocus: false })).toEqual(['focus', 'navigate /alerts']);
});
