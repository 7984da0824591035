/** The port of the broker in Picket: its certificate, the server process that has it, and what a device sends again. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectSecure } from 'node:tls';
import { generate } from 'mqtt-packet';
import { expect, onTestFinished, test } from 'vitest';
import { createAuthority, createServerCertificate } from '../src/platform/keys/certificates.ts';
import { openPicket } from './harness.ts';
import { HostedWorld } from './hosted-world.ts';
import { announceSensor, STATE } from './zigbee-bridge.ts';

const CONNECT = generate({
  cmd: 'connect',
  clientId: 'plain',
  protocolId: 'MQTT',
  protocolVersion: 4,
  clean: true,
  keepalive: 0,
});

async function certificateFiles() {
  const folder = mkdtempSync(join(tmpdir(), 'picket-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const authority = await createAuthority('Test', Date.now());
  const renew = async (): Promise<void> => {
    const { certificate, key } = await createServerCertificate(authority, ['127.0.0.1', 'localhost'], Date.now());
    writeFileSync(certFile, certificate);
    writeFileSync(keyFile, key);
  };
  await renew();
  return { certFile, keyFile, ca: authority.certificate, renew };
}

/** Resolves once a client that speaks no TLS is disconnected. */
const closedWithoutTls = (url: string): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(CONNECT));
    socket.on('error', () => {});
    socket.resume().on('close', () => resolve());
  });

/** The certificate that a client is shown. */
const shownAt = (url: string, ca: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connectSecure({ host: '127.0.0.1', port: Number(new URL(url).port), ca }, () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
    socket.on('error', reject);
  });

test('over TLS, with a certificate that is read again once it was renewed', async () => {
  const { certFile, keyFile, ca, renew } = await certificateFiles();
  const world = await HostedWorld.open({ PICKET_MQTT_TLS_CERT: certFile, PICKET_MQTT_TLS_KEY: keyFile });
  expect(world.url).toMatch(/^mqtts:/u);
  const client = await world.client({ ca });
  expect(await world.refusal({ ca, password: 'wrong' })).toBe(4);
  await closedWithoutTls(world.url);
  const before = await shownAt(world.url, ca);
  // What cannot be used leaves the certificate of before.
  writeFileSync(keyFile, 'no key');
  world.picket.clock.pass(61);
  await world.run();
  expect(await shownAt(world.url, ca)).toBe(before);
  await renew();
  world.picket.clock.pass(61);
  await world.run();
  expect(await shownAt(world.url, ca)).not.toBe(before);
  await client.publishAsync('a/b', '1', { qos: 1, retain: true });
  expect(await world.state()).toMatchObject({ retained: 1, clients: [{ address: '127.0.0.1' }] });
});

test('over TLS as well, one address has no more than fifty connections that have not identified themselves', async () => {
  const { certFile, keyFile, ca } = await certificateFiles();
  const world = await HostedWorld.open({ PICKET_MQTT_TLS_CERT: certFile, PICKET_MQTT_TLS_KEY: keyFile });
  const device = await world.client({ ca });
  let closed = 0;
  const silent = Array.from({ length: 60 }, () => connect(Number(new URL(world.url).port), '127.0.0.1'));
  for (const socket of silent) {
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    socket.resume().on('close', () => {
      closed += 1;
    });
  }
  // Less than the ten seconds that one has for it.
  await expect.poll(() => closed, { timeout: 5000 }).toBe(10);
  expect(await world.refusal({ ca })).not.toBeNull();
  expect(device.connected).toBe(true);
  for (const socket of silent) socket.destroy();
  await expect.poll(() => world.refusal({ ca })).toBeNull();
});

test('of two servers, one has the port; the other takes over with all that is kept', async () => {
  const world = await HostedWorld.open();
  const { config } = world.picket.platform;
  const second = await openPicket({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    environment: { PICKET_MQTT_LISTEN: new URL(world.url).host },
  });
  onTestFinished(async () => {
    await second.server.pipeline.integrations.close();
    await second.close();
  });
  await second.server.pipeline.integrations.run();
  const client = await world.client();
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
  await client.publishAsync('a/b', '1', { qos: 1, retain: true });
  expect((await world.state()).clients).toHaveLength(1);
  await world.picket.server.pipeline.integrations.close();
  await closed;
  expect(await world.refusal({})).toBe('ECONNREFUSED');
  await second.server.pipeline.integrations.run();
  const again = await world.client();
  const kept = new Promise((resolve) => again.once('message', (topic) => resolve(topic)));
  await again.subscribeAsync('#');
  expect(await kept).toBe('a/b');
});

test('a port that is taken: the integration says so, until it is free', async () => {
  const world = await HostedWorld.open();
  await world.picket.server.pipeline.integrations.close();
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(Number(new URL(world.url).port), '127.0.0.1', resolve));
  expect(await world.state()).toMatchObject({ problem: 'NOT_LISTENING', clients: [] });
  await new Promise((resolve) => taken.close(resolve));
  await world.run();
  const state = await world.state();
  expect(state).toMatchObject({ connectedAt: expect.any(String) });
  expect(state).not.toHaveProperty('problem');
});

test('a message that is sent again, since its acknowledgement was lost, is one reading', async () => {
  const world = await HostedWorld.open();
  const client = await world.client({ clientId: 'leak-1' });
  await announceSensor((topic, config) => client.publishAsync(topic, JSON.stringify(config), { qos: 1, retain: true }));
  await world.adoptFirst();
  const packet = (dup: boolean, messageId: number) =>
    generate({ cmd: 'publish', topic: STATE, payload: '{"water_leak":true}', qos: 1, retain: false, dup, messageId });
  const acknowledged = (messageId: number) =>
    new Promise<void>((resolve) => {
      client.on('packetreceive', (received) => {
        if (received.cmd === 'puback' && received.messageId === messageId) resolve();
      });
    });
  for (const [dup, messageId] of [
    [false, 501],
    [true, 501],
    [false, 502],
  ] as const) {
    world.picket.clock.pass(1);
    const done = acknowledged(messageId);
    client.stream.write(packet(dup, messageId));
    await done;
  }
  expect(await world.leaks()).toEqual([1, 1]);
});
