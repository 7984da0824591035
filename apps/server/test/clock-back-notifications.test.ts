/** The clock went ahead and back: what waited is sent soon, not when that time comes again. */
import { formatInstant } from '@picket/domain/time';
import { expect, test } from 'vitest';
import { HEALTHY_PROBES } from './healthy-probes.ts';
import {
  ADMIN,
  add,
  addSilencedPerson,
  detail,
  openWorld,
  raise,
  receiverForTest,
  type World,
} from './notification-world.ts';
import { feature, openWorld as openWeatherWorld, VTEC } from './weather-world.ts';

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

test('an acknowledgement and a snooze that were given in the time ahead last as long as they were given for', async () => {
  const world = await openWorld({ probes: HEALTHY_PROBES });
  const { picket } = world;
  picket.clock.step(DAY);
  await pass(world, 3 * MINUTE);
  picket.admin = await picket.signIn(ADMIN);
  const acknowledged = await raise(world, 'Water', 400);
  const snoozed = await raise(world, 'Smoke', 400);
  const postTo = (path: string, body?: object) =>
    picket.call('POST', `/alerts/${path}`, { as: picket.admin, ...(body === undefined ? {} : { body }) });
  expect((await postTo(`${acknowledged}/acknowledge`)).status).toBe(200);
  const until = formatInstant(picket.clock.now() + 1_800_000);
  expect((await postTo(`${snoozed}/snooze`, { until })).status).toBe(200);

  picket.clock.step(-DAY);
  await pass(world, 2 * MINUTE);
  picket.admin = await picket.signIn(ADMIN);
  expect((await detail(world, acknowledged)).acknowledged).toBeDefined();
  expect((await detail(world, snoozed)).snoozed).toBeDefined();
  await pass(world, 32 * MINUTE);
  expect((await detail(world, snoozed)).snoozed).toBeUndefined();
  expect((await detail(world, acknowledged)).acknowledged).toBeDefined();
  await pass(world, 30 * MINUTE);
  expect((await detail(world, acknowledged)).acknowledged).toBeUndefined();
});

test('weather services are asked again when the clock went back', async () => {
  const weather = await openWeatherWorld({ probes: HEALTHY_PROBES });
  const { picket, service } = weather;
  const passMinutes = async (minutes: number): Promise<void> => {
    for (let passed = 0; passed < minutes * MINUTE; passed += 20) {
      picket.clock.pass(20);
      await picket.heartbeat();
      await picket.server.pipeline.weather.poll();
    }
  };
  await picket.heartbeat();
  await weather.choose('NWS');
  picket.clock.step(DAY);
  await passMinutes(4);
  // The second time once the time ahead was accepted.
  expect(service.asked.filter((path) => path.startsWith('/alerts')).length).toBeGreaterThan(1);
  picket.clock.step(-DAY);
  await passMinutes(3);
  service.respondWith(feature({ id: 'one', vtec: VTEC() }));
  await passMinutes(6);
  expect((await weather.alerts()).map(({ kind, state }) => `${kind} ${state}`)).toContain('WEATHER_ALERT OPEN');
});
