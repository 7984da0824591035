/** Live pictures with two server processes: viewers at the one that does not have the device's uplink. */
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatInstant } from '@picket/domain/time';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { freePort } from '../../../tests/support/free-port.ts';
import { makeFragment, makeInit } from '../../../tests/support/made-up-video.ts';
import { isRelayValid, signRelay } from '../src/capabilities/live/relay-auth.ts';
import { relaySocketOf } from '../src/capabilities/live/relay-server.ts';
import { addCamera, messagesOf, openChannel, sendPictures, signalsOfKind, view } from './fake-camera.ts';
import { type Device, openPicket, type Picket, picketForTest } from './harness.ts';
import { connect, type SocketClient, until } from './socket-client.ts';

let one: Picket;
let other: Picket;

beforeAll(async () => {
  one = await openPicket();
  const { databaseUrl, dataDir } = one.platform.config;
  other = await openPicket({ databaseUrl, dataDir });
});
afterAll(async () => {
  await other.close();
  await one.close();
});

/** Connects the uplink at one process, whichever asked for it. */
async function uplinkAt(picket: Picket, device: Device, channel: SocketClient, asked = 1): Promise<SocketClient> {
  await until(() => signalsOfKind(channel, 'LOOK').length >= asked);
  const path = signalsOfKind(channel, 'LOOK').at(-1)?.uplink.replace('/api/v1', '') ?? '';
  const uplink = await connect(picket, path, { as: device });
  uplink.socket.send(JSON.stringify({ kind: 'start', sentAt: formatInstant(picket.clock.now()) }));
  uplink.socket.send(makeInit());
  return uplink;
}

test('viewers at both processes see one uplink', async () => {
  const { location, device } = await addCamera(one);
  const channel = await openChannel(one, device);
  const here = await view(other, location, device, one.admin);
  const uplink = await uplinkAt(one, device, channel);
  sendPictures(uplink, 0, 3);
  await until(() => here.binaries.length === 4);
  expect(here.binaries[1]?.equals(makeFragment({ index: 0 }))).toBe(true);
  expect(messagesOf(here, 'at')).toHaveLength(3);
  const there = await view(one, location, device);
  const second = await view(other, location, device, one.admin);
  await until(() => there.binaries.length === 4 && second.binaries.length === 4);
  expect(signalsOfKind(channel, 'LOOK')).toHaveLength(1);
  await until(() => messagesOf(here, 'watching').some(({ people }) => (people as unknown[]).length === 3));
  // Stills are asked for through the other process as well.
  await other.call('GET', `/live/${here.session}/still.jpg`, { as: one.admin });
  await until(() => messagesOf(uplink, 'stills').some(({ isWanted }) => isWanted === true));
});

test('a process that loses the uplink does not end the picture: the device is asked again', async () => {
  const { location, device } = await addCamera(one);
  const channel = await openChannel(one, device);
  const here = await view(other, location, device, one.admin);
  const uplink = await uplinkAt(one, device, channel);
  sendPictures(uplink, 0, 1);
  await until(() => here.binaries.length === 2);
  uplink.socket.terminate();
  const again = await uplinkAt(other, device, channel, 2);
  sendPictures(again, 0, 1);
  await until(() => here.binaries.length === 4);
});

test('processes of two machines reach each other by their relay addresses', async () => {
  const dataDirs = [mkdtempSync(join(tmpdir(), 'picket-relay-')), mkdtempSync(join(tmpdir(), 'picket-relay-'))];
  const machines: Picket[] = [];
  for (const dataDir of dataDirs) {
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    cpSync(join(one.platform.config.dataDir, 'keys.json'), join(dataDir, 'keys.json'));
    const port = await freePort();
    const { databaseUrl } = one.platform.config;
    const environment = { PICKET_RELAY_URL: `ws://127.0.0.1:${port}` };
    const machine = await picketForTest({ databaseUrl, dataDir, environment });
    await machine.server.app.listen({ host: '127.0.0.1', port });
    machines.push(machine);
  }
  const [first, second] = machines;
  if (first === undefined || second === undefined) throw new Error('there are two machines');
  const { location, device } = await addCamera(first);
  const channel = await openChannel(first, device);
  const there = await view(second, location, device, first.admin);
  const uplink = await uplinkAt(first, device, channel);
  sendPictures(uplink, 0, 3);
  await until(() => there.binaries.length === 4);
  const path = `/relay/${device.sentry}/${device.sentry}/${device.sentry}`;
  await expect(connect(first, path)).rejects.toThrow('refused: 403');
});

test('somebody else who finds the socket gets nothing', async () => {
  const { location, device } = await addCamera(one);
  const channel = await openChannel(one, device);
  await view(one, location, device);
  const uplink = await uplinkAt(one, device, channel);
  sendPictures(uplink, 0, 1);
  const row = await one.platform.db.prisma.liveUplink.findFirstOrThrow({ where: { sentryGuid: device.sentry } });
  const path = `/relay/${row.tenantGuid}/${row.sentryGuid}/${row.sessionGuid}`;
  const socket = relaySocketOf(one.platform.config.dataDir, row.processGuid);
  const now = one.clock.now();
  const statusWith = (header: string, asked = path) =>
    new Promise<number>((resolve) => {
      const client = new WebSocket(`ws+unix:${socket}:${asked}`, { headers: { 'x-picket-relay': header } });
      client.once('open', () => resolve(101));
      client.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      client.on('error', () => {});
    });
  const { keys } = one.platform;
  expect(await statusWith(signRelay(keys, path, now))).toBe(101);
  expect(await statusWith('')).toBe(403);
  expect(await statusWith(signRelay(keys, path, now - 61_000))).toBe(403);
  expect(await statusWith(signRelay({ relay: randomBytes(32) }, path, now))).toBe(403);
  const foreign = path.replace(row.tenantGuid, row.sentryGuid);
  expect(await statusWith(signRelay(keys, path, now), foreign)).toBe(403);
  expect(await statusWith(signRelay(keys, foreign, now), foreign)).toBe(404);
  expect(isRelayValid(keys, path, signRelay(keys, path, now), now)).toBe(true);
});
