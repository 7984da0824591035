/** Clips of cameras behind a gateway: who may upload them, and the way of one from Frigate to its alert. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_CLIP_BYTES } from '@picket/contracts/clips';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { describe, expect, onTestFinished, test } from 'vitest';
import { madeClip } from '../../../tests/support/made-clip.ts';
import { hasFfmpeg } from '../../sentry/src/camera/ffmpeg.ts';
import { FrigateApi } from '../../sentry/src/frigate/frigate-api.ts';
import { FrigateClips } from '../../sentry/src/frigate/frigate-clips.ts';
import { readIntegration } from './access-integrations.ts';
import { announce, announcementOf, clipOf, openPicketWithCamera, put, raiseMotion, urlOf } from './clip-uploads.ts';
import { CAMERA, clipWithSound, FrigateDouble } from './frigate-double.ts';
import { TestGateway } from './gateway-world.ts';
import type { Device, Picket } from './harness.ts';

const IDENTITY = `frigate_frigate_${CAMERA}`;
type Alert = ResponseOf<'GET /alerts/{guid}'>;

const videoOf = async (picket: Picket, alert: string): Promise<Alert['video']> =>
  (await picket.call<Alert>('GET', `/alerts/${alert}`, { as: picket.admin })).body.video;

/** The camera of that sentry was adopted at a broker that the gateway reads. */
async function readBy(picket: Picket, location: string, device: Device, gateway: string) {
  const { prisma } = picket.platform.db;
  const { tenantGuid } = await prisma.sentry.findFirstOrThrow({ where: { guid: device.sentry } });
  await prisma.sentry.updateMany({ where: { guid: gateway }, data: { isGateway: true } });
  const sentry = async () => (await picket.addDevice(location)).sentry;
  const integration = await readIntegration({ picket, tenant: tenantGuid, location, next: () => 1, sentry }, gateway);
  const at = new Date(picket.clock.now());
  await prisma.discoveredDevice.create({
    data: {
      tenantGuid,
      guid: crypto.randomUUID(),
      integrationGuid: integration,
      identity: IDENTITY,
      name: CAMERA,
      announced: {},
      sentryGuid: device.sentry,
      firstSeenAt: at,
      lastSeenAt: at,
    },
  });
  return { integration, identity: IDENTITY };
}

describe('a device that a gateway reads', () => {
  async function open() {
    const { picket, location, device } = await openPicketWithCamera();
    const gateway = await picket.addDevice(location);
    const read = await readBy(picket, location, device, gateway.sentry);
    return { picket, location, device, gateway, read };
  }

  test('the gateway is asked to record, and its upload is the clip of the alert', async () => {
    const { picket, device, gateway, read } = await open();
    const alert = await raiseMotion(picket, device);
    const signals = await picket.call<ResponseOf<'GET /sentry/signals'>>('GET', '/sentry/signals', { as: gateway });
    expect(signals.body.signals).toMatchObject([{ kind: 'RECORD', recording: alert, device: read }]);
    picket.clock.pass(10);
    const video = madeClip({ seconds: 2 });
    const body = announcementOf(picket, video, 2, { device: read, recording: alert });
    const announced = await announce(picket, gateway, body);
    expect(announced.status).toBe(201);
    expect((await put(picket, gateway, urlOf(announced.body), video)).status).toBe(204);
    expect(await videoOf(picket, alert)).toMatchObject({
      state: 'READY',
      clips: [{ sentry: { guid: device.sentry } }],
    });
  });

  test('another gateway, and one that reads nothing, uploads nothing of it', async () => {
    const { picket, location, device, gateway, read } = await open();
    const alert = await raiseMotion(picket, device);
    const stranger = await picket.addDevice(location);
    picket.clock.pass(10);
    const video = madeClip({ seconds: 2 });
    const body = announcementOf(picket, video, 2, { device: read, recording: alert });
    expect((await announce(picket, stranger, body)).status).toBe(422);
    const other = { ...read, identity: 'frigate_frigate_other' };
    expect((await announce(picket, gateway, { ...body, device: other })).status).toBe(422);
    const camera = { hasCamera: false, device: read };
    expect((await picket.call('POST', '/sentry/camera', { as: stranger, body: camera })).status).toBe(422);
    const announced = await announce(picket, gateway, body);
    expect((await put(picket, stranger, urlOf(announced.body), video)).status).toBe(404);
    expect((await clipOf(picket, announced.body.clip)).state).toBe('UPLOADING');
  });

  test('the gateway is asked for what lies between times in which the cameras are off, by plan or by hand', async () => {
    const { picket, location, device, gateway } = await open();
    const { prisma } = picket.platform.db;
    const { tenantGuid } = await prisma.sentry.findFirstOrThrow({ where: { guid: device.sentry } });
    const begin = picket.clock.now();
    const instant = (seconds: number): string => formatInstant(begin + seconds * 1000);
    const off = (from: number, until: number) =>
      prisma.cameraOffPeriod.create({
        data: {
          tenantGuid,
          locationGuid: location,
          startsAt: new Date(begin + from * 1000),
          endsAt: new Date(begin + until * 1000),
        },
      });
    await off(-60, -5);
    await off(200, 300);
    const alert = await raiseMotion(picket, device);
    const asked = async () =>
      (
        await picket.call<ResponseOf<'GET /sentry/signals'>>('GET', '/sentry/signals', { as: gateway })
      ).body.signals.filter(({ kind }) => kind === 'RECORD');
    expect(await asked()).toMatchObject([{ kind: 'RECORD', recording: alert, from: instant(-5), until: instant(199) }]);
    picket.clock.pass(30);
    const { status } = await picket.call('PUT', `/locations/${location}/camera`, {
      as: picket.admin,
      body: { mode: 'OFF' },
    });
    expect(status).toBe(200);
    expect((await asked()).slice(1)).toMatchObject([
      { kind: 'RECORD', recording: alert, from: instant(-5), until: instant(29) },
    ]);
  });

  test('the gateway, and nobody else, says that there is no clip', async () => {
    const { picket, location, device, gateway } = await open();
    const alert = await raiseMotion(picket, device);
    const stranger = await picket.addDevice(location);
    const body = { signals: [{ kind: 'NO_CLIP', recording: alert, reason: 'FAILED' }] };
    expect((await picket.call('POST', '/sentry/signals', { as: stranger, body })).status).toBe(204);
    expect(await videoOf(picket, alert)).toMatchObject({ state: 'EXPECTED' });
    expect((await picket.call('POST', '/sentry/signals', { as: gateway, body })).status).toBe(204);
    expect(await videoOf(picket, alert)).toMatchObject({ state: 'MISSING', reason: 'FAILED' });
  });
});

describe.skipIf(!hasFfmpeg())('clips of Frigate', () => {
  async function open(frigate: FrigateDouble, { maxBytes = MAX_CLIP_BYTES, seconds = 0 } = {}) {
    const { picket, location, device } = await openPicketWithCamera();
    const gateway = await TestGateway.open(picket, location, 'Gateway');
    await readBy(picket, location, device, gateway.sentry);
    const { prisma } = picket.platform.db;
    await prisma.sentryCamera.deleteMany({ where: { sentryGuid: device.sentry } });
    const folder = mkdtempSync(join(tmpdir(), 'picket-frigate-clips-'));
    const messages: string[] = [];
    const clips = new FrigateClips(
      gateway.device,
      new FrigateApi(frigate.address),
      folder,
      (text) => messages.push(text),
      {
        // What the test waits for is not written by a Frigate.
        written: -60_000,
        retry: [10, 10],
        tick: 20,
        cameras: 100,
      },
      maxBytes,
    );
    const stop = new AbortController();
    const running = clips.run(stop.signal);
    onTestFinished(async () => {
      stop.abort();
      await running;
      rmSync(folder, { recursive: true, force: true });
    });
    const hasCamera = () => prisma.sentryCamera.count({ where: { sentryGuid: device.sentry, hasCamera: true } });
    await expect.poll(hasCamera, { timeout: 60_000 }).toBe(1);
    const alert = await raiseMotion(picket, device);
    const startedAt = picket.clock.now();
    for (let passed = 0; passed < seconds; passed += 30) {
      picket.clock.pass(30);
      await picket.send(device, 'camera_motion', 0.5, picket.clock.now(), 'level');
    }
    const isOpen = async () =>
      (await picket.call<Alert>('GET', `/alerts/${alert}`, { as: picket.admin })).body.state === 'OPEN';
    while (await isOpen()) {
      picket.clock.pass(30);
      await picket.send(device, 'camera_motion', 0, picket.clock.now(), 'level');
    }
    const video = () => videoOf(picket, alert);
    return { picket, alert, startedAt, messages, video };
  }

  test('the clip of an alert is fetched again after a failure, without its sound, and played', async () => {
    const frigate = await FrigateDouble.start(404, clipWithSound());
    const { startedAt, video, messages } = await open(frigate);
    await expect.poll(async () => (await video())?.state, { timeout: 60_000 }).toBe('READY');
    expect(await video()).toMatchObject({ clips: [{ width: 320, height: 240, links: { still: expect.any(String) } }] });
    expect(frigate.asked).toMatchObject([{ camera: CAMERA }, { camera: CAMERA }]);
    // Ten seconds before the alert began.
    expect(frigate.asked[0]?.from).toBe(startedAt / 1000 - 10);
    expect(messages).toEqual([expect.stringContaining(`Fetched a clip of ${CAMERA}`)]);
  });

  test('an alert of more than five minutes has further clips, each from where the one before ends', async () => {
    const frigate = await FrigateDouble.start(clipWithSound('libx264', 2), clipWithSound('libx264', 3));
    const { startedAt, video } = await open(frigate, { seconds: 420 });
    await expect.poll(async () => (await video())?.clips.length, { timeout: 60_000 }).toBe(2);
    const [first, second, ...others] = frigate.asked;
    const begin = startedAt / 1000 - 10;
    expect(first).toMatchObject({ from: begin, until: begin + 300 });
    expect(second?.from).toBe(begin + 300);
    expect(second?.until).toBeGreaterThan(begin + 420);
    expect(others).toEqual([]);
  });

  test('what is too large for one clip is fetched in shorter ones', async () => {
    const large = clipWithSound('libx264', 12);
    const frigate = await FrigateDouble.start(large, ...[2, 3, 1].map((seconds) => clipWithSound('libx264', seconds)));
    const { video, messages } = await open(frigate, { maxBytes: large.length / 3 });
    await expect.poll(async () => (await video())?.clips.length ?? 0, { timeout: 60_000 }).toBeGreaterThan(1);
    expect(messages.every((text) => text.startsWith('Fetched'))).toBe(true);
    const [whole, ...pieces] = frigate.asked;
    expect(pieces[0]?.from).toBe(whole?.from);
    expect(pieces.slice(1).map(({ from }) => from)).toEqual(pieces.slice(0, -1).map(({ until }) => until));
  });

  test.each([
    ['has no recording', () => 404, 'Frigate answered 404', 3],
    ['records H.265', () => clipWithSound('libx265'), 'H.265', 1],
    ['sends something else', () => Buffer.from('<html>'), 'ffmpeg', 1],
  ])('a Frigate that %s: the alert has no clip, and the terminal says why', async (_name, answer, why, times) => {
    const frigate = await FrigateDouble.start(answer());
    const { video, messages, alert } = await open(frigate);
    await expect.poll(async () => (await video())?.state, { timeout: 60_000 }).toBe('MISSING');
    expect(await video()).toMatchObject({ reason: 'FAILED' });
    expect(frigate.asked).toHaveLength(times);
    expect(messages).toEqual([expect.stringContaining(why)]);
    expect(messages[0]).toContain(alert);
  });
});
