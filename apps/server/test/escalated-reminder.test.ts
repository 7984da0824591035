/** What an acknowledgement that expires, a snooze that ends, and a change of the rules do to the escalation of an open alert. */
import { formatInstant } from '@picket/domain/time';
import { expect, test } from 'vitest';
import { ADMIN, addSilencedPerson, detail, openWorld, pass, raise, type World } from './notification-world.ts';

const MINUTE = 60;

/** The chain notifies one person. */
async function saveChain(
  { picket }: World,
  person: string,
  afterMinutes: number,
  repeatMinutes: number | null = null,
  maxRepeats = 0,
): Promise<void> {
  const audience = { kind: 'NAMED', people: [person], destinations: [] };
  const steps = [{ afterMinutes, audience }];
  const saved = await picket.call('PUT', '/notification-rules', {
    as: picket.admin,
    body: {
      acknowledgementTimeoutMinutes: 60,
      chains: [{ name: 'All', minSeverity: 100, locations: 'all', steps, repeatMinutes, maxRepeats }],
    },
  });
  expect(saved.status).toBe(200);
}

/** The chain notifies one person, who is notified of nothing else. */
async function openChain(afterMinutes: number, repeatMinutes: number | null, maxRepeats: number) {
  const world = await openWorld();
  const lead = await addSilencedPerson(world);
  await saveChain(world, lead.guid, afterMinutes, repeatMinutes, maxRepeats);
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

test('a chain that is added escalates alerts that were open before', async () => {
  const world = await openWorld();
  const lead = await addSilencedPerson(world);
  await raise(world, 'Water', 250);
  await pass(world, 5 * MINUTE, 60);
  world.mailbox.clear();
  await saveChain(world, lead.guid, 15);
  await pass(world, 9 * MINUTE, 60);
  expect(received(world)).toEqual([]);
  await pass(world, 3 * MINUTE, 60);
  expect(received(world)).toEqual([`${lead.email}: Warnung: Water, Cold store`]);
});

test('a step that is made to come later waits for its new time', async () => {
  const { world, lead } = await openChain(20, null, 0);
  await saveChain(world, lead.guid, 120);
  await pass(world, 30 * MINUTE, 60);
  expect(received(world)).toEqual([]);
  await pass(world, 90 * MINUTE, 300);
  expect(received(world)).toEqual([`${lead.email}: Kritisch: Water, Cold store`]);
});

test('what waited for the end of a snooze comes once', async () => {
  const world = await openWorld();
  const { picket, mailbox } = world;
  const alert = await raise(world, 'Water', 240);
  const until = formatInstant(picket.clock.now() + 120 * MINUTE * 1000);
  await picket.call('POST', `/alerts/${alert}/snooze`, { as: picket.admin, body: { until } });
  await pass(world, 119 * MINUTE, 300);
  expect(mailbox.mails).toEqual([]);
  await pass(world, 10 * MINUTE, 60);
  expect(received(world)).toEqual([`${ADMIN}: Warning: Water at Cold store`]);
  const { timeline } = await detail(world, alert);
  expect(timeline.map(({ code }) => code)).not.toContain('ESCALATED');
});
