/** The broker in Picket: devices connect with the user and the password of an integration, and are read as at any other broker. */
import { connect } from 'node:net';
import type { ResponseOf } from '@picket/contracts/endpoints';
import type { MqttClient } from 'mqtt';
import { describe, expect, test } from 'vitest';
import { openPicket } from './harness.ts';
import { HostedWorld } from './hosted-world.ts';
import { announceSensor, BRIDGE, STATE } from './zigbee-bridge.ts';

const send = (client: MqttClient, topic: string, message: unknown, retain = false, qos: 0 | 1 | 2 = 1) =>
  client.publishAsync(topic, typeof message === 'string' ? message : JSON.stringify(message), { qos, retain });

const announce = (client: MqttClient) => announceSensor((topic, config) => send(client, topic, config, true));

/** Resolves once its connection is over. */
const closing = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', () => resolve()));

/** All messages that arrive for a filter, as `topic payload`. */
async function subscribed(client: MqttClient, filter: string): Promise<readonly string[]> {
  const messages: string[] = [];
  client.on('message', (topic, payload, { retain }) => messages.push(`${topic} ${payload}${retain ? ' kept' : ''}`));
  await client.subscribeAsync(filter, { qos: 1 });
  return messages;
}

describe('a leak sensor of a bridge that connects to Picket', () => {
  test('is found, adopted, and read once; an acknowledged reading is stored, and raises an alert', async () => {
    const world = await HostedWorld.open();
    const bridge = await world.client({ clientId: 'zigbee2mqtt' });
    await send(bridge, BRIDGE, { state: 'online' }, true);
    await announce(bridge);
    expect(await world.adoptFirst()).toMatchObject({ kind: 'ADOPTED', model: 'SJCGQ11LM' });
    world.picket.clock.pass(11);
    await send(bridge, STATE, { battery: 100, water_leak: false });
    // It is acknowledged, so nothing has to be waited for.
    expect(await world.leaks()).toEqual([0]);
    world.picket.clock.pass(1);
    await send(bridge, STATE, { battery: 100, water_leak: true }, false, 2);
    expect(await world.leaks()).toEqual([0, 1]);
    const alerts = await world.picket.alerts();
    expect(
      alerts
        .filter(({ severity, kind }) => severity > 0 && kind.startsWith('POLICY_ALERT'))
        .map(({ policy }) => policy?.name),
    ).toEqual(['Fluid leak']);
    expect(await world.state()).toMatchObject({
      clients: [{ id: 'zigbee2mqtt', address: '127.0.0.1', since: expect.any(String) }],
      messagesPerMinute: 6,
      retained: 4,
      hasPassword: true,
      connectedAt: expect.any(String),
      lastMessageAt: expect.any(String),
    });
  });

  test('a state that is kept is no reading, also after a restart', async () => {
    const world = await HostedWorld.open();
    const bridge = await world.client();
    await announce(bridge);
    await send(bridge, STATE, { water_leak: true }, true);
    await world.adoptFirst();
    await world.picket.server.pipeline.integrations.close();
    await world.run();
    const again = await world.client();
    await send(again, BRIDGE, { state: 'online' }, true);
    expect(await world.leaks()).toEqual([]);
    const seen = await subscribed(again, 'zigbee2mqtt/#');
    await expect.poll(() => seen).toContain(`${STATE} {"water_leak":true} kept`);
  });

  test('its bridge is gone once its connection is: its will says so', async () => {
    const world = await HostedWorld.open();
    const will = { topic: BRIDGE, payload: Buffer.from('{"state":"offline"}'), qos: 1, retain: true } as const;
    const bridge = await world.client({ will });
    await send(bridge, BRIDGE, { state: 'online' }, true);
    const watcher = await world.client();
    const messages = await subscribed(watcher, BRIDGE);
    bridge.stream.destroy();
    await expect.poll(() => messages.at(-1)).toBe(`${BRIDGE} {"state":"offline"}`);
    // Picket that ends is no device that is gone.
    const other = await world.client({ will: { ...will, topic: 'other/state' } });
    await send(other, 'other/state', 'online', true);
    await world.picket.server.pipeline.integrations.close();
    await world.run();
    const kept = await subscribed(await world.client(), 'other/#');
    // Kept messages follow the acknowledgement of the subscription.
    await expect.poll(() => kept).toEqual(['other/state online kept']);
  });
});

describe('who may connect', () => {
  test('nobody without the password: the refusal has a code, and is counted by address', async () => {
    const world = await HostedWorld.open();
    expect(await world.refusal({ isAnonymous: true })).toBe(5);
    expect(await world.refusal({ password: 'wrong' })).toBe(4);
    expect(await world.refusal({ username: 'picket-0000000000' })).toBe(4);
    expect(await world.refusal({ protocolVersion: 5 })).toBe(132);
    expect(await world.refusal({ will: { topic: 'picket/x', payload: Buffer.from('1'), qos: 0, retain: false } })).toBe(
      5,
    );
    expect(await world.state()).toMatchObject({ lastRefusal: { reason: 'MQTT_5', address: '127.0.0.1' } });
    const codes = [];
    for (let attempt = 0; attempt < 50; attempt++) codes.push(await world.refusal({ password: 'wrong' }));
    expect([codes[0], codes.at(-1)]).toEqual([4, 3]);
    // Right ones pass: other devices have the same address.
    expect(await world.refusal({})).toBeNull();
  });

  test('a renewed password ends the connections of the one before', async () => {
    const world = await HostedWorld.open();
    const old = await world.client();
    const closed = closing(old);
    const renewed = await world.renew();
    await world.run();
    await closed;
    expect(await world.refusal({})).toBe(4);
    expect(await world.refusal({ password: renewed })).toBeNull();
    expect((await world.state()).user).toBe(world.user);
  });

  test('nobody once it is turned off or removed, or its organization is deleted', async () => {
    const world = await HostedWorld.open();
    const client = await world.client();
    const closed = closing(client);
    const path = `/integrations/${world.guid}`;
    const patch = (enabled: boolean) => world.picket.call('PATCH', path, { as: world.admin, body: { enabled } });
    expect((await patch(false)).status).toBe(200);
    await world.run();
    await closed;
    expect(await world.refusal({})).toBe(4);
    await patch(true);
    await world.run();
    const again = await world.client();
    await send(again, 'a/b', '1', true);
    const removed = closing(again);
    const { db } = world.picket.platform;
    const { tenantGuid } = await db.prisma.location.findFirstOrThrow({ where: { guid: world.location } });
    await db.prisma.sentry.deleteMany({ where: { tenantGuid } });
    await world.run();
    await removed;
    expect(await world.refusal({})).toBe(4);
    expect(await db.prisma.retainedMessage.count()).toBe(0);
  });
});

describe('what clients may do', () => {
  test('they see the messages of their own integration alone', async () => {
    const world = await HostedWorld.open();
    const { admin } = await world.picket.addTenant('Neighbor');
    const other = await HostedWorld.add(world.picket, admin, await world.picket.addLocation('Bern', admin));
    const [mine, theirs] = [await world.client(), await other.client()];
    await send(mine, 'kept/mine', '1', true);
    await send(theirs, 'kept/theirs', '1', true);
    const [seen, seenByOther] = [await subscribed(mine, '#'), await subscribed(theirs, '#')];
    await send(mine, 'a/b', 'mine');
    await send(theirs, 'a/b', 'theirs');
    await expect.poll(() => seen).toEqual(['kept/mine 1 kept', 'a/b mine']);
    await expect.poll(() => seenByOther).toEqual(['kept/theirs 1 kept', 'a/b theirs']);
    expect(await other.refusal({ password: world.password })).toBe(4);
    await expect(mine.subscribeAsync('$SYS/#')).rejects.toThrow('Unspecified error');
  });

  test.each(['picket/x/telemetry', '$SYS/broker/version'])('nothing is published to %s', async (topic) => {
    const world = await HostedWorld.open();
    const [client, watcher] = [await world.client(), await world.client()];
    const seen = await subscribed(watcher, '#');
    const closed = closing(client);
    client.publish(topic, '1', { qos: 1 });
    await closed;
    expect(await world.leftOut()).toEqual([`BAD_TOPIC ${topic} 1`]);
    expect((await world.state()).lastRefusal).toMatchObject({ reason: 'TOPIC_REFUSED' });
    await send(watcher, 'a/b', 'after');
    await expect.poll(() => seen).toEqual(['a/b after']);
  });

  test('a broken client loses its connection, and no other does', async () => {
    const world = await HostedWorld.open();
    const good = await world.client();
    const port = Number(new URL(world.url).port);
    for (const bytes of [
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0xff]),
      Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f]),
      Buffer.from([0x10, 4, 0, 9, 1, 1]),
      Buffer.from([0x30, 2, 0, 0]),
    ]) {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => {});
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.resume().write(bytes);
      await closed;
    }
    const broken = await world.client();
    const closed = closing(broken);
    broken.stream.write(Buffer.from([0x3f, 0xff, 0xff, 0xff, 0xff, 1, 2]));
    await closed;
    await send(good, 'a/b', 'still there');
    expect((await world.state()).clients).toHaveLength(1);
  });

  test('a message that is too large reaches nobody and is listed; the client goes on', async () => {
    const world = await HostedWorld.open();
    const client = await world.client();
    const seen = await subscribed(await world.client(), '#');
    await send(client, 'large/x', 'x'.repeat(1_100_000));
    await send(client, 'a/b', 'after');
    await expect.poll(() => seen).toEqual(['a/b after']);
    expect(await world.leftOut()).toEqual(['TOO_LARGE large/x 1']);
  });
});

describe('kept messages', () => {
  test('survive a restart, and end with an empty message', async () => {
    const world = await HostedWorld.open();
    const client = await world.client();
    for (const name of ['a', 'b', 'c']) await send(client, `state/${name}`, name, true);
    await send(client, 'state/a', '', true);
    await send(client, 'state/b', 'newer', true, 0);
    await send(client, 'state/d', 'd', false);
    await world.picket.server.pipeline.integrations.close();
    await world.run();
    const seen = await subscribed(await world.client(), 'state/+');
    await expect.poll(() => [...seen].sort()).toEqual(['state/b newer kept', 'state/c c kept']);
    expect((await world.state()).retained).toBe(2);
  });

  test('are bounded in size and number: what is over a limit is passed on, not kept, and listed', async () => {
    const world = await HostedWorld.open();
    const { db } = world.picket.platform;
    await db.console.query(
      `INSERT INTO retained_message (tenant_guid, integration_guid, topic, payload, qos)
       SELECT tenant_guid, integration_guid, 'many/' || n, '1'::bytea, 0 FROM hosted_broker, generate_series(1, 4999) n`,
    );
    await world.picket.server.pipeline.integrations.close();
    await world.run();
    const client = await world.client();
    const seen = await subscribed(await world.client(), 'state/+');
    await send(client, 'state/large', 'x'.repeat(65_537), true);
    await send(client, 'state/last', '1', true);
    await send(client, 'state/over', '1', true);
    await send(client, 'state/last', '2', true);
    await expect
      .poll(() => seen.map((one) => one.slice(0, 14)))
      .toEqual(['state/large xx', 'state/last 1', 'state/over 1', 'state/last 2']);
    expect(await world.leftOut()).toEqual(['NOT_RETAINED state/over 1', 'NOT_RETAINED state/large 1']);
    expect((await world.state()).retained).toBe(5000);
  });
});

describe('without the setting', () => {
  test('there is none: it cannot be added, and one that is there says so', async () => {
    const picket = await openPicket();
    const location = await picket.addLocation('Basel');
    const body = { kind: 'BROKER', name: 'Devices', location };
    expect((await picket.call('POST', '/integrations', { as: picket.admin, body })).status).toBe(409);
    const { body: list } = await picket.call<ResponseOf<'GET /integrations'>>('GET', '/integrations', {
      as: picket.admin,
    });
    expect(list).toEqual({ items: [] });
    await picket.close();
  });
});
