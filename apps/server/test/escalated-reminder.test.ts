/** An acknowledgement that expires, or a snooze that ends, takes no step of the escalation. */
import { formatInstant } from '@picket/domain/time';
import { expect, test } from 'vitest';
import { ADMIN, addSilencedPerson, detail, openWorld, pass, raise, type World } from './notification-world.ts';

const MINUTE = 60;

/** The chain notifies one person, who is notified of nothing else. */
async function openChain(afterMinutes: number, repeatMinutes: number | null, maxRepeats: number) {
  const world = await openWorld();
  const lead = await addSilencedPerson(world);
  const audience = { kind: 'NAMED', people: [lead.guid], destinations: [] };
  const steps = [{ afterMinutes, audience }];
  const saved = await world.picket.call('PUT', '/notification-rules', {
    as: world.picket.admin,
    body: {
      acknowledgementTimeoutMinutes: 60,
      chains: [{ name: 'All', minSeverity: 100, locations: 'all', steps, repeatMinutes, maxRepeats }],
    },
  });
  expect(saved.status).toBe(200);
  const alert = await raise(world, 'Water', 400);
  await pass(world, 5 * MINUTE, 60);
  world.mailbox.clear();
  return { world, lead, alert };
}

const received = ({ mailbox }: World) =>
  mailbox.mails.map(({ to, subject }) => `${to?.[0]?.address}: ${subject?.replace(/,? \d+ (h|min)\b/gu, '')}`);

test('a step whose time came while the alert was acknowledged is taken when that expires', async () => {
  const { world, lead, alert } = await openChain(15, null, 0);
  const { picket, mailbox } = world;
  await picket.call('POST', `/alerts/${alert}/acknowledge`, { as: picket.admin });
  await pass(world, 59 * MINUTE, 300);
  expect(received(world)).toEqual([]);
  await pass(world, 2 * MINUTE, 30);
  expect(new Set(received(world))).toEqual(
    new Set([
      `${ADMIN}: Still on, second notification: Water at Cold store`,
      `${lead.email}: Kritisch: Water, Cold store`,
    ]),
  );
  expect(mailbox.mails).toHaveLength(2);
  mailbox.clear();
  await pass(world, 120 * MINUTE, 300);
  expect(received(world)).toEqual([]);
});

test('snoozes that end before the next step only remind: the step and all repeats follow at their times', async () => {
  const { world, lead, alert } = await openChain(60, 60, 2);
  const { picket, mailbox } = world;
  for (const number of ['second', 'third']) {
    const until = formatInstant(picket.clock.now() + 10 * MINUTE * 1000);
    await picket.call('POST', `/alerts/${alert}/snooze`, { as: picket.admin, body: { until } });
    await pass(world, 11 * MINUTE, 60);
    expect(received(world)).toEqual([`${ADMIN}: Still on, ${number} notification: Water at Cold store`]);
    mailbox.clear();
  }
  await pass(world, 30 * MINUTE, 60);
  expect(received(world)).toEqual([]);
  await pass(world, 5 * MINUTE, 60);
  expect(received(world)).toEqual([`${lead.email}: Kritisch: Water, Cold store`]);
  await pass(world, 300 * MINUTE, 300);
  expect(received(world)).toHaveLength(3);
  const { timeline } = await detail(world, alert);
  const numbers = timeline.flatMap(({ code, detail: { notification } }) =>
    code === 'ESCALATED' ? [notification] : [],
  );
  expect(numbers).toEqual([2, 2, 2, 3, 4]);
});
