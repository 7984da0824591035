/** Digests of an organization with more locations than a digest has; and that what fails for one keeps no other back. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { DEFAULT_NOTIFICATIONS } from '@picket/domain/notification-preferences';
import { expect, test } from 'vitest';
import { ADMIN, choosePreferences, detail, openWorld, raise, type World } from './notification-world.ts';

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

test('who is notified of no alert has the locations in the digest all the same', async () => {
  const world = await openWorld();
  const matrix = { ...DEFAULT_NOTIFICATIONS.matrix, POLICY: { EMAIL: 'off' } } as const;
  await choosePreferences(world, { digest: DAILY, language: 'en', matrix });
  expect(await sendTomorrow(world)).toBe(1);
  expect((await world.mailbox.next(ADMIN)).text).toContain('Cold store');
});

test('one digest that cannot be stored keeps no other back, and comes once it can be', async () => {
  const world = await openWorld();
  const { picket, mailbox } = world;
  const { console } = picket.platform.db;
  const people = [];
  for (let count = 0; count < 3; count += 1) people.push(await picket.addPerson('VIEWER'));
  const owners: string[] = [];
  for (const as of people) {
    const { body } = await picket.call<ResponseOf<'GET /users/my-profile'>>('GET', '/users/my-profile', { as });
    owners.push(body.guid);
    await choosePreferences(world, { digest: DAILY }, as);
  }
  const [first] = [...owners].sort();
  await console.query(`ALTER TABLE digest_delivery ADD CONSTRAINT broken CHECK (owner_guid <> '${first}')`);
  expect(await sendTomorrow(world)).toBe(2);
  expect(mailbox.mails.length).toBe(2);
  await console.query('ALTER TABLE digest_delivery DROP CONSTRAINT broken');
  expect(await sendTomorrow(world)).toBe(1);
  expect(mailbox.mails.length).toBe(3);
});

test('destinations for which nothing can be composed keep no other back', async () => {
  const world = await openWorld();
  const { picket, mailbox } = world;
  const { console } = picket.platform.db;
  for (let count = 0; count < 6; count += 1) await picket.addPerson('VIEWER');
  const alert = await raise(world);
  const { deliveries } = await detail(world, alert);
  expect(deliveries.length).toBe(7);
  const { rows } = await console.query<{ owner: string }>(
    'SELECT DISTINCT owner_guid AS owner FROM delivery ORDER BY owner_guid',
  );
  const lucky = rows.at(-1)?.owner;
  // All but one, begun first: more than are composed for at once.
  await console.query(
    "UPDATE delivery SET due_at = due_at - CASE WHEN owner_guid = $1::uuid THEN interval '0' ELSE interval '1 s' END",
    [lucky],
  );
  await console.query(`ALTER TABLE message ADD CONSTRAINT broken CHECK (owner_guid = '${lucky}')`);
  await picket.server.pipeline.notifier.run().catch(() => 0);
  expect(mailbox.mails.length).toBe(1);
  await console.query('ALTER TABLE message DROP CONSTRAINT broken');
  await picket.server.pipeline.notifier.run();
  expect(mailbox.mails.length).toBe(7);
});
