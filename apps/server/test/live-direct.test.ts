/** Direct connections: what a page and a sentry say to each other is passed on, in limits, between processes, until the view ends. */
import type { LocationViews } from '@picket/contracts/live';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { makeOffer } from '../../../tests/support/made-offer.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import { addCamera, messagesOf, openChannel, sendPictures, signalsOfKind, startLive, view } from './fake-camera.ts';
import { openPicket, type Picket, picketForTest, type Session } from './harness.ts';
import { type SocketClient, until } from './socket-client.ts';

let picket: Picket;
let other: Picket;

beforeAll(async () => {
  const environment = { PICKET_ICE_SERVERS: '[{"urls":"stun:stun.example.org"}]' };
  picket = await openPicket({ environment });
  const { databaseUrl, dataDir } = picket.platform.config;
  other = await openPicket({ databaseUrl, dataDir, environment });
});
afterAll(async () => {
  await other.close();
  await picket.close();
});

type Viewer = SocketClient & { readonly session: string };
const CANDIDATE = 'candidate:1 1 udp 2113937151 65f5cbeb-4266-476f-a463-47c0615a794c.local 58067 typ host';

const post = (viewer: Viewer, body: object, as: Session = picket.admin, at = picket) =>
  at.call<{ code: string; message: string }>('POST', `/live/${viewer.session}/signal`, { as, body });
const offer = (viewer: Viewer, peer = newGuid(), sdp = makeOffer()) => post(viewer, { kind: 'OFFER', peer, sdp });
const send = ({ socket }: SocketClient, message: object): void => socket.send(JSON.stringify(message));
const answer = (channel: SocketClient, signal: object): void => send(channel, { signals: [signal] });

/** A view whose page has offered a direct connection. */
async function startDirect() {
  const live = await startLive(picket);
  const peer = newGuid();
  expect((await offer(live.viewer, peer)).status).toBe(204);
  await until(() => signalsOfKind(live.channel, 'OFFER').length === 1);
  return { ...live, peer };
}

test('offer and candidates reach the sentry, its answers the page', async () => {
  const { viewer, channel, peer, location, device } = await startDirect();
  const [{ session } = { session: '' }] = signalsOfKind(channel, 'LOOK');
  expect(signalsOfKind(channel, 'OFFER')).toMatchObject([
    { session, peer, sdp: makeOffer(), iceServers: [{ urls: ['stun:stun.example.org'] }] },
  ]);
  // Names of private hosts, and those of others, are for the two sides: the server connects to nothing.
  for (const candidate of [CANDIDATE, 'candidate:2 1 udp 1 192.0.2.77 9 typ host'])
    expect((await post(viewer, { kind: 'CANDIDATE', peer, candidate, mid: '0' })).status).toBe(204);
  await until(() => signalsOfKind(channel, 'CANDIDATE').length === 2);
  expect(signalsOfKind(channel, 'CANDIDATE')[0]).toMatchObject({ peer, candidate: CANDIDATE, mid: '0' });
  const answers = [
    { kind: 'ANSWER', peer, sdp: 'v=0\r\n' },
    { kind: 'CANDIDATE', peer, candidate: CANDIDATE, mid: '0' },
    { kind: 'BYE', peer, reason: 'FAILED' },
  ];
  for (const signal of answers) answer(channel, signal);
  await until(() => messagesOf(viewer, 'signal').length === 3);
  expect(messagesOf(viewer, 'signal').map(({ signal }) => signal)).toEqual(answers);
  // Each view has its own connection.
  const second = await view(picket, location, device);
  expect(await offer(second, peer)).toMatchObject({ status: 204 });
  expect((await offer(viewer, peer)).status).toBe(409);
});

test('between two processes', async () => {
  const { location, device, channel } = await startLive(picket);
  const there = await view(other, location, device, picket.admin);
  await until(() => there.binaries.length > 0);
  const peer = newGuid();
  const body = { kind: 'OFFER', peer, sdp: makeOffer() };
  expect((await post(there, body, picket.admin, other)).status).toBe(204);
  await until(() => signalsOfKind(channel, 'OFFER').length === 1);
  answer(channel, { kind: 'ANSWER', peer, sdp: 'v=0' });
  await until(() => messagesOf(there, 'signal').length === 1);
});

test('while everybody views directly no fragments are sent, and the picture begins again with a key frame', async () => {
  const { viewer, uplink, peer, location, device } = await startDirect();
  send(viewer, { kind: 'transport', transport: 'WEBRTC' });
  await until(() => messagesOf(uplink, 'video').length === 1);
  expect(messagesOf(uplink, 'video')).toMatchObject([{ isWanted: false }]);
  const views = await picket.call<z.output<typeof LocationViews>>('GET', `/locations/${location}/views`, {
    as: picket.admin,
  });
  expect(views.body.watching).toMatchObject([{ guid: viewer.session, transport: 'WEBRTC' }]);
  await until(() => messagesOf(uplink, 'peers').length > 0, 20_000);
  expect(messagesOf(uplink, 'peers')[0]).toMatchObject({ peers: [peer] });
  // Another one comes: it begins with what the device sends then, not with what was before.
  const later = await view(picket, location, device);
  await until(() => messagesOf(uplink, 'video').length === 2);
  expect(later.binaries).toHaveLength(1);
  sendPictures(uplink, 30, 2);
  await until(() => later.binaries.length === 3);
  const before = viewer.binaries.length;
  send(viewer, { kind: 'transport', transport: 'MSE' });
  await until(() => viewer.binaries.length === before + 3);
  expect(messagesOf(viewer, 'video')).toHaveLength(2);
}, 40_000);

describe('the sentry sends nothing further', () => {
  const expectBye = async (channel: SocketClient, peer: string): Promise<void> => {
    await until(() => signalsOfKind(channel, 'BYE').length === 1, 5000);
    expect(signalsOfKind(channel, 'BYE')).toMatchObject([{ peer }]);
  };

  test('to a page that is closed', async () => {
    const { viewer, channel, peer } = await startDirect();
    viewer.socket.terminate();
    await expectBye(channel, peer);
  });

  test('when the cameras are turned off, although the page keeps its socket', async () => {
    const { viewer, channel, peer, location } = await startDirect();
    viewer.socket.pause();
    await picket.call('PUT', `/locations/${location}/camera`, { as: picket.admin, body: { mode: 'OFF' } });
    await expectBye(channel, peer);
  });

  test('to the connection that another one replaces, and whose page says so', async () => {
    const { viewer, channel, peer } = await startDirect();
    const next = newGuid();
    await offer(viewer, next);
    await expectBye(channel, peer);
    // Of an attempt that is over.
    expect((await post(viewer, { kind: 'CANDIDATE', peer, candidate: CANDIDATE, mid: '0' })).status).toBe(204);
    expect((await post(viewer, { kind: 'BYE', peer: next })).status).toBe(204);
    await until(() => signalsOfKind(channel, 'BYE').length === 2);
    expect(signalsOfKind(channel, 'CANDIDATE')).toEqual([]);
  });
});

describe('what is refused', () => {
  test('what is too long, and what is no signal', async () => {
    const { viewer } = await startLive(picket);
    const peer = newGuid();
    expect((await offer(viewer, peer, 'v'.repeat(1_000_000))).status).toBe(413);
    const wrong = async (body: object, field: string) => {
      const { status, body: problem } = await post(viewer, body);
      expect(status, field).toBe(400);
      expect(JSON.stringify(problem)).toContain(field);
    };
    await wrong({ kind: 'OFFER', peer, sdp: 'v'.repeat(16_001) }, 'sdp');
    await wrong({ kind: 'OFFER', peer, sdp: 'v=0\u0000' }, 'sdp');
    await wrong({ kind: 'OFFER', peer: 'x', sdp: 'v=0' }, 'peer');
    await wrong({ kind: 'CANDIDATE', peer, candidate: 'c'.repeat(1001), mid: '0' }, 'candidate');
    await wrong({ kind: 'ANSWER', peer, sdp: 'v=0' }, 'kind');
  });

  test('more than 60 signals a minute', async () => {
    const { viewer, peer } = await startDirect();
    for (let count = 1; count < 60; count += 1)
      expect((await post(viewer, { kind: 'CANDIDATE', peer, candidate: CANDIDATE, mid: '0' })).status).toBe(204);
    expect(await offer(viewer)).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
    picket.clock.pass(61);
    expect((await offer(viewer)).status).toBe(204);
  });

  test('for the view of somebody else, one that has ended, and one whose picture has not begun', async () => {
    const { viewer } = await startLive(picket);
    const colleague = await picket.addPerson('VIEWER');
    expect((await post(viewer, { kind: 'OFFER', peer: newGuid(), sdp: 'v=0' }, colleague)).status).toBe(404);
    await picket.call('DELETE', `/live/${viewer.session}`, { as: picket.admin });
    expect((await offer(viewer)).status).toBe(404);
    const { location, device } = await addCamera(picket);
    await openChannel(picket, device);
    const early = await view(picket, location, device);
    expect(await offer(early)).toMatchObject({ status: 409 });
  });

  test('an answer of another sentry', async () => {
    const { viewer, peer } = await startDirect();
    const stranger = await addCamera(picket);
    const body = { signals: [{ kind: 'BYE', peer, reason: 'FAILED' }] };
    expect((await picket.call('POST', '/sentry/signals', { as: stranger.device, body })).status).toBe(204);
    expect(messagesOf(viewer, 'signal')).toEqual([]);
  });

  test('everything, where direct connections are turned off', async () => {
    const strict = await picketForTest({ environment: { PICKET_ICE_SERVERS: 'off' } });
    const { viewer, location, device } = await startLive(strict);
    const body = { kind: 'OFFER', peer: newGuid(), sdp: makeOffer() };
    expect(await post(viewer, body, strict.admin, strict)).toMatchObject({ status: 409 });
    const started = await strict.call('POST', `/locations/${location}/live`, {
      as: strict.admin,
      body: { sentry: device.sentry },
    });
    expect(started.body).toMatchObject({ transports: ['MSE', 'STILLS'], iceServers: [] });
  });
});

test('signals are divided into messages that a device takes', async () => {
  const { viewer, channel, device } = await startLive(picket);
  channel.socket.close();
  await until(() => channel.closed);
  const sdp = `${makeOffer()}${'a=x\r\n'.repeat(2600)}`;
  for (let count = 0; count < 6; count += 1) expect((await offer(viewer, newGuid(), sdp)).status).toBe(204);
  const again = await openChannel(picket, device);
  await until(() => signalsOfKind(again, 'OFFER').length === 6);
  for (const message of again.texts) expect(JSON.stringify(message).length).toBeLessThan(65_536);
});
