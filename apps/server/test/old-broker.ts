/** A broker that knows MQTT 3.1.1 and nothing newer: a real one, behind an edge that refuses the first packet of version 5. */
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

const PROTOCOL_NAME = 'MQTT';
/** CONNACK of version 3.1.1: unacceptable protocol version. */
const UNACCEPTABLE = Buffer.from([0x20, 2, 0, 1]);

/** How it refuses: in a packet, or by closing the connection. */
export type RefusesBy = 'ANSWERING' | 'CLOSING';

export interface OldBroker {
  readonly url: string;
  /** The versions of the attempts so far: 5, or 4 for 3.1.1. */
  readonly asked: readonly number[];
  /** Ends every connection. */
  readonly disconnect: () => void;
}

/** The version that a CONNECT asks for. */
const versionOf = (connectPacket: Buffer): number => connectPacket[connectPacket.indexOf(PROTOCOL_NAME) + 4] ?? 0;

export async function startOldBroker(url: string, refusesBy: RefusesBy): Promise<OldBroker> {
  const { hostname, port } = new URL(url);
  const asked: number[] = [];
  const open = new Set<Socket>();
  const server = createServer((client) => {
    open.add(client);
    client.on('error', () => {}).on('close', () => open.delete(client));
    client.once('data', (first: Buffer) => {
      asked.push(versionOf(first));
      if (versionOf(first) === 4) {
        const broker = connect(Number(port), hostname, () => broker.write(first));
        broker.on('error', () => client.destroy()).on('close', () => client.destroy());
        client
          .on('close', () => broker.destroy())
          .pipe(broker)
          .pipe(client);
      } else if (refusesBy === 'ANSWERING') client.end(UNACCEPTABLE);
      else client.end();
    });
  });
  const disconnect = (): void => {
    for (const client of open) client.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    disconnect();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `mqtt://127.0.0.1:${address.port}`, asked, disconnect };
}
