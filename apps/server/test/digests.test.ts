/** Digests of an organization with more locations than a digest has, and of one in which something fails. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { expect, test } from 'vitest';
import { ADMIN, choosePreferences, openWorld, type World } from './notification-world.ts';

const DAILY = { frequency: 'DAILY', hour: 7, dayOfWeek: 1, timezone: 'Europe/Zurich' } as const;

/** The digests that are due the next morning; returns how many there were. */
async function sendTomorrow({ picket }: World): Promise<number> {
  picket.clock.set(
    Temporal.PlainDateTime.from('2026-03-03T07:00:01').toZonedDateTime('Europe/Zurich').epochMilliseconds,
  );
  const count = await picket.server.pipeline.notifier.sendDigests();
  await picket.server.pipeline.notifier.run();
  return count;
}

test('of 81 locations a digest has the first 60 that its reader sees and has chosen, and the number of the others', async () => {
  const world = await openWorld();
  const { picket, mailbox } = world;
  const rooms: string[] = [];
  for (let count = 10; count < 90; count += 1) rooms.push(await picket.addLocation(`Room ${count}`));
  const last = rooms.at(-1);
  const viewer = await picket.addPerson('VIEWER', last);
  const chooser = await picket.addPerson('VIEWER');
  const emailOf = async (as: typeof viewer) =>
    (await picket.call<ResponseOf<'GET /users/my-profile'>>('GET', '/users/my-profile', { as })).body.email;
  const emails = { viewer: await emailOf(viewer), chooser: await emailOf(chooser) };
  await choosePreferences(world, { digest: DAILY, language: 'en' });
  await choosePreferences(world, { digest: DAILY, language: 'de' }, viewer);
  await choosePreferences(world, { digest: DAILY, language: 'de', locations: rooms.slice(-61) }, chooser);
  expect(await sendTomorrow(world)).toBe(3);
  const namesIn = (text = ''): readonly string[] => text.match(/^(?:Room \d+|Cold store)$/gmu) ?? [];

  const whole = await mailbox.next(ADMIN);
  expect(namesIn(whole.text)).toEqual([
    'Cold store',
    ...Array.from({ length: 59 }, (_, place) => `Room ${place + 10}`),
  ]);
  expect(whole.text).toContain('and 21 more locations');
  expect(whole.html).toContain('and 21 more locations');

  const one = await mailbox.next(emails.viewer);
  expect(namesIn(one.text)).toEqual(['Room 89']);
  expect(one.text).not.toContain('weitere');

  const chosen = await mailbox.next(emails.chooser);
  expect(namesIn(chosen.text)).toEqual(Array.from({ length: 60 }, (_, place) => `Room ${place + 29}`));
  expect(chosen.text).toContain('und 1 weiterer Standort');
});
