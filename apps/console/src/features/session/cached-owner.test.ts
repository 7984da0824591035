import { ApiError } from '@picket/contracts/client';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { SWRConfig, unstable_serialize } from 'swr';
import { expect, test, vi } from 'vitest';
import { newestSeenAt, putLastSeen } from '../../lib/live-readings.ts';
import { addMissedChange, loadWithChanges } from '../../lib/missed-changes.ts';
import { ownCached, SESSION } from './cached-owner.ts';
import { waitingConfirmation, withReauthentication } from './reauthentication.ts';

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

const proofIsOld = () => new ApiError(403, 'reauthenticationRequired', 'confirm that it is you', [], null);

test.each([
  ['has signed out', null],
  ['was replaced by somebody else', profile('ben')],
])('what waits for the confirmation of a user who %s is not done', async (_name, next) => {
  await ownCached(profile('ada'));
  const calls: string[] = [];
  const deleting = withReauthentication(async () => {
    calls.push('delete my account');
    throw proofIsOld();
  });
  await vi.waitUntil(() => waitingConfirmation() !== null);
  await ownCached(next);
  expect(waitingConfirmation()).toBeNull();
  await expect(deleting).rejects.toMatchObject({ code: 'reauthenticationRequired' });
  expect(calls).toEqual(['delete my account']);
});

test('an answer that asks for a confirmation of the user before opens no dialog', async () => {
  await ownCached(profile('ada'));
  const { promise, reject } = Promise.withResolvers<never>();
  const deleting = withReauthentication(() => promise);
  await ownCached(profile('ben'));
  reject(proofIsOld());
  await expect(deleting).rejects.toMatchObject({ code: 'reauthenticationRequired' });
});
