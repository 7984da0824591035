/** Escalation to people who are gone: administrators are notified in their place, and the rules can be edited. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { expect, test } from 'vitest';
import { ADMIN, addSilencedPerson, detail, openWorld, pass, raise, type World } from './notification-world.ts';

const MINUTE = 60;

const saveSteps = ({ picket }: World, audiences: readonly object[]) =>
  picket.call<ResponseOf<'PUT /notification-rules'>>('PUT', '/notification-rules', {
    as: picket.admin,
    body: {
      acknowledgementTimeoutMinutes: 60,
      chains: [
        {
          name: 'All',
          minSeverity: 100,
          locations: 'all',
          steps: audiences.map((audience, place) => ({ afterMinutes: 15 * (place + 1), audience })),
          repeatMinutes: null,
          maxRepeats: 0,
        },
      ],
    },
  });

const named = (...people: readonly string[]) => ({ kind: 'NAMED', people, destinations: [] });

async function deletePerson({ picket }: World, person: string): Promise<void> {
  const { status } = await picket.call('DELETE', `/users/${person}`, { as: picket.admin });
  expect(status).toBeLessThan(300);
}

test('a step whose only person was deleted goes to the administrators, and its step says so', async () => {
  const world = await openWorld();
  const lead = await addSilencedPerson(world);
  expect((await saveSteps(world, [named(lead.guid)])).status).toBe(200);
  await deletePerson(world, lead.guid);
  const alert = await raise(world, 'Water', 400);
  await pass(world, 5 * MINUTE, 60);
  world.mailbox.clear();
  await pass(world, 15 * MINUTE, 60);
  expect(world.mailbox.mails.map(({ to }) => to?.[0]?.address)).toEqual([ADMIN]);
  const { timeline } = await detail(world, alert);
  expect(timeline.flatMap(({ code, detail: { people } }) => (code === 'ESCALATED' ? [people] : []))).toEqual([ADMIN]);
});

test('rules that name somebody who was deleted can be edited: they are left out', async () => {
  const world = await openWorld();
  const [one, other] = [await addSilencedPerson(world), await addSilencedPerson(world)];
  const audiences = [named(one.guid), named(one.guid, other.guid)];
  expect((await saveSteps(world, audiences)).status).toBe(200);
  await deletePerson(world, one.guid);
  const { status, body } = await saveSteps(world, audiences);
  expect(status).toBe(200);
  expect(body.chains[0]?.steps.map(({ audience }) => audience)).toEqual([{ kind: 'ADMINS' }, named(other.guid)]);
  // Now the rules name them no more.
  expect((await saveSteps(world, audiences)).status).toBe(400);
});
