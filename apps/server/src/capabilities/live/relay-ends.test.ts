/** A process whose machine is gone closes nothing: what it sends or receives ends all the same. */
import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { LiveFeed } from './live-feed.ts';
import { Picture } from './picture.ts';
import { receiveRelay } from './relay-receiver.ts';
import { sendRelay } from './relay-sender.ts';

/** Pings are as quick as the test wants. */
async function openServer(autoPong: boolean) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, autoPong });
  onTestFinished(() => {
    for (const client of server.clients) client.terminate();
    server.close();
  });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, address: `ws://127.0.0.1:${address.port}` };
}

async function receive(autoPong: boolean) {
  const { server, address } = await openServer(autoPong);
  const state = { hasEnded: false, pings: 0, hasRead: async () => {} };
  const source = receiveRelay(
    new LiveFeed(),
    { address, session: 'session', headers: {} },
    {
      onEnd: () => {
        state.hasEnded = true;
      },
    },
  );
  onTestFinished(() => source.end('done', true));
  const [peer] = await once(server, 'connection');
  peer.on('ping', () => {
    state.pings += 1;
  });
  // It comes after what was sent before.
  state.hasRead = async () => {
    peer.ping();
    await once(peer, 'pong');
  };
  // What is asked for when it has connected.
  await once(peer, 'message');
  return state;
}

test('the picture of a process that does not answer is looked for again', async () => {
  const state = await receive(false);
  vi.advanceTimersByTime(20_000);
  await expect.poll(() => state.pings).toBe(1);
  expect(state.hasEnded).toBe(false);
  vi.advanceTimersByTime(20_000);
  await expect.poll(() => state.hasEnded).toBe(true);
});

test('one that answers goes on', async () => {
  const state = await receive(true);
  for (let pings = 1; pings <= 3; pings++) {
    vi.advanceTimersByTime(20_000);
    await expect.poll(() => state.pings).toBe(pings);
    await state.hasRead();
  }
  expect(state.hasEnded).toBe(false);
});

test('a process that does not answer counts no longer as one that looks', async () => {
  const { server, address } = await openServer(true);
  const picture = new Picture('tenant', 'sentry');
  server.on('connection', (socket) => sendRelay(picture, socket));
  const client = new WebSocket(address, { autoPong: false });
  onTestFinished(() => client.terminate());
  const pinged = once(client, 'ping');
  await once(client, 'open');
  await expect.poll(() => picture.pipes).toBe(1);
  vi.advanceTimersByTime(20_000);
  await pinged;
  vi.advanceTimersByTime(20_000);
  await expect.poll(() => picture.pipes).toBe(0);
});
