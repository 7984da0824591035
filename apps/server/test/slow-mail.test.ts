/** Mail servers and receivers that are slow, or never done: nobody gets a message many times, and no attempt lasts for ever. */
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Behavior } from '../../../tests/support/receivers.ts';
import { Deliverer } from '../src/capabilities/notifications/outbox/deliver-messages.ts';
import { insertMessages } from '../src/capabilities/notifications/outbox/message-store.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import {
  ADMIN,
  add,
  deliveryStates,
  end,
  openWorld,
  pass,
  raise,
  receiverForTest,
  type World,
} from './notification-world.ts';

const QUICK = { environment: { PICKET_DELIVERY_TIMEOUT: '0.2' } };
const withAlert = ({ mailbox }: World) => mailbox.mails.filter(({ subject }) => subject?.includes('Water'));

test('a mail server that takes three times the timeout to confirm a mail gets it once', async () => {
  const world = await openWorld(QUICK);
  world.mailbox.confirmAfter(600);
  const alert = await raise(world);
  await world.picket.notify();
  await pass(world, 60);
  expect(await deliveryStates(world, alert)).toEqual(['RAISED SENT']);
  expect(withAlert(world).length).toBe(1);
});

test('a mail server that never confirms what it takes gets few copies', async () => {
  const world = await openWorld(QUICK);
  world.mailbox.confirmAfter(Number.POSITIVE_INFINITY);
  const alert = await raise(world);
  await pass(world, 600);
  // After pauses of 5 s, 10, 20, 40 and so on.
  expect(withAlert(world).length).toBeLessThanOrEqual(8);
  expect(await deliveryStates(world, alert)).toEqual(['RAISED COMPOSED']);
});

test('so does a receiver that breaks the connection instead of answering', async () => {
  const world = await openWorld();
  const receiver = await receiverForTest();
  await add(world, { kind: 'SLACK', name: 'Chat', settings: { url: receiver.url } });
  receiver.respondWith(() => 'DROP');
  await raise(world);
  await pass(world, 600);
  expect(receiver.requests.length).toBeLessThanOrEqual(8);
});

describe('a webhook that was given up gets "cleared"', () => {
  async function retryFailed({ picket }: Awaited<ReturnType<typeof openWorld>>): Promise<void> {
    picket.admin = await picket.signIn(ADMIN);
    const message = await picket.platform.db.prisma.message.findFirstOrThrow({
      where: { channel: 'WEBHOOK', state: 'FAILED' },
    });
    const { status } = await picket.call('POST', `/messages/${message.guid}/retry`, { as: picket.admin });
    expect(status).toBe(204);
  }

  async function openWebhook(behavior: Behavior) {
    const world = await openWorld();
    const receiver = await receiverForTest();
    await add(world, { kind: 'WEBHOOK', name: 'Hook', settings: { url: receiver.url } });
    receiver.respondWith(() => behavior);
    const alert = await raise(world);
    await pass(world, 600);
    await end(world, alert);
    await pass(world, 25 * 3600, 1800);
    return { world, receiver, states: () => deliveryStates(world, alert, 'WEBHOOK') };
  }

  test('where it may have accepted that the alert was raised', async () => {
    const { world, receiver, states } = await openWebhook('DROP');
    receiver.respondWith(() => 'ACCEPT');
    await pass(world, 1200, 60);
    expect(await states()).toEqual(['RAISED FAILED', 'CLEARED SENT']);
  });

  test('once more where somebody has it retried after that', async () => {
    const { world, receiver, states } = await openWebhook('DROP');
    receiver.respondWith(() => 'ACCEPT');
    await pass(world, 1200, 60);
    await retryFailed(world);
    const before = receiver.requests.length;
    await pass(world, 1200, 60);
    expect(await states()).toEqual(['RAISED SENT', 'CLEARED SENT']);
    const changes = receiver.requests.slice(before).map(({ body }) => /alert\.[a-z]+/u.exec(String(body))?.[0]);
    expect(changes).toEqual(['alert.raised', 'alert.cleared']);
  });

  test('where somebody had it retried', async () => {
    const { world, receiver, states } = await openWebhook('BAD');
    expect(await states()).toEqual(['RAISED FAILED', 'CLEARED SKIPPED NOT_NOTIFIED']);
    receiver.respondWith(() => 'ACCEPT');
    await retryFailed(world);
    await pass(world, 1200, 60);
    expect(await states()).toEqual(['RAISED SENT', 'CLEARED SENT']);
  });
});

test('a mail of an account that is never confirmed is repeated after growing pauses', async () => {
  const world = await openWorld(QUICK);
  const { picket, mailbox } = world;
  mailbox.confirmAfter(Number.POSITIVE_INFINITY);
  await picket.call('POST', '/auth/forgot-password', { body: { email: ADMIN } });
  for (let count = 0; count < 20; count += 1) {
    await picket.deliver();
    picket.clock.pass(30);
  }
  expect(mailbox.mails.length).toBeGreaterThan(1);
  expect(mailbox.mails.length).toBeLessThanOrEqual(5);
});

test('a mail server that is never done with an answer is left', async () => {
  const server = createServer((socket) => {
    socket.write('220 slow\r\n');
    socket.on('data', () => {});
    const drip = setInterval(() => socket.write('250-slow\r\n'), 50);
    socket.on('close', () => clearInterval(drip));
    socket.on('error', () => {});
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  onTestFinished(() => {
    server.close();
  });
  const world = await openWorld({
    environment: { ...QUICK.environment, PICKET_SMTP_URL: `smtp://127.0.0.1:${port}` },
  });
  await raise(world);
  await world.picket.notify();
  const attempts = await world.picket.platform.db.prisma.deliveryAttempt.findMany();
  expect(attempts.map(({ delivered, answer }) => [delivered, answer])).toEqual([[null, 'no answer within 1.2 s']]);
});

test('what a mail server has accepted is not repeated where its health cannot be saved', async () => {
  const world = await openWorld();
  const { console } = world.picket.platform.db;
  await console.query('ALTER TABLE mail_relay_health ADD CONSTRAINT broken CHECK (last_delivered_at IS NULL)');
  const alert = await raise(world);
  await world.picket.notify();
  await pass(world, 60);
  expect(await deliveryStates(world, alert)).toEqual(['RAISED SENT']);
  expect(withAlert(world).length).toBe(1);
});

test('a message that is being sent is not begun a second time, however late it is', async () => {
  const world = await openWorld();
  const { picket } = world;
  const receiver = await receiverForTest();
  await add(world, { kind: 'SLACK', name: 'Chat', settings: { url: receiver.url } });
  receiver.respondWith(() => 'HANG');
  await raise(world);
  await picket.server.pipeline.notifier.run().catch(() => 0);
  await picket.platform.db.console.query(`UPDATE destination_health SET failing_since = NULL, paused_until = NULL`);
  picket.clock.pass(60);
  const deliverer = new Deliverer(picket.platform, { onMessageFailed: async () => {}, readStill: async () => null });
  expect(await deliverer.begin()).toBe(1);
  picket.clock.pass(600);
  expect(await deliverer.begin()).toBe(0);
  await deliverer.idle();
});

test('an attempt whose sender never ends leaves its place, and may have been taken', async () => {
  const world = await openWorld({ environment: { PICKET_DELIVERY_TIMEOUT: '0.05' } });
  const { picket, location } = world;
  const { prisma, console } = picket.platform.db;
  const { guid: tenant } = await prisma.tenant.findFirstOrThrow({ where: { isAdminTenant: true } });
  const { body: me } = await picket.call<{ guid: string }>('GET', '/users/my-profile', { as: picket.admin });
  const now = picket.clock.now();
  const clip = { guid: newGuid(), startedAt: now, endedAt: now, linkEpoch: 0, hasStill: true };
  const item = {
    ...{ alert: newGuid(), change: 'RAISED' as const, occurrence: 1, notificationNumber: null, severity: 400 },
    ...{ message: 'Water', problem: null, location: { guid: location, name: 'Cold store', timezone: 'UTC' } },
    ...{ sentry: null, policy: null, subject: null, conditions: [], startedAt: now, clearedAt: null, withdrawn: false },
    ...{ suppressedFor: null, symptoms: 0, kind: 'POLICY_ALERT_WITH_VIDEO', changes: [] },
    video: { state: 'READY', reason: null, clips: [clip] },
  };
  const guid = newGuid();
  await insertMessages(
    console,
    [
      {
        ...{ guid, tenant, owner: me.guid, ownerName: ADMIN, destination: me.guid, channel: 'EMAIL', kind: 'ALERTS' },
        ...{ location: null, severity: 400, title: 'Water' },
        content: {
          ...{ kind: 'ALERTS', language: 'en', useCelsius: true, timeFormat: 'auto', tenantName: 'Acme', at: now },
          ...{ items: [item], digest: null },
        },
      },
    ],
    now,
  );
  const deliverer = new Deliverer(picket.platform, {
    onMessageFailed: async () => {},
    readStill: () => new Promise(() => {}),
  });
  expect(await deliverer.begin()).toBe(1);
  await deliverer.idle();
  const attempts = await prisma.deliveryAttempt.findMany({ where: { messageGuid: guid } });
  expect(attempts.map(({ delivered, answer }) => [delivered, answer])).toEqual([[null, 'no answer within 0.4 s']]);
  const [message] = await prisma.message.findMany({ where: { guid } });
  expect(message?.state).toBe('WAITING');
  expect(message?.nextAttemptAt?.getTime()).toBeGreaterThan(now + 4000);
});
