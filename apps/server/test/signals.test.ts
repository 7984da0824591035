/** The signaling channel: what is inserted with a change reaches the device, over either protocol, once and in order. */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { prepareFirstStart } from '../src/app/first-start.ts';
import { saveChannel } from '../src/capabilities/signals/channel-store.ts';
import { insertSignal, listChannels, SignalChannels } from '../src/capabilities/signals/index.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { openChannel, signalsOf, signalsOfKind } from './fake-camera.ts';
import { type Device, openPicket, type Picket } from './harness.ts';
import { connect, until } from './socket-client.ts';

let picket: Picket;
let location: string;
let tenant: string;

beforeAll(async () => {
  picket = await openPicket();
  location = await picket.addLocation();
  tenant = (await picket.platform.db.prisma.location.findFirstOrThrow({ where: { guid: location } })).tenantGuid;
});
afterAll(() => picket.close());

async function stop(device: Device, session = newGuid(), lasts = 60_000): Promise<string> {
  const at = picket.clock.now();
  await picket.platform.db.inTx(({ sql }) =>
    insertSignal(sql, tenant, device.sentry, { kind: 'STOP', session }, { at, expiresAt: at + lasts }),
  );
  picket.platform.pubSub.notify();
  return session;
}

interface Polled {
  readonly signals: readonly { readonly id: string; readonly session: string }[];
}
const poll = (device: Device, query = '') => picket.call<Polled>('GET', `/sentry/signals${query}`, { as: device });

test('a WebSocket receives what was committed before and after it was opened, in order, and nothing twice', async () => {
  const device = await picket.addDevice(location);
  const first = await stop(device);
  const channel = await openChannel(picket, device);
  const second = await stop(device);
  const third = await stop(device);
  await until(() => signalsOf(channel).length >= 3);
  expect(signalsOfKind(channel, 'STOP').map(({ session }) => session)).toEqual([first, second, third]);
  const [, { id } = { id: '' }] = signalsOf(channel);
  const again = await openChannel(picket, device, `?after=${id}`);
  await until(() => signalsOf(again).length > 0);
  expect(signalsOfKind(again, 'STOP').map(({ session }) => session)).toEqual([third]);
});

test('the newest channel of a sentry wins, whichever protocol it uses', async () => {
  const device = await picket.addDevice(location);
  const older = await openChannel(picket, device);
  const newer = await openChannel(picket, device);
  await until(() => older.closed);
  expect(older.closed).toEqual({ code: 1008, reason: 'REPLACED' });
  expect(await listChannels(picket.platform.db.console, tenant, [device.sentry], picket.clock.now())).toMatchObject([
    { sentry: device.sentry, protocol: 'WSS' },
  ]);
  // Seen an hour ahead: by a clock that was wrong.
  const earlier = picket.clock.now() - 3_600_000;
  expect(await listChannels(picket.platform.db.console, tenant, [device.sentry], earlier)).toEqual([]);
  await poll(device);
  await until(() => newer.closed);
});

test('a poll answers at once with what there is, or as soon as there is something', async () => {
  const device = await picket.addDevice(location);
  expect((await poll(device)).body.signals).toEqual([]);
  const waiting = poll(device, '?wait=25');
  const session = await stop(device);
  const { body } = await waiting;
  expect(body.signals).toMatchObject([{ kind: 'STOP', session }]);
  expect((await poll(device, `?after=${body.signals[0]?.id}`)).body.signals).toEqual([]);
  expect((await poll(device)).body.signals).toHaveLength(1);
});

test('a device that has seen signals receives those after a restore, whose database had fewer', async () => {
  const device = await picket.addDevice(location);
  await stop(device);
  const [seen] = (await poll(device)).body.signals;
  await picket.platform.db.console.query(`SELECT setval('sentry_signal_id_seq', 7)::text`);
  picket.clock.pass(60);
  await prepareFirstStart(picket.platform);
  const session = await stop(device);
  const [next, ...others] = (await poll(device, `?after=${seen?.id}`)).body.signals;
  expect([next, others]).toMatchObject([{ session }, []]);
  // Another server that starts, with a clock that is behind.
  picket.clock.pass(-30);
  await prepareFirstStart(picket.platform);
  await stop(device);
  const [last] = (await poll(device, `?after=${next?.id}`)).body.signals;
  expect(Number(last?.id)).toBeGreaterThan(Number(next?.id));
});

test('of two polls the newer one waits on', async () => {
  const device = await picket.addDevice(location);
  const polls = [poll(device, '?wait=25'), poll(device, '?wait=25')];
  expect((await Promise.race(polls)).body.signals).toEqual([]);
  await stop(device);
  const answers = await Promise.all(polls);
  expect(answers.flatMap(({ body }) => body.signals)).toHaveLength(1);
});

test('the channel that was claimed last stays, although an older one is attached after it', async () => {
  const device = await picket.addDevice(location);
  const { platform } = picket;
  const channels = new SignalChannels(platform);
  onTestFinished(() => channels.close());
  const claim = async () => {
    const channel = { guid: newGuid(), protocol: 'HTTPS' } as const;
    const save = () => saveChannel(platform.db.console, tenant, device.sentry, channel, picket.clock.now());
    return { guid: channel.guid, turn: await channels.claim(device.sentry, save) };
  };
  const [older, newer] = await Promise.all([claim(), claim()]);
  const ended: string[] = [];
  const receivers: string[] = [];
  for (const one of [newer, older])
    channels.attach({
      ...one,
      sentry: device.sentry,
      after: '0',
      deliver: () => receivers.push(one.guid),
      onEnd: () => ended.push(one.guid),
    });
  await stop(device);
  await until(() => receivers.length > 0);
  expect([receivers, ended]).toEqual([[newer.guid], [older.guid]]);
});

test('of the claims that wait only the newest is saved, also after one that failed', async () => {
  const channels = new SignalChannels(picket.platform);
  onTestFinished(() => channels.close());
  const order: string[] = [];
  const begun = Promise.withResolvers<void>();
  const failure = Promise.withResolvers<void>();
  const claim = (name: string, sentry = 'rack') => channels.claim(sentry, async () => void order.push(name));
  const failed = channels.claim('rack', () => {
    begun.resolve();
    return failure.promise;
  });
  await begun.promise;
  const waiting = [claim('replaced'), claim('newest')];
  await claim('of another sentry', 'wall');
  failure.reject(new Error('the database is away'));
  await expect(failed).rejects.toThrow('the database is away');
  const [replaced = 0, newest = 0] = await Promise.all(waiting);
  expect(replaced).toBeLessThan(newest);
  expect(order).toEqual(['of another sentry', 'newest']);
});

test('an expired signal is not delivered, and is deleted', async () => {
  const device = await picket.addDevice(location);
  await stop(device, newGuid(), 0);
  expect((await poll(device)).body.signals).toEqual([]);
});

test('a WebSocket is for a device with a valid token, and from no other website', async () => {
  const device = await picket.addDevice(location);
  await expect(connect(picket, '/sentry/signals')).rejects.toThrow('refused: 401');
  await expect(connect(picket, '/sentry/signals', { as: picket.admin })).rejects.toThrow('refused: 401');
  await expect(connect(picket, '/sentry/signals?wait=26', { as: device })).rejects.toThrow('refused: 400');
  const headers = { origin: 'https://elsewhere.example' };
  await expect(connect(picket, '/sentry/signals', { as: device, headers })).rejects.toThrow('refused: 403');
  // Not what is a WebSocket at all.
  await expect(connect(picket, '/health')).rejects.toThrow('refused: 400');
});

test('a removed sentry loses its channel', async () => {
  const device = await picket.addDevice(location);
  const channel = await openChannel(picket, device);
  await picket.call('DELETE', `/sentries/${device.sentry}`, { as: picket.admin });
  await until(() => channel.closed);
});

test('what is no signal ends the channel with a reason, and so do too many', async () => {
  const device = await picket.addDevice(location);
  const cases: readonly [string | Buffer, RegExp][] = [
    ['not JSON', /expected object/u],
    [JSON.stringify({ signals: [{ kind: 'REFUSED', session: 'x', reason: 'BUSY' }] }), /^signals\.0\.session/u],
    [JSON.stringify({ signals: [] }), /^signals/u],
    [Buffer.from('{}'), /text/u],
    ['x'.repeat(70_000), /TOO_LARGE/u],
    // A reason has 123 bytes, and no half character among them.
    [
      JSON.stringify({ signals: [{ kind: 'REFUSED', session: newGuid(), reason: 'BUSY', ['ü€'.repeat(90)]: 1 }] }),
      /€|ü/u,
    ],
  ];
  for (const [message, reason] of cases) {
    const channel = await openChannel(picket, device);
    channel.socket.send(message);
    await until(() => channel.closed);
    expect(channel.closed?.reason).toMatch(reason);
  }
  const channel = await openChannel(picket, device);
  const refused = { kind: 'REFUSED', session: newGuid(), reason: 'BUSY' };
  for (let count = 0; count < 40; count += 1) channel.socket.send(JSON.stringify({ signals: Array(30).fill(refused) }));
  await until(() => channel.closed);
  expect(channel.closed?.reason).toBe('more than 30 signals a second');
  expect((await picket.call('GET', '/health')).status).toBe(204);
});

test('answers are taken over HTTPS as well', async () => {
  const device = await picket.addDevice(location);
  const refused = { kind: 'REFUSED', session: newGuid(), reason: 'BUSY' };
  expect((await picket.call('POST', '/sentry/signals', { as: device, body: { signals: [refused] } })).status).toBe(204);
  const wrong = { signals: [{ ...refused, session: 'x' }] };
  expect((await picket.call('POST', '/sentry/signals', { as: device, body: wrong })).status).toBe(400);
});

test('a channel that asks for what is after an impossible id is refused, and takes nothing from the others', async () => {
  const [device, other] = [await picket.addDevice(location), await picket.addDevice(location)];
  const channel = await openChannel(picket, other);
  for (const after of ['9223372036854775808', '9999999999999999999'])
    await expect(openChannel(picket, device, `?after=${after}`)).rejects.toThrow('refused: 400');
  const last = await openChannel(picket, device, `?after=${'9'.repeat(18)}`);
  const session = await stop(other);
  await until(() => signalsOfKind(channel, 'STOP').length > 0);
  expect(signalsOfKind(channel, 'STOP').map((signal) => signal.session)).toEqual([session]);
  expect(signalsOf(last)).toEqual([]);
});
