import type { ResponseOf } from '@picket/contracts/endpoints';
import { SWRConfig, unstable_serialize } from 'swr';
import { expect, test } from 'vitest';
import { newestSeenAt, putLastSeen } from '../../lib/live-readings.ts';
import { addMissedChange, loadWithChanges } from '../../lib/missed-changes.ts';
import { ownCached, SESSION } from './cached-owner.ts';

const { cache } = SWRConfig.defaultValue;
const profile = (guid: string) => ({ guid, tenant: { guid: 'tenant' } });

/** As SWR keeps it, with the key that it was read by. */
const keyed = (data: string, key: unknown) => ({ data, _k: key });

/** What a page has read, as `useApi` keeps it. */
function read(): void {
  cache.set('alerts', keyed('alerts', ['GET /alerts', {}]));
  cache.set(SESSION, keyed('profile', SESSION));
  putLastSeen('sentry', 1);
}

const known = () => ({
  alerts: cache.get('alerts')?.data,
  session: cache.get(SESSION)?.data,
  seenAt: newestSeenAt(),
});
const ALL = { alerts: 'alerts', session: 'profile', seenAt: 1 };
const NOTHING = { alerts: undefined, session: 'profile', seenAt: 0 };

test('what was read for a user is kept until the session ends or somebody else signs in', async () => {
  await ownCached(profile('ada'));
  read();
  await ownCached(profile('ada'));
  expect(known()).toEqual(ALL);
  // The session has expired.
  await ownCached(null);
  expect(known()).toEqual(NOTHING);
  // What the sign-in page has read stays.
  read();
  await ownCached(profile('ben'));
  expect(known()).toEqual(ALL);
  // In another tab.
  await ownCached(profile('ada'));
  expect(known()).toEqual(NOTHING);
});

test('what arrives for a user after somebody else has signed in is not shown to them', async () => {
  await ownCached(profile('ada'));
  const { promise, resolve } = Promise.withResolvers<ResponseOf<'GET /locations'>>();
  const loading = loadWithChanges('GET /locations', {}, () => promise);
  addMissedChange('GET /locations', (list) => list);
  await ownCached(profile('ben'));
  resolve({ items: [], nextCursor: null });
  await loading;
  expect(cache.get(unstable_serialize(['GET /locations', {}]))?.data).toBeUndefined();
});
