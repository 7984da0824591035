/** The clock was ahead, and was set back: what receivers took and what was recorded meanwhile lies ahead, and keeps nothing back. */
import { formatInstant } from '@picket/domain/time';
import { expect, test } from 'vitest';
import { rewindNotifications } from '../src/capabilities/notifications/index.ts';
import { add, end, openWorld, pass, raise, receiverForTest } from './notification-world.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

test('what a sentry sent late is in a summary soon, though it was recorded ahead', async () => {
  const world = await openWorld();
  const { picket, mailbox } = world;
  const device = await picket.addDevice(world.location, { name: 'Rack 4', reportIntervalSeconds: 60 });
  await picket.send(device, 'environment_temperature', 20);
  await pass(world, 3 * 3600, 300);
  mailbox.clear();
  const start = picket.clock.now();
  const readings = Array.from({ length: 70 }, (_, minute) => ({
    sensorMetricId: 'environment_temperature',
    at: formatInstant(start - (120 - minute) * MINUTE),
    values: { value: minute < 30 ? 40 : 20 },
  }));
  await picket.report(device, readings);
  await pass(world, 2, 1);
  const { rows } = await picket.platform.db.console.query(
    `UPDATE alert SET created_at = created_at + interval '1 day'
      WHERE created_at - raised_at > interval '15 minutes' RETURNING guid`,
  );
  expect(rows.length).toBeGreaterThan(0);
  await pass(world, 120, 5);
  expect(mailbox.mails.map(({ subject }) => subject)).toContain(
    'What happened at Rack 4, Cold store while it could not be reached',
  );
});

test('a message that was composed ahead, and is sent once its alert is cleared, does not say that it is on', async () => {
  const world = await openWorld();
  const { picket } = world;
  const receiver = await receiverForTest();
  await add(world, { kind: 'SLACK', name: 'Team', settings: { url: receiver.url } });
  const attic = await picket.addLocation('Attic');
  receiver.respondWith(() => 'REFUSE');
  await raise(world, 'First.', 240);
  await picket.notify();
  picket.clock.pass(1);
  const second = await raise(world, 'Second.', 240, attic);
  await picket.notify();
  // Composed, and not attempted: its receiver is down.
  const { rows } = await picket.platform.db.console.query(
    `UPDATE message SET content = jsonb_set(content, '{at}', to_jsonb((content->>'at')::bigint + $1::bigint))
      WHERE attempts = 0 RETURNING guid`,
    [DAY],
  );
  expect(rows).toHaveLength(1);
  await end(world, second);
  receiver.respondWith(() => 'ACCEPT');
  await pass(world, 60, 4);
  const text = receiver.accepted.map(({ body }) => body.toString('utf8')).join('\n');
  expect(text).toContain('Second.');
  expect(text).not.toContain('Warning: Second.');
});

test('a failure after the step back is the receiver’s, and that of a message alone is its own', async () => {
  const world = await openWorld();
  const { picket } = world;
  const { console: sql } = picket.platform.db;
  const receiver = await receiverForTest();
  await add(world, { kind: 'WEBHOOK', name: 'Control room', settings: { url: `${receiver.url}/x` } });
  await raise(world, 'First.', 240);
  await picket.notify();
  expect(receiver.accepted).toHaveLength(1);
  await sql.query(`UPDATE destination_health SET last_delivered_at = last_delivered_at + interval '1 day'`);
  await rewindNotifications(picket.platform, picket.clock.now());
  receiver.respondWith(() => 'REFUSE');
  await raise(world, 'Second.', 240);
  await pass(world, 120, 5);
  const refusals = async () => {
    const { rows } = await sql.query<{ refusals: number }>(`SELECT refusals FROM message WHERE state = 'WAITING'`);
    return rows.map((row) => row.refusals);
  };
  expect(await refusals()).toEqual([0]);

  receiver.respondWith(({ body }) => (body.includes('Second.') ? 'REFUSE' : 'ACCEPT'));
  await sql.query(`UPDATE delivery_attempt SET started_at = started_at + interval '1 day'`);
  for (const name of ['Third.', 'Fourth.']) {
    await raise(world, name, 400);
    await pass(world, 60, 5);
  }
  expect(receiver.accepted).toHaveLength(3);
  expect(await refusals()).toEqual([expect.any(Number)]);
  expect((await refusals())[0]).toBeGreaterThan(0);
});
