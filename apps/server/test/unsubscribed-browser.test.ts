/** A browser that is no longer subscribed loses no alert in silence, where it was all that its owner has. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { DEFAULT_NOTIFICATIONS } from '@picket/domain/notification-preferences';
import { expect, test } from 'vitest';
import { openPushBrowser } from '../../../tests/support/receivers.ts';
import { ADMIN, add, choosePreferences, openWorld, pass, raise, receiverForTest } from './notification-world.ts';

const ABANDONED = /could not be delivered and was given up/u;

/** An administrator with a phone that is no longer subscribed; `EMAIL`: from which severity mails go out as well. */
async function openPhone(EMAIL: 'everything' | 'off') {
  const world = await openWorld({ environment: { PICKET_DELIVERY_TIMEOUT: '20' } });
  const service = await receiverForTest();
  const settings = { endpoint: `${service.url}/push/abc`, keys: openPushBrowser().keys };
  await add(world, { kind: 'PUSH', name: 'This phone', settings }, 'mine');
  const { matrix } = DEFAULT_NOTIFICATIONS;
  const chooseMails = (from: 'everything' | 'off') =>
    choosePreferences(world, { matrix: { ...matrix, PERSON: { ...matrix.PERSON, EMAIL: from } } });
  await chooseMails(EMAIL);
  service.respondWith(() => 'GONE');
  const systemAlerts = async () =>
    (await world.picket.alerts()).filter(({ message }) => ABANDONED.test(message)).map(({ state }) => state);
  return { world, service, systemAlerts, chooseMails };
}

test('where it was all that its owner has, a system alert says so until something arrives', async () => {
  const { world, service, systemAlerts, chooseMails } = await openPhone('off');
  await raise(world);
  await pass(world, 60);
  expect(service.requests.length).toBe(1);
  await world.picket.server.pipeline.selfMonitor.runChecks();
  expect(await systemAlerts()).toEqual(['OPEN']);
  await chooseMails('everything');
  await raise(world);
  await pass(world, 60);
  expect(world.mailbox.mails.map(({ to }) => to?.[0]?.address)).toEqual([ADMIN]);
  await world.picket.server.pipeline.selfMonitor.runChecks();
  expect(await systemAlerts()).toEqual(['CLEARED']);
});

test('where a mail is sent as well, nothing is missing', async () => {
  const { world, service, systemAlerts } = await openPhone('everything');
  await raise(world);
  await pass(world, 60);
  expect(service.requests.length).toBe(1);
  const mine = await world.picket.call<ResponseOf<'GET /users/my-profile/notifications'>>(
    'GET',
    '/users/my-profile/notifications',
    { as: world.picket.admin },
  );
  expect(mine.body.destinations.map(({ kind }) => kind)).toEqual(['EMAIL']);
  expect(await systemAlerts()).toEqual([]);
});
