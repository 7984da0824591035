/** Receivers that are down for a while: what they get when they are back, and what they do not get twice. */
import type { BodyOf, ResponseOf } from '@picket/contracts/endpoints';
import { expect, test } from 'vitest';
import { jsonOf, openPushBrowser, type Received } from '../../../tests/support/receivers.ts';
import { createDeliveryRecorder } from '../src/capabilities/notifications/index.ts';
import {
  ADMIN,
  add,
  deliveryStates,
  detail,
  end,
  openWorld,
  pass,
  raise,
  receiverForTest,
  type World,
} from './notification-world.ts';

const CHANNELS = ['WEBHOOK', 'SLACK', 'TEAMS', 'NTFY', 'APPRISE', 'PUSH', 'EMAIL'] as const;

/** A destination of every kind, and what each was sent, as text with its key. */
async function everyChannel(world: World) {
  const { picket, mailbox } = world;
  const settings = (kind: string, url: string): object =>
    kind === 'NTFY' ? { server: url, topic: 'alarms' } : { url: `${url}/x` };
  const receivers = new Map<string, Awaited<ReturnType<typeof receiverForTest>>>();
  const browser = openPushBrowser();
  for (const kind of CHANNELS) {
    if (kind === 'EMAIL') continue;
    const receiver = await receiverForTest();
    receivers.set(kind, receiver);
    const own = { endpoint: `${receiver.url}/push`, keys: browser.keys };
    const body = { kind, name: kind, settings: kind === 'PUSH' ? own : settings(kind, receiver.url) };
    await add(world, body as BodyOf<'POST /destinations'>, kind === 'PUSH' ? 'mine' : 'ours');
  }
  const mine = await picket.call<ResponseOf<'GET /users/my-profile/notifications'>>(
    'GET',
    '/users/my-profile/notifications',
    { as: picket.admin },
  );
  const phone = receivers.get('PUSH');
  const messageOf = ({ headers, body }: Received) => ({
    key: String(headers['webhook-id']),
    text: body.toString('utf8'),
  });
  const opened = (push: Received) => {
    const payload = browser.open<{ key: string }>(push, mine.body.pushKey, phone?.url ?? '');
    return { key: payload.key, text: JSON.stringify(payload) };
  };
  return {
    rejectAll: (isShut: boolean) => {
      mailbox.rejectConnections(isShut);
      for (const receiver of receivers.values()) receiver.respondWith(() => (isShut ? 'REFUSE' : 'ACCEPT'));
    },
    asked: (kind: (typeof CHANNELS)[number]) => receivers.get(kind)?.requests.length ?? 0,
    taken: (kind: (typeof CHANNELS)[number]) => {
      if (kind === 'EMAIL')
        return mailbox.mails.map(({ messageId = '', subject = '', text = '' }) => ({
          key: messageId,
          text: `${subject}\n${text}`,
        }));
      return (receivers.get(kind)?.accepted ?? []).map(kind === 'PUSH' ? opened : messageOf);
    },
  };
}

test('every channel down for 25 s with 18 alerts: a new critical one comes within 5 s, the rest within 60 s, once, in the right tense', async () => {
  const world = await openWorld();
  const { picket } = world;
  const channels = await everyChannel(world);
  const places = [world.location, await picket.addLocation('Attic'), await picket.addLocation('Cellar')];
  channels.rejectAll(true);
  const alerts: { guid: string; name: string }[] = [];
  for (let count = 0; count < 18; count += 1) {
    const name = `Alert ${String.fromCharCode(97 + count)}.`;
    alerts.push({ name, guid: await raise(world, name, count % 3 === 0 ? 360 : 240, places[count % 3]) });
  }
  await picket.notify();
  await pass(world, 10, 5);
  const over = alerts.filter((_, place) => place % 2 === 0);
  for (const { guid } of over) await end(world, guid);
  await pass(world, 15, 5);
  // A burst when they went down, one of the critical ones each, then a probe now and then.
  for (const kind of CHANNELS) expect(channels.asked(kind), kind).toBeLessThanOrEqual(8 + 8 + 2);
  for (const kind of CHANNELS) expect(channels.taken(kind), kind).toEqual([]);

  channels.rejectAll(false);
  picket.clock.pass(1);
  const fresh = await raise(world, 'Fresh.', 400);
  await pass(world, 4, 1);
  for (const kind of CHANNELS)
    expect(
      channels
        .taken(kind)
        .map(({ text }) => text)
        .join('\n'),
      kind,
    ).toContain('Critical: Fresh.');
  await pass(world, 56, 4);
  for (const kind of CHANNELS) {
    const taken = channels.taken(kind);
    expect(new Set(taken.map(({ key }) => key)).size, kind).toBe(taken.length);
    const all = taken.map(({ text }) => text).join('\n');
    for (const { name } of alerts) expect(all, kind).toContain(name);
    for (const { name } of over)
      expect(all, `${kind} ${name}`).not.toMatch(new RegExp(`(Critical|Warning): ${name}`, 'u'));
    for (const { guid, name } of alerts) {
      const isOver = over.some((one) => one.guid === guid);
      expect(await deliveryStates(world, guid, kind), `${kind} ${name}`).toEqual(
        isOver ? ['RAISED SENT', 'CLEARED SENT'] : ['RAISED SENT'],
      );
    }
  }
  expect(await deliveryStates(world, fresh)).toEqual(Array.from({ length: CHANNELS.length }, () => 'RAISED SENT'));
});

test('one success at the mail server frees everybody on it, mail of the accounts too', async () => {
  const world = await openWorld();
  const { picket, mailbox } = world;
  await picket.addPerson('VIEWER');
  await picket.addPerson('VIEWER');
  const reset = () => picket.call('POST', '/auth/forgot-password', { body: { email: ADMIN } });
  mailbox.rejectConnections(true);
  await raise(world, 'Water', 240);
  await picket.notify();
  await reset();
  await picket.deliver();
  await pass(world, 40);
  await picket.deliver();
  expect(mailbox.mails).toEqual([]);
  mailbox.rejectConnections(false);
  await pass(world, 31, 1);
  await picket.deliver();
  expect(mailbox.mails.filter(({ subject }) => subject?.includes('Water')).length).toBe(3);
  expect(mailbox.mails.filter(({ subject }) => !subject?.includes('Water')).length).toBe(1);
});

test('an answer about one message does not take the destination down; a new alert is taken at once', async () => {
  const world = await openWorld();
  const receiver = await receiverForTest();
  const { guid } = await add(world, { kind: 'WEBHOOK', name: 'Machine', settings: { url: receiver.url } });
  receiver.respondWith(({ body }) => (body.includes('Odd one') ? 'BAD' : 'ACCEPT'));
  const odd = await raise(world, 'Odd one', 240);
  await world.picket.notify();
  await raise(world, 'Ordinary', 240);
  await world.picket.notify();
  expect(receiver.accepted.map((one) => jsonOf<{ data: { message: string } }>(one).data.message)).toEqual(['Ordinary']);
  await pass(world, 60);
  // Its own pauses grow: 5 s, 10, 20, 40.
  expect(receiver.requests.filter(({ body }) => body.includes('Odd one')).length).toBeLessThanOrEqual(5);
  expect(await deliveryStates(world, odd, 'WEBHOOK')).toEqual(['RAISED COMPOSED']);
  const list = await world.picket.call<ResponseOf<'GET /destinations'>>('GET', '/destinations', {
    as: world.picket.admin,
  });
  expect(list.body.items.find((one) => one.guid === guid)?.health).toBe('WORKS');
});

test('a message no receiver takes does not keep back the others', async () => {
  const world = await openWorld();
  const receiver = await receiverForTest();
  await add(world, { kind: 'WEBHOOK', name: 'Machine', settings: { url: receiver.url } });
  receiver.respondWith(({ body }) => (body.includes('Odd one') ? 'REFUSE' : 'ACCEPT'));
  await raise(world, 'Odd one', 240);
  await world.picket.notify();
  for (let count = 0; count < 6; count += 1) {
    await raise(world, `Ordinary ${count}`, 240);
    await pass(world, 20);
  }
  expect(receiver.accepted.length).toBe(6);
});

test('a receiver that asks to be left alone is, but for a new critical alert', async () => {
  const world = await openWorld();
  const receiver = await receiverForTest();
  await add(world, { kind: 'WEBHOOK', name: 'Machine', settings: { url: receiver.url } });
  receiver.respondWith(() => 'BUSY');
  await raise(world, 'First', 240);
  await pass(world, 110);
  expect(receiver.requests.length).toBe(1);
  await raise(world, 'Fire', 400);
  await world.picket.notify();
  expect(receiver.requests.length).toBe(2);
  receiver.respondWith(() => 'ACCEPT');
  await pass(world, 130);
  expect(receiver.accepted.length).toBe(2);
});

test('what a receiver may have taken keeps its key; its end follows by itself', async () => {
  const world = await openWorld();
  const receiver = await receiverForTest();
  await add(world, { kind: 'SLACK', name: 'Team', settings: { url: receiver.url } });
  receiver.respondWith(() => (receiver.requests.length < 2 ? 'DROP' : 'ACCEPT'));
  const alert = await raise(world);
  await world.picket.notify();
  world.picket.clock.pass(3);
  await end(world, alert);
  await pass(world, 60);
  const messages = receiver.accepted.map((one) => ({
    key: one.headers['webhook-id'],
    text: jsonOf<{ text: string }>(one).text,
  }));
  expect(messages.map(({ text }) => text.replace(/after .*/u, 'after'))).toEqual([
    'Critical: Water on the floor at Cold store',
    'Was on for 3 s: Water on the floor at Cold store',
    'Over: Water on the floor at Cold store, after',
  ]);
  expect(messages[1]?.key).toBe(messages[0]?.key);
  expect(messages[2]?.key).not.toBe(messages[0]?.key);
  const [delivery] = (await detail(world, alert)).deliveries.filter(({ channel }) => channel === 'SLACK');
  // Nobody knows whether the first was taken.
  expect(delivery?.attempts.map(({ delivered }) => delivered)).toEqual([undefined, true]);
});

test('an alert that ends and begins again while its end is on the way is on again for everybody', async () => {
  const world = await openWorld();
  const { picket, mailbox } = world;
  mailbox.rejectConnections(true);
  const alert = await raise(world);
  await pass(world, 4, 2);
  await end(world, alert);
  await pass(world, 40);
  expect(await deliveryStates(world, alert)).toEqual(['RAISED COMPOSED', 'CLEARED COMPOSED']);
  const { tenantGuid: tenant } = await picket.platform.db.prisma.alert.findFirstOrThrow({ where: { guid: alert } });
  await picket.platform.db.prisma.alert.updateMany({
    where: { guid: alert },
    data: { state: 'OPEN', clearedAt: null },
  });
  await picket.platform.db.inSqlTx((sql) =>
    createDeliveryRecorder(picket.platform)(sql, [{ tenant, alert, change: 'UPDATED' }]),
  );
  mailbox.rejectConnections(false);
  await pass(world, 60);
  expect(mailbox.mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Was on for/u),
    'Critical: Water on the floor at Cold store',
  ]);
});
