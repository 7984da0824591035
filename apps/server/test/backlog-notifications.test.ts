/** A sentry that was away sends what it kept: nobody is woken for what is over, and for what still holds at once. */
import { formatInstant } from '@picket/domain/time';
import { expect, test } from 'vitest';
import { openPicket } from './harness.ts';
import { add, openWorld, pass, raise, receiverForTest, type World } from './notification-world.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

async function away() {
  const world = await openWorld();
  const { picket } = world;
  const device = await picket.addDevice(world.location, { name: 'Rack 4', reportIntervalSeconds: 60 });
  await picket.send(device, 'environment_temperature', 20);
  const receiver = await receiverForTest();
  await add(world, { kind: 'SLACK', name: 'Team', settings: { url: receiver.url } });
  // Long enough for the notifications that the sentry is offline.
  await pass(world, 2 * 3600, 300);
  picket.clock.set(picket.clock.now() + 9 * DAY);
  await pass(world, 60);
  world.mailbox.clear();
  picket.admin = await picket.signIn('admin@picket.example');
  return { world, picket, device, receiver, start: picket.clock.now() };
}

const reading = (at: number, value: number) => ({
  sensorMetricId: 'environment_temperature',
  at: formatInstant(at),
  values: { value },
});

/** A minute each, from `from` on. */
const run = (from: number, ...values: readonly number[]) =>
  values.map((value, minute) => reading(from + minute * MINUTE, value));

const hot = (count: number): readonly number[] => Array.from({ length: count }, () => 40);
const cool = (count: number): readonly number[] => Array.from({ length: count }, () => 20);

const subjects = ({ mailbox }: World) =>
  mailbox.mails
    .map(({ subject = '' }) => subject)
    .filter((subject) => !/No report|Sentry offline|Still on/u.test(subject));

test('what began and ended days ago is one summary for its sentry, once it has caught up', async () => {
  const { world, picket, device, start, receiver } = await away();
  const first = start - 8 * DAY;
  const before = receiver.accepted.length;
  await picket.report(device, run(first, ...hot(30)), true);
  await pass(world, 2, 1);
  expect(subjects(world)).toEqual([]);
  await picket.report(device, run(first + 30 * MINUTE, ...hot(12), ...cool(40)), true);
  await pass(world, 2, 1);
  await picket.report(device, run(first + 5 * 60 * MINUTE, ...hot(30), ...cool(40)), true);
  await pass(world, 70, 5);
  expect(subjects(world)).toEqual([]);
  await picket.report(device, run(start, ...cool(1)));
  await pass(world, 90, 5);
  expect(subjects(world)).toEqual(['What happened at Rack 4, Cold store while it could not be reached']);
  const summary = world.mailbox.mails.find(({ subject }) => subject?.startsWith('What happened'));
  expect(summary?.text).toMatch(/2 alerts from Tue,? 3 Mar,? 13:01:00 .* to Tue,? 3 Mar,? 18:33:00/u);
  expect(summary?.text).not.toContain('Critical:');
  const team = receiver.accepted.slice(before).map(({ body }) => body.toString('utf8'));
  expect(team.filter((text) => text.includes('What happened')).length).toBe(1);
  expect(team.filter((text) => text.includes('Critical: Too hot'))).toEqual([]);
});

test('open alerts are notified once it has caught up, recent ones at once', async () => {
  const { world, picket, device, start } = await away();
  await picket.report(device, run(start - 60 * MINUTE, ...hot(30)), true);
  await pass(world, 10, 2);
  expect(subjects(world)).toEqual([]);
  await picket.report(device, run(start - 30 * MINUTE, ...hot(30)), true);
  await pass(world, 2, 1);
  expect(subjects(world)).toEqual([]);
  await picket.report(device, [
    ...run(picket.clock.now(), 41),
    { sensorMetricId: 'sentry_tamper', at: formatInstant(picket.clock.now()), values: { value: 1 } },
  ]);
  await pass(world, 2, 1);
  expect(subjects(world)).toContainEqual(expect.stringMatching(/^Critical: .*Cold store$/u));
  const text = world.mailbox.mails.map((mail) => mail.text).join('\n');
  expect(text).toContain('Too hot');
});

test('without a final report as well: an interval and half a minute after the last report, over a restart', async () => {
  const { world, picket, device, start } = await away();
  await picket.report(device, run(start - 60 * MINUTE, ...hot(30)), true);
  await pass(world, 20, 5);
  expect(subjects(world)).toEqual([]);
  // Another process goes on from the database alone.
  const { databaseUrl, dataDir } = picket.platform.config;
  const second = await openPicket({
    databaseUrl,
    dataDir,
    withoutAdmin: true,
    environment: { PICKET_SMTP_URL: world.mailbox.url, PICKET_PUBLIC_URL: 'https://picket.example' },
  });
  try {
    second.clock.set(picket.clock.now() + 30_000);
    await second.notify();
    expect(subjects(world)).toEqual([]);
    second.clock.set(start + 92_000);
    await second.notify();
    expect(subjects(world)).toEqual([expect.stringMatching(/^Critical: Too hot/u)]);
  } finally {
    await second.close();
  }
});

test('a sentry that always has more to follow keeps nothing back for longer than an hour', async () => {
  const { world, picket, device, start } = await away();
  await picket.report(device, run(start - 60 * MINUTE, ...hot(30)), true);
  for (let minute = 1; minute <= 62; minute += 1) {
    await pass(world, 60, 60);
    await picket.report(device, [], true);
  }
  await pass(world, 10);
  expect(subjects(world)).toContainEqual(expect.stringMatching(/Too hot/u));
});

test('alerts of other locations are notified meanwhile', async () => {
  const { world, picket, device, start } = await away();
  await picket.report(device, run(start - 60 * MINUTE, ...hot(30)), true);
  await raise(world, 'Water', 400, await picket.addLocation('Cellar'));
  await pass(world, 2, 1);
  expect(subjects(world)).toEqual(['Critical: Water at Cellar']);
});
