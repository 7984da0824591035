/** WebSocket clients of tests: a device, and a page. */

import { expect, onTestFinished } from 'vitest';
import WebSocket from 'ws';
import type { Device, Picket, Session } from './harness.ts';

export interface SocketClient {
  readonly socket: WebSocket;
  readonly texts: unknown[];
  readonly binaries: Buffer[];
  /** Null while it is open. */
  closed: { readonly code: number; readonly reason: string } | null;
}

async function addressOf(picket: Picket): Promise<string> {
  const { server } = picket.server.app;
  if (!server.listening) await picket.server.app.listen({ host: '127.0.0.1', port: 0 });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen on a port');
  return `127.0.0.1:${address.port}`;
}

export interface ConnectOptions {
  readonly as?: Session | Device | undefined;
  readonly headers?: Record<string, string>;
}

/** Connects; throws an error with the status where the upgrade is refused. */
export async function connect(picket: Picket, path: string, options: ConnectOptions = {}): Promise<SocketClient> {
  const { as, headers = {} } = options;
  const identity =
    as === undefined ? {} : 'cookie' in as ? { cookie: as.cookie } : { authorization: `Bearer ${as.token}` };
  const socket = new WebSocket(`ws://${await addressOf(picket)}/api/v1${path}`, {
    headers: { ...identity, ...headers },
  });
  const client: SocketClient = { socket, texts: [], binaries: [], closed: null };
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) client.binaries.push(data);
    else client.texts.push(JSON.parse(data.toString()));
  });
  socket.on('close', (code, reason) => {
    client.closed = { code, reason: reason.toString() };
  });
  onTestFinished(() => socket.terminate());
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => {
      socket.on('error', () => {});
      resolve();
    });
    socket.once('unexpected-response', (_request, response) => reject(new Error(`refused: ${response.statusCode}`)));
    socket.once('error', reject);
  });
  return client;
}

export const until = (condition: () => unknown, timeout = 10_000): Promise<void> =>
  expect.poll(async () => Boolean(await condition()), { timeout, interval: 20 }).toBe(true);
