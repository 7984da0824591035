/** A broker that does not keep to what the client takes. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { BrokerSettings } from '@picket/contracts/connected-settings';
import { expect, onTestFinished, test } from 'vitest';
import type { SourceNetwork } from '../source-network.ts';
import { openBrokerClient } from './broker-client.ts';

const CONNECTED = Buffer.from([0x20, 3, 0, 0, 0]);

/** A message over MQTT 5, at quality of service 0. */
function publish(topic: string, bytes: number): Buffer {
  const rest = Buffer.concat([
    Buffer.from([0, topic.length]),
    Buffer.from(topic),
    Buffer.from([0]),
    Buffer.alloc(bytes, 'x'),
  ]);
  const length = [rest.length & 0x7f, (rest.length >> 7) & 0x7f, (rest.length >> 14) & 0x7f].map((part, index) =>
    index < 2 ? part | 0x80 : part,
  );
  return Buffer.concat([Buffer.from([0x30, ...length]), rest]);
}

test('over MQTT 5 a message that is longer than the client takes is left out, and the next one is read', async () => {
  const broker = createServer((socket: Socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      for (const packet of [CONNECTED, publish('long', 400_000), publish('next', 20_000)]) socket.write(packet);
    });
  });
  broker.listen(0, '127.0.0.1');
  await once(broker, 'listening');
  const address = broker.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const refused = (): never => {
    throw new Error('not used');
  };
  const network: SourceNetwork = {
    connect: refused,
    connectDatagrams: refused,
    readPage: refused,
    connectBroker: () => connect(port, '127.0.0.1'),
  };
  const settings: BrokerSettings = {
    kind: 'MQTT',
    address: `mqtt://127.0.0.1:${port}`,
    user: null,
    password: null,
    discoveryPrefix: 'homeassistant',
    formerPrefixes: [],
    exportsSentries: false,
    topicValues: [],
  };
  const received: string[] = [];
  const next = Promise.withResolvers<void>();
  const client = openBrokerClient(
    settings,
    () => network,
    {
      connected: () => {},
      lost: () => {},
      problem: () => {},
      message: async ({ topic }) => {
        received.push(topic);
        if (topic === 'next') next.resolve();
      },
    },
    { once: true },
  );
  onTestFinished(async () => {
    await client.close();
    broker.close();
  });
  await next.promise;
  expect(received).toEqual(['next']);
});
