/** Live pictures: from a device to viewers, and what each side may send. */
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { box, makeFragment, makeInit, makeJpeg } from '../../../tests/support/made-up-video.ts';
import {
  addCamera,
  endOf,
  messagesOf,
  openChannel,
  openUplink,
  sendPictures,
  signalsOfKind,
  startLive,
  startView,
  view,
} from './fake-camera.ts';
import { openPicket, type Picket } from './harness.ts';
import { connect, type SocketClient, until } from './socket-client.ts';

let picket: Picket;

beforeAll(async () => {
  picket = await openPicket({ environment: { PICKET_DOWNLOAD_TIMEOUT: '2' } });
});
afterAll(() => picket.close());

describe('the way of a picture', () => {
  test('begins with format, init segment and key frame, and goes on with each fragment and its time', async () => {
    const { viewer, uplink, location } = await startLive(picket);
    expect(messagesOf(viewer, 'video')).toMatchObject([
      { codec: 'avc1.64001f', width: 640, height: 360, isMasked: false },
    ]);
    expect(viewer.binaries[0]?.equals(makeInit())).toBe(true);
    expect(viewer.binaries[1]?.equals(makeFragment({ index: 0 }))).toBe(true);
    expect(messagesOf(viewer, 'at')).toHaveLength(3);
    sendPictures(uplink, 3, 1);
    await until(() => viewer.binaries.length === 5);
    await until(() => messagesOf(viewer, 'watching').length > 0);
    expect(messagesOf(viewer, 'watching').at(-1)).toMatchObject({ people: [{ isDisplay: false }] });
    const views = await picket.call<ResponseOf<'GET /locations/{guid}/views'>>('GET', `/locations/${location}/views`, {
      as: picket.admin,
    });
    expect(views.body).toMatchObject({ watching: [{ guid: viewer.session, transport: 'MSE' }], recent: [] });
  });

  test('a viewer who comes later begins with the last key frame', async () => {
    const { viewer, uplink, location, device } = await startLive(picket);
    sendPictures(uplink, 3, 29);
    await until(() => viewer.binaries.length === 33);
    const later = await view(picket, location, device);
    await until(() => later.binaries.length === 3);
    expect(later.binaries[1]?.equals(makeFragment({ index: 30 }))).toBe(true);
  });

  test('the device is asked once for all viewers, and to stop some time after the last one', async () => {
    const { viewer, channel, location, device, uplink } = await startLive(picket);
    const second = await view(picket, location, device);
    await until(() => second.binaries.length > 0);
    const config = await picket.call<ResponseOf<'GET /sentry/config'>>('GET', '/sentry/config', { as: device });
    expect(config.body.camera.watching).toBe(2);
    viewer.socket.close();
    second.socket.close();
    await until(() => uplink.closed, 20_000);
    expect(uplink.closed).toEqual({ code: 1000, reason: 'STOP' });
    await until(() => signalsOfKind(channel, 'STOP').length === 1);
    expect(signalsOfKind(channel, 'LOOK')).toHaveLength(1);
  }, 30_000);

  test('an uplink that is lost is asked for again, and the picture goes on', async () => {
    const { viewer, channel, device, uplink } = await startLive(picket);
    uplink.socket.terminate();
    await until(() => signalsOfKind(channel, 'LOOK').length === 2);
    const again = await openUplink(picket, device, channel, { asked: 2 });
    sendPictures(again, 0, 1);
    await until(() => messagesOf(viewer, 'video').length === 2);
    expect(messagesOf(viewer, 'state').map(({ state }) => state)).toContain('STARTING');
    await until(() => viewer.binaries.length === 6);
  });

  test('an uplink of a time that lies far ahead, as a wrong clock stored it, keeps no device from being asked', async () => {
    const { location, device } = await addCamera(picket);
    const channel = await openChannel(picket, device);
    await picket.platform.db.console.query(
      `INSERT INTO live_uplink (tenant_guid, sentry_guid, session_guid, process_guid, address, seen_at)
       SELECT tenant_guid, guid, gen_random_uuid(), gen_random_uuid(), '', $2::timestamptz FROM sentry WHERE guid = $1::uuid`,
      [device.sentry, new Date(picket.clock.now() + 3_600_000)],
    );
    const started = await startView(picket, location, device, picket.admin);
    await connect(picket, started.url.replace('/api/v1', ''));
    await until(() => signalsOfKind(channel, 'LOOK').length === 1);
  });

  test('a device without a channel is OFFLINE, and is asked as soon as it is back', async () => {
    const { location, device } = await addCamera(picket);
    const started = await startView(picket, location, device, picket.admin);
    expect(started).toMatchObject({ state: 'OFFLINE', iceServers: [], transports: ['MSE', 'WEBRTC', 'STILLS'] });
    const viewer = await connect(picket, started.url.replace('/api/v1', ''));
    await until(() => messagesOf(viewer, 'state').some(({ state }) => state === 'OFFLINE'));
    const channel = await openChannel(picket, device);
    await until(() => signalsOfKind(channel, 'LOOK').length === 1);
  });

  test('stills are made while somebody wants them', async () => {
    const { viewer, uplink } = await startLive(picket);
    const still = () => picket.call<Buffer>('GET', `/live/${viewer.session}/still.jpg`, { as: picket.admin });
    expect((await still()).status).toBe(404);
    await until(() => messagesOf(uplink, 'stills').some(({ isWanted }) => isWanted === true));
    uplink.socket.send(JSON.stringify({ kind: 'still' }));
    uplink.socket.send(makeJpeg());
    await until(async () => (await still()).status === 200);
    expect((await still()).headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-store',
    });
    const colleague = await picket.addPerson('VIEWER');
    expect((await picket.call('GET', `/live/${viewer.session}/still.jpg`, { as: colleague })).status).toBe(404);
  });
});

test('start and end are in the audit log, with who it was', async () => {
  const { viewer, device } = await startLive(picket);
  viewer.socket.close();
  const entries = () =>
    picket.platform.db.prisma.auditEntry.findMany({
      where: { targetGuid: device.sentry, action: { startsWith: 'LIVE_VIEW' } },
      orderBy: { ordinal: 'asc' },
    });
  await until(async () => (await entries()).length === 2);
  expect(await entries()).toMatchObject([
    { action: 'LIVE_VIEW_STARTED', actorKind: 'USER' },
    { action: 'LIVE_VIEW_ENDED', actorKind: 'USER', after: expect.stringContaining('"reason":"CLOSED"') },
  ]);
});

describe('what a device may send', () => {
  const refused: readonly [string, (uplink: SocketClient) => void, RegExp, string][] = [
    ['text that is no message', ({ socket }) => socket.send('garbage'), /expected object/u, 'REFUSED'],
    ['bytes that are no fragment', ({ socket }) => socket.send(Buffer.alloc(100, 7)), /box/u, 'REFUSED'],
    ['H.265', ({ socket }) => start(socket, makeInit({ codec: 'hvc1' })), /H\.265/u, 'REFUSED'],
    ['another codec', ({ socket }) => start(socket, makeInit({ codec: 'vp09' })), /vp09/u, 'REFUSED'],
    ['sound', ({ socket }) => start(socket, makeInit({ handler: 'soun' })), /video track/u, 'REFUSED'],
    [
      'a box that is longer than the message',
      ({ socket }) => socket.send(box('moof', Buffer.alloc(8)).subarray(0, 12)),
      /box/u,
      'REFUSED',
    ],
    [
      'a still that is no JPEG',
      ({ socket }) => {
        socket.send(JSON.stringify({ kind: 'still' }));
        socket.send(Buffer.alloc(10));
      },
      /JPEG/u,
      'REFUSED',
    ],
    [
      'more than a camera sends',
      (uplink) => {
        for (let index = 30; index < 60; index += 1)
          uplink.socket.send(makeFragment({ index, isKeyFrame: true, bytes: 900_000 }));
      },
      /4 Mbit/u,
      'TOO_FAST',
    ],
    [
      'too much between two key frames',
      (uplink) => {
        for (let index = 1; index < 10; index += 1)
          uplink.socket.send(makeFragment({ index, isKeyFrame: false, bytes: 600_000 }));
      },
      /key frames/u,
      'TOO_FAST',
    ],
  ];
  const start = (socket: SocketClient['socket'], init: Buffer): void => {
    socket.send(JSON.stringify({ kind: 'start', sentAt: formatInstant(picket.clock.now()) }));
    socket.send(init);
  };

  test.each(refused)('not %s', async (_name, send, sentence, reason) => {
    const { viewer, uplink } = await startLive(picket);
    send(uplink);
    await until(() => uplink.closed);
    expect(uplink.closed).toMatchObject({ code: 1008, reason: expect.stringMatching(sentence) });
    await until(() => viewer.closed);
    expect((viewer.texts.at(-1) as { reason: string }).reason).toBe(reason);
    expect((await picket.call('GET', '/health')).status).toBe(204);
  });

  test('not a fragment of 50 MB', async () => {
    const { uplink } = await startLive(picket);
    uplink.socket.send(makeFragment({ index: 30, bytes: 50_000_000 }));
    await until(() => uplink.closed);
    expect((await picket.call('GET', '/health')).status).toBe(204);
  });

  test('not for a session it was not asked for', async () => {
    const { device } = await addCamera(picket);
    const path = '/sentry/live/01890000-0000-7000-8000-000000000000';
    await expect(connect(picket, path, { as: device })).rejects.toThrow('refused: 404');
    await expect(connect(picket, path)).rejects.toThrow('refused: 401');
  });

  test('a refusal ends the view with its reason', async () => {
    const { location, device } = await addCamera(picket);
    const channel = await openChannel(picket, device);
    const viewer = await view(picket, location, device);
    await until(() => signalsOfKind(channel, 'LOOK').length === 1);
    const { session } = signalsOfKind(channel, 'LOOK')[0] ?? {};
    channel.socket.send(JSON.stringify({ signals: [{ kind: 'REFUSED', session, reason: 'OFF' }] }));
    await until(() => viewer.closed);
    expect(endOf(viewer)).toEqual(['CAMERA_OFF', 1000]);
  });
});

test('a viewer that reads nothing is ended, and holds nobody up', async () => {
  const { viewer, uplink, location, device } = await startLive(picket);
  const slow = await view(picket, location, device);
  await until(() => slow.binaries.length > 0);
  slow.socket.pause();
  const since = performance.now();
  const bytes = 60_000;
  let sent = 0;
  let last = makeFragment({ index: 30, isKeyFrame: true, bytes });
  const endReason = async () =>
    (await picket.platform.db.prisma.liveView.findFirstOrThrow({ where: { guid: slow.session } })).endReason;
  // More than the buffers of a connection hold, and not more than a device may send: 6 MiB at once, then 4 Mbit/s.
  await until(async () => {
    for (; sent * bytes < 5_500_000 + (performance.now() - since) * 400; sent += 1) {
      last = makeFragment({ index: 30 + sent, isKeyFrame: true, bytes });
      uplink.socket.send(last);
    }
    return (await endReason()) !== null || uplink.closed !== null;
  }, 60_000);
  expect(uplink.closed).toBeNull();
  expect(viewer.closed).toBeNull();
  expect(await endReason()).toBe('NOT_READING');
  // On a slow machine it may have been taken to a later key frame, as every viewer who is behind.
  await until(() => viewer.binaries.at(-1)?.equals(last), 60_000);
}, 90_000);

test('a page that sends garbage is closed', async () => {
  const { viewer, uplink } = await startLive(picket);
  viewer.socket.send('garbage');
  await until(() => viewer.closed);
  expect(viewer.closed?.code).toBe(1008);
  expect(uplink.closed).toBeNull();
});

// The last one: the session of the administrator does not last as long.
test('a person is asked whether they still watch, and has a minute to answer', async () => {
  const { viewer } = await startLive(picket);
  const questions = () => messagesOf(viewer, 'stillWatching').length;
  picket.clock.pass(15 * 60 + 1);
  await until(() => questions() === 1);
  viewer.socket.send(JSON.stringify({ kind: 'here' }));
  // The answer may still be on its way.
  await until(() => {
    if (questions() === 1) picket.clock.pass(20);
    return questions() === 2;
  });
  expect(viewer.closed).toBeNull();
  picket.clock.pass(61);
  await until(() => viewer.closed);
  expect(endOf(viewer)).toEqual(['NOT_CONFIRMED', 1000]);
});
