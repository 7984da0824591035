/** The clock went ahead and back: what waited is sent soon, not when that time comes again. */
import { expect, test } from 'vitest';
import { HEALTHY_PROBES } from './healthy-probes.ts';
import { ADMIN, add, addSilencedPerson, openWorld, raise, receiverForTest, type World } from './notification-world.ts';

const MINUTE = 60;
const DAY = 86_400;

/** By the steady clock: the time may go back meanwhile. */
async function pass({ picket }: World, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 20) {
    picket.clock.pass(20);
    await picket.heartbeat();
    await picket.tick();
    await picket.notify();
  }
}

test('a message that failed, a mail and a step of the escalation that wait when the clock goes back by a day', async () => {
  const world = await openWorld({ probes: HEALTHY_PROBES });
  const { picket, mailbox } = world;
  const receiver = await receiverForTest();
  await add(world, { kind: 'WEBHOOK', name: 'Control room', settings: { url: `${receiver.url}/x` } }, 'ours');
  const lead = await addSilencedPerson(world);
  const steps = [{ afterMinutes: 15, audience: { kind: 'NAMED', people: [lead.guid], destinations: [] } }];
  const saved = await picket.call('PUT', '/notification-rules', {
    as: picket.admin,
    body: {
      acknowledgementTimeoutMinutes: 60,
      chains: [{ name: 'All', minSeverity: 100, locations: 'all', steps, repeatMinutes: null, maxRepeats: 0 }],
    },
  });
  expect(saved.status).toBe(200);
  picket.clock.step(DAY);
  await pass(world, 3 * MINUTE);
  picket.admin = await picket.signIn(ADMIN);
  receiver.respondWith(() => 'REFUSE');
  mailbox.rejectConnections(true);
  await raise(world, 'Water', 400);
  await pass(world, 4 * MINUTE);
  expect(receiver.accepted).toEqual([]);

  picket.clock.step(-DAY);
  // Until the earlier time is accepted the clock goes on as before.
  await pass(world, 2 * MINUTE);
  receiver.respondWith(() => 'ACCEPT');
  mailbox.rejectConnections(false);
  await pass(world, 4 * MINUTE);
  expect(receiver.accepted).toHaveLength(1);
  expect(mailbox.mails.map(({ to }) => to?.[0]?.address)).toEqual([ADMIN]);
  await pass(world, 8 * MINUTE);
  expect(mailbox.mails).toHaveLength(1);
  await pass(world, 4 * MINUTE);
  expect(new Set(mailbox.mails.map(({ to }) => to?.[0]?.address))).toEqual(new Set([ADMIN, lead.email]));
  expect(receiver.accepted).toHaveLength(1);
});

test('an alert that is raised after the clock went back is not grouped with a message of the time ahead', async () => {
  const world = await openWorld({ probes: HEALTHY_PROBES });
  const { picket, mailbox } = world;
  picket.clock.step(DAY);
  await pass(world, 3 * MINUTE);
  picket.admin = await picket.signIn(ADMIN);
  await raise(world, 'Water', 400);
  await pass(world, MINUTE);
  expect(mailbox.mails).toHaveLength(1);

  picket.clock.step(-DAY);
  await pass(world, 2 * MINUTE);
  picket.admin = await picket.signIn(ADMIN);
  await raise(world, 'More water', 400);
  for (let turn = 0; turn < 3; turn++) {
    picket.clock.pass(5);
    await picket.notify();
  }
  expect(mailbox.mails).toHaveLength(2);
});
