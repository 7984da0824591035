import { expect, test } from 'vitest';
import { openCameraDevice } from '../../../../tests/support/camera-device.ts';
import { type ChannelPauses, type ServerSignal, SignalChannel } from './signal-channel.ts';
import { SignalCursor } from './signal-cursor.ts';

const AT_ONCE: ChannelPauses = { afterFailure: () => 5, afterRefusal: () => 5, beforeWebSocket: 600_000 };
const SESSION = '11111111-1111-4111-8111-111111111111';
const stop = { kind: 'STOP', session: SESSION };

async function openChannel(pauses = AT_ONCE) {
  const device = await openCameraDevice();
  const { client, folder, over } = device;
  const handled: string[] = [];
  const protocols: string[] = [];
  const turns = { handle: async (_signal: ServerSignal): Promise<void> => {} };
  const open = () => {
    const channel = new SignalChannel(
      client,
      new SignalCursor(folder),
      {
        signal: async (signal) => {
          await turns.handle(signal);
          handled.push(signal.id);
        },
        connected: (protocol) => protocols.push(protocol),
      },
      pauses,
    );
    const ended = new AbortController();
    return { channel, ended, running: channel.run(AbortSignal.any([over.signal, ended.signal])) };
  };
  return { ...device, open, handled, protocols, turns };
}

test('signals are handled one after the other, and once, over connections that are cut', async () => {
  const { picket, open, handled, turns } = await openChannel();
  const first = Promise.withResolvers<void>();
  turns.handle = () => first.promise;
  picket.signal(stop);
  const { channel } = open();
  await expect.poll(() => channel.isConnected).toBe(true);
  picket.signal(stop);
  picket.signal(stop);
  first.resolve();
  await expect.poll(() => handled).toEqual(['1', '2', '3']);
  picket.closeChannels();
  await expect.poll(() => picket.opened.length).toBe(2);
  picket.signal(stop);
  await expect.poll(() => handled).toEqual(['1', '2', '3', '4']);
  expect(picket.opened).toEqual(['WSS ', 'WSS 3']);
});

test('a restart asks for what came after the last signal that was handled', async () => {
  const { picket, open, handled } = await openChannel();
  picket.signal(stop);
  const before = open();
  await expect.poll(() => handled).toEqual(['1']);
  before.ended.abort();
  await before.running;
  picket.signal(stop);
  open();
  await expect.poll(() => handled).toEqual(['1', '2']);
  expect(picket.opened).toEqual(['WSS ', 'WSS 1']);
});

test('answers go over the channel', async () => {
  const { picket, open } = await openChannel();
  const { channel } = open();
  await expect.poll(() => channel.isConnected).toBe(true);
  await channel.send({ kind: 'REFUSED', session: SESSION, reason: 'OFF' });
  await expect.poll(() => picket.answers).toEqual([{ kind: 'REFUSED', session: SESSION, reason: 'OFF' }]);
});

test('where no WebSocket gets through it polls, and attempts a WebSocket again later', async () => {
  const { picket, open, handled, protocols } = await openChannel({ ...AT_ONCE, beforeWebSocket: 1 });
  picket.allowsWebSockets = false;
  picket.signal(stop);
  const { channel } = open();
  await expect.poll(() => handled).toEqual(['1']);
  expect(protocols[0]).toBe('HTTPS');
  await expect.poll(() => picket.opened).toContain('HTTPS 1');
  await channel.send({ kind: 'REFUSED', session: SESSION, reason: 'BUSY' });
  expect(picket.answers).toHaveLength(1);
  picket.allowsWebSockets = true;
  // A poll may still wait for a signal.
  picket.signal(stop);
  await expect.poll(() => protocols.at(-1)).toBe('WSS');
  picket.signal(stop);
  await expect.poll(() => handled).toEqual(['1', '2', '3']);
});

test('a server that cannot be reached is connected to again, over a WebSocket', async () => {
  const { picket, open, handled } = await openChannel();
  picket.isReachable = false;
  const { channel } = open();
  picket.signal(stop);
  await expect.poll(() => picket.refusedConnections).toBeGreaterThan(5);
  expect(channel.isConnected).toBe(false);
  picket.isReachable = true;
  await expect.poll(() => handled).toEqual(['1']);
});

test('a message that is none ends the connection, and nothing else', async () => {
  const { picket, open, handled } = await openChannel();
  open();
  await expect.poll(() => picket.hasChannel).toBe(true);
  picket.sendRaw('{"signals": [{"kind": "DANCE", "id": "1"}]}');
  await expect.poll(() => picket.opened.length).toBe(2);
  picket.signal(stop);
  await expect.poll(() => handled).toEqual(['1']);
});
