/** Escalation waits during maintenance, as all notifications do. */
import { formatInstant } from '@picket/domain/time';
import { expect, test } from 'vitest';
import { detail, openWorld, pass, raise, type World } from './notification-world.ts';

const MINUTE = 60;

const subjects = ({ mailbox }: World) => mailbox.mails.map(({ subject }) => subject);
const escalations = async (world: World, alert: string): Promise<number> =>
  (await detail(world, alert)).timeline.filter(({ code }) => code === 'ESCALATED').length;

test('an alert from before goes on where its chain stood; one of the maintenance begins when that is over', async () => {
  const world = await openWorld();
  const { picket, mailbox, location } = world;
  const before = await raise(world, 'Water', 400);
  await pass(world, MINUTE);
  mailbox.clear();
  const startsAt = picket.clock.now();
  const made = await picket.call('POST', `/locations/${location}/maintenance`, {
    as: picket.admin,
    body: {
      startsAt: formatInstant(startsAt),
      endsAt: formatInstant(startsAt + 100 * MINUTE * 1000),
      reason: 'New racks',
    },
  });
  expect(made.status).toBe(201);
  await pass(world, 10 * MINUTE, 60);
  picket.admin = await picket.signIn('admin@picket.example');
  const during = await raise(world, 'Smoke', 400);
  await pass(world, 89 * MINUTE, 60);
  expect(subjects(world)).toEqual([]);
  expect([await escalations(world, before), await escalations(world, during)]).toEqual([0, 0]);

  await pass(world, 2 * MINUTE, 20);
  // Which of the two is sent first is not defined.
  expect(subjects(world).sort()).toEqual([
    'Critical: Smoke at Cold store',
    expect.stringMatching(/^Still on, 1 h 4\d min, second notification: Water/u),
  ]);
  const summary = mailbox.mails.find(({ subject }) => subject === 'Critical: Smoke at Cold store');
  expect(summary?.text).toContain('Smoke');
  expect(summary?.text).not.toContain('Water');
  mailbox.clear();
  await pass(world, 21 * MINUTE, 60);
  expect(subjects(world)).toEqual([expect.stringMatching(/second notification: Smoke/u)]);
  mailbox.clear();
  await pass(world, 21 * MINUTE, 60);
  expect(subjects(world)).toEqual([expect.stringMatching(/third notification: Water/u)]);
});
