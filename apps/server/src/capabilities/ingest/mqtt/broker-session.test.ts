/** What goes over the connection to a broker: messages are read on before the first is handled, and acknowledged once they are. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { generate, type Packet, parser } from 'mqtt-packet';
import { expect, onTestFinished, test } from 'vitest';
import { BrokerSession } from './broker-session.ts';

/** A broker that takes every connection, and sends what the test lets it send. */
async function startBroker() {
  const connections: Socket[] = [];
  const received: Packet[] = [];
  const server = createServer((socket) => {
    connections.push(socket);
    const reader = parser({ protocolVersion: 4 });
    const send = (packet: Packet) => socket.write(generate(packet));
    reader.on('packet', (packet) => {
      received.push(packet);
      if (packet.cmd === 'connect') send({ cmd: 'connack', returnCode: 0, sessionPresent: true });
      if (packet.cmd === 'subscribe') send({ cmd: 'suback', messageId: packet.messageId ?? 0, granted: [1] });
    });
    socket.on('data', (bytes: Buffer) => reader.parse(bytes)).on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of connections) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const acknowledged = (): number[] =>
    received.flatMap((packet) => (packet.cmd === 'puback' ? (packet.messageId ?? 0) : []));
  /** How often it was connected to. A session that lasts is subscribed to once. */
  const connected = (): number => received.filter(({ cmd }) => cmd === 'connect').length;
  const publish = (messageId: number, topic: string): void => {
    const message = { cmd: 'publish', topic, payload: topic, dup: false, retain: false } as const;
    const packet: Packet = messageId === 0 ? { ...message, qos: 0 } : { ...message, qos: 1, messageId };
    connections.at(-1)?.write(generate(packet));
  };
  const drop = (): void => void connections.at(-1)?.destroy();
  return { url: `mqtt://127.0.0.1:${address.port}`, acknowledged, connected, publish, drop };
}

/** A session whose messages are handled when the test says so. */
async function openSession() {
  const broker = await startBroker();
  const inProgress: { readonly topic: string; readonly end: () => void }[] = [];
  const session = new BrokerSession({
    address: { url: broker.url, password: null },
    clientId: 'server',
    echoTopic: 'picket/echo/telemetry',
    legacySession: { drain: () => {}, drained: () => Promise.resolve() },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    handle: ({ topic }, _respond, signal) =>
      new Promise((resolve) => {
        inProgress.push({ topic, end: () => resolve(true) });
        signal.addEventListener('abort', () => resolve(false));
      }),
    onMessage: () => {},
    onLost: () => {},
  });
  onTestFinished(() => session.close());
  await expect.poll(broker.connected).toBe(1);
  return { broker, session, inProgress };
}

test('messages of several sentries are in progress before one is acknowledged; each is once it is handled', async () => {
  const { broker, inProgress } = await openSession();
  broker.publish(1, 'a');
  broker.publish(2, 'b');
  broker.publish(3, 'a');
  broker.publish(0, 'c');
  await expect.poll(() => inProgress.length).toBe(3);
  expect(inProgress.map(({ topic }) => topic)).toEqual(['a', 'b', 'c']);
  expect(broker.acknowledged()).toEqual([]);
  for (const { end } of inProgress) end();
  await expect.poll(() => inProgress.length).toBe(4);
  await expect.poll(broker.acknowledged).toEqual([1, 2]);
  inProgress.at(-1)?.end();
  await expect.poll(broker.acknowledged).toEqual([1, 2, 3]);
});

test('what a lost connection delivered is not acknowledged over the next one', async () => {
  const { broker, inProgress } = await openSession();
  broker.publish(1, 'a');
  await expect.poll(() => inProgress.length).toBe(1);
  broker.drop();
  await expect.poll(broker.connected).toBe(2);
  broker.publish(7, 'b');
  await expect.poll(() => inProgress.length).toBe(2);
  for (const { end } of inProgress) end();
  await expect.poll(broker.acknowledged).toEqual([7]);
});

test('a session that is closed reads nothing more, however much the broker sends', async () => {
  const { broker, session, inProgress } = await openSession();
  broker.publish(1, 'a');
  await expect.poll(() => inProgress.length).toBe(1);
  for (let messageId = 2; messageId < 400; messageId++) broker.publish(messageId, `topic ${messageId}`);
  await expect.poll(() => inProgress.length).toBe(256);
  await session.close();
  expect(inProgress.length).toBe(256);
  expect(broker.acknowledged()).toEqual([]);
});
