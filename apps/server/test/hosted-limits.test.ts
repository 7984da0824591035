/** What a client of the broker in Picket may hold, and how much work one packet of it makes. */
import type { MqttClient } from 'mqtt';
import { generate, type Packet } from 'mqtt-packet';
import { expect, test } from 'vitest';
import { RetainedMessages } from '../src/capabilities/integrations/hosted/retained-messages.ts';
import { HostedWorld } from './hosted-world.ts';

const REFUSED = 128;
const names = (count: number, nameOf: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => nameOf(index));
const deep = (levels: number, last = 'x') => [...names(levels - 1, () => 'a'), last].join('/');

/** Resolves with the first packet of a kind. */
const received = <Kind extends Packet['cmd']>(client: MqttClient, kind: Kind) =>
  new Promise<Extract<Packet, { cmd: Kind }>>((resolve) => {
    const isWanted = (packet: Packet): packet is Extract<Packet, { cmd: Kind }> => packet.cmd === kind;
    const take = (packet: Packet): void => {
      if (!isWanted(packet)) return;
      client.off('packetreceive', take);
      resolve(packet);
    };
    client.on('packetreceive', take);
  });

const subscribePacket = (filters: readonly string[], qos: 0 | 1 = 0) =>
  generate({ cmd: 'subscribe', messageId: 7, subscriptions: filters.map((topic) => ({ topic, qos })) });
const unsubscribePacket = (filters: readonly string[]) =>
  generate({ cmd: 'unsubscribe', messageId: 8, unsubscriptions: [...filters] });

/** The codes of SUBACK. */
async function granted(client: MqttClient, filters: readonly string[]): Promise<readonly unknown[]> {
  const answer = received(client, 'suback');
  client.stream.write(subscribePacket(filters));
  return (await answer).granted;
}

async function unsubscribe(client: MqttClient, filters: readonly string[]): Promise<void> {
  const answer = received(client, 'unsuback');
  client.stream.write(unsubscribePacket(filters));
  await answer;
}

const refused = (codes: readonly unknown[]) => codes.filter((code) => code === REFUSED).length;

/** How often the event loop turned until the work was done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const turn = (): void => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await work;
  isDone = true;
  return turns;
}

test('other work goes on while many kept topics are compared with many filters', async () => {
  const world = await HostedWorld.open();
  const { db } = world.picket.platform;
  const { tenantGuid } = await db.prisma.location.findFirstOrThrow({ where: { guid: world.location } });
  await db.console.query(
    `INSERT INTO retained_message (tenant_guid, integration_guid, topic, payload, qos)
     SELECT tenant_guid, integration_guid, repeat('a/', 19) || n, '1'::bytea, 0
       FROM hosted_broker, generate_series(1, 5000) n`,
  );
  const retained = await RetainedMessages.open(db.console, tenantGuid, world.guid);
  const filters = names(50, (index) => `${'+/'.repeat(18)}b/${index}`);
  // It covers none, so nothing is read of the database.
  expect(await turnsDuring(retained.matching(filters).next())).toBeGreaterThanOrEqual(25);
});

test('who unsubscribes from what it does not have may subscribe to no more', async () => {
  const client = await (await HostedWorld.open()).client();
  const first = names(500, (index) => `first/${index}`);
  expect(refused(await granted(client, first))).toBe(0);
  await unsubscribe(
    client,
    names(500, (index) => `invented/${index}`),
  );
  expect(await granted(client, ['one/more'])).toEqual([REFUSED]);
  // What it has already is no further one.
  expect(await granted(client, ['first/1'])).toEqual([0]);
  await unsubscribe(client, ['first/1', 'first/1']);
  expect(await granted(client, ['one/more', 'two/more'])).toEqual([0, REFUSED]);
});

test('fewer filters with wildcards, and none of more than 20 levels', async () => {
  const client = await (await HostedWorld.open()).client();
  expect(
    refused(
      await granted(
        client,
        names(50, (index) => `+/${index}`),
      ),
    ),
  ).toBe(0);
  expect(await granted(client, ['+/more', '#', 'plain', '+/1'])).toEqual([REFUSED, REFUSED, 0, 0]);
  await unsubscribe(client, ['+/1']);
  expect(await granted(client, ['#'])).toEqual([0]);
  expect(await granted(client, [deep(20), deep(21)])).toEqual([0, REFUSED]);
});

test('a topic of more than 20 levels is passed on, and not kept', async () => {
  const world = await HostedWorld.open();
  const [client, watcher] = [await world.client(), await world.client()];
  const seen = received(watcher, 'publish');
  await watcher.subscribeAsync('#');
  await client.publishAsync(deep(21), '1', { qos: 1, retain: true });
  expect((await seen).topic).toBe(deep(21));
  await client.publishAsync(deep(20), '1', { qos: 1, retain: true });
  expect(await world.leftOut()).toEqual([`NOT_RETAINED ${deep(21)} 1`]);
  expect((await world.state()).retained).toBe(1);
});

test('nothing stays of a subscription that is asked for with another quality of service while it ends', async () => {
  const client = await (await HostedWorld.open()).client();
  const topics: string[] = [];
  client.on('message', (topic) => topics.push(topic));
  await granted(client, ['a/b']);
  const answer = received(client, 'suback');
  client.stream.write(Buffer.concat([unsubscribePacket(['a/b']), subscribePacket(['a/b'], 1)]));
  await answer;
  await client.publishAsync('a/b', 'first', { qos: 1 });
  await unsubscribe(client, ['a/b']);
  await client.publishAsync('a/b', 'second', { qos: 1 });
  await granted(client, ['a/c']);
  await client.publishAsync('a/c', '', { qos: 1 });
  await expect.poll(() => topics).toEqual(['a/b', 'a/c']);
});
