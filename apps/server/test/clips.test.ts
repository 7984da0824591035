/** Clips from the alert that asks for one to the bytes a player gets. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { beforeEach, describe, expect, test } from 'vitest';
import { madeClip } from '../../../tests/support/made-clip.ts';
import { recordNoClip } from '../src/capabilities/clips/index.ts';
import { newGuid } from '../src/platform/keys/ids.ts';
import {
  addCamera,
  announce,
  announcementOf,
  clipOf,
  EVENING,
  filesOfClips,
  openPicketWithCamera,
  patch,
  raiseMotion,
  uploadClip,
  urlOf,
} from './clip-uploads.ts';
import type { Device, Picket } from './harness.ts';

const MIB = 1_048_576;

let picket: Picket;
let location: string;
let device: Device;

beforeEach(async () => {
  ({ picket, location, device } = await openPicketWithCamera());
});

type AlertDetail = ResponseOf<'GET /alerts/{guid}'>;
const detailOf = async (alert: string): Promise<AlertDetail> =>
  (await picket.call<AlertDetail>('GET', `/alerts/${alert}`, { as: picket.admin })).body;
/** A real request: `inject` does not show how a body is streamed. */
async function fetchPart(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await picket.server.app.inject({
    method: method as 'GET',
    url: path.startsWith('/api/v1') ? path : `/api/v1${path}`,
    headers,
  });
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
}

describe('the video of an alert', () => {
  test('is expected, uploaded in pieces, ready and played', async () => {
    const alert = await raiseMotion(picket, device);
    expect((await detailOf(alert)).video).toEqual({ state: 'EXPECTED', clips: [] });
    const video = madeClip({ seconds: 10, bytesPerPicture: 15_000 });
    picket.clock.pass(10);
    const body = announcementOf(picket, video, 10, { recording: alert });
    const announced = (await announce(picket, device, body)).body;
    expect((await detailOf(alert)).video).toMatchObject({ state: 'UPLOADING', uploaded: 0 });

    const url = urlOf(announced);
    const cut = MIB + 300_000;
    expect((await patch(picket, device, url, 0, video.subarray(0, cut))).headers['upload-offset']).toBe(String(cut));
    const head = await picket.call('HEAD', url, { as: device });
    expect(head.headers).toMatchObject({ 'upload-offset': String(cut), 'upload-length': String(video.length) });
    expect((await announce(picket, device, body)).body).toMatchObject({
      clip: announced.clip,
      uploads: [{ offset: cut }],
    });
    const wrong = await patch(picket, device, url, 5, video.subarray(5));
    expect([wrong.status, wrong.headers['upload-offset']]).toEqual([409, String(cut)]);
    expect((await patch(picket, device, url, cut, video.subarray(cut))).status).toBe(204);

    const detail = await detailOf(alert);
    expect(detail).toMatchObject({ kind: 'POLICY_ALERT_WITH_VIDEO', videoState: 'READY', video: { state: 'READY' } });
    expect(detail.timeline.find(({ code }) => code === 'VIDEO_ADDED')?.detail).toEqual({
      clip: announced.clip,
      seconds: 10,
    });
    const [clip] = detail.video?.clips ?? [];
    expect(clip).toMatchObject({
      guid: announced.clip,
      alerts: [alert],
      codec: 'avc1.42c01f',
      width: 1280,
      bytes: video.length,
    });
    const played = await fetchPart(clip?.links?.play ?? '');
    expect(played.status).toBe(200);
    expect(played.bytes.equals(video)).toBe(true);
    expect(clip?.links?.still).toBeUndefined();
  });

  test('is not expected of a muted alert, of a sentry without camera, while the camera is off, or long after', async () => {
    const other = await picket.addDevice(location);
    expect((await detailOf(await raiseMotion(picket, other))).video).toMatchObject({
      state: 'MISSING',
      reason: 'NO_CAMERA',
    });
    const { prisma } = picket.platform.db;
    const { tenantGuid } = await prisma.location.findFirstOrThrow({ where: { guid: location } });
    const off = {
      tenantGuid,
      locationGuid: location,
      startsAt: new Date(EVENING - 60_000),
      endsAt: new Date(EVENING + 60_000),
    };
    await prisma.cameraOffPeriod.create({ data: off });
    expect((await detailOf(await raiseMotion(picket, device))).video).toMatchObject({ state: 'OFF' });
    const refused = await announce(picket, device, announcementOf(picket, madeClip({ seconds: 2 }), 2));
    expect([refused.status, refused.body]).toMatchObject([422, { errors: [{ name: 'startedAt' }] }]);
    picket.clock.set(Date.UTC(2026, 2, 3, 10));
    picket.admin = await picket.signIn('admin@picket.example');
    const third = await picket.addDevice(location);
    await addCamera(picket, third);
    expect((await detailOf(await raiseMotion(picket, third))).video).toBeUndefined();
  });

  test('is missing after a day, and comes all the same when it comes later', async () => {
    const alert = await raiseMotion(picket, device);
    picket.clock.pass(24 * 3600 + 1);
    picket.admin = await picket.signIn('admin@picket.example');
    expect(await picket.server.pipeline.clips.expireVideos()).toBe(1);
    expect((await detailOf(alert)).video).toMatchObject({ state: 'MISSING', reason: 'SENTRY_OFFLINE' });
    await uploadClip(picket, device, { recording: alert });
    expect((await detailOf(alert)).video).toMatchObject({ state: 'READY' });
  });
});

describe('a clip that the sentry recorded by itself', () => {
  const options = { seconds: 2, bytesPerPicture: 200 };
  const stepsOf = async (alert: string) =>
    (await detailOf(alert)).timeline.filter(({ code }) => code === 'VIDEO_ADDED').map(({ detail }) => detail);

  test('and that is ready before its alert is raised is the video of the alert, however long after', async () => {
    const at = picket.clock.now();
    const { guid } = await uploadClip(picket, device);
    picket.clock.pass(1200);
    const alert = await raiseMotion(picket, device, at);
    const detail = await detailOf(alert);
    expect(detail).toMatchObject({ kind: 'POLICY_ALERT_WITH_VIDEO', video: { state: 'READY', clips: [{ guid }] } });
    expect(await stepsOf(alert)).toEqual([{ clip: guid, seconds: 2 }]);
  });

  test('and that is still uploaded when its alert is raised is waited for', async () => {
    const at = picket.clock.now();
    const video = madeClip(options);
    const { body } = await announce(picket, device, announcementOf(picket, video, 2));
    picket.clock.pass(60);
    const alert = await raiseMotion(picket, device, at);
    expect((await detailOf(alert)).video).toMatchObject({ state: 'UPLOADING', clips: [{ guid: body.clip }] });
    expect((await patch(picket, device, urlOf(body), 0, video)).status).toBe(204);
    expect((await detailOf(alert)).video).toMatchObject({ state: 'READY', clips: [{ guid: body.clip }] });
    expect(await stepsOf(alert)).toEqual([{ clip: body.clip, seconds: 2 }]);
  });

  test('and that shows another time, or belongs to another alert, is not that of an alert that is raised', async () => {
    await uploadClip(picket, device);
    picket.clock.pass(60);
    const first = await raiseMotion(picket, device);
    expect((await detailOf(first)).video).toEqual({ state: 'EXPECTED', clips: [] });
    picket.clock.pass(2);
    await uploadClip(picket, device, { recording: first });
    const { platform, server } = picket;
    const { prisma } = platform.db;
    const row = await prisma.alert.findFirstOrThrow({
      where: { guid: first },
      omit: { problem: true, conditions: true },
    });
    const second = { ...row, guid: newGuid(), violationKey: 'another', createdAt: new Date(picket.clock.now() + 1) };
    await prisma.alert.create({ data: second });
    const change = { tenant: row.tenantGuid, alert: second.guid, change: 'RAISED' } as const;
    await platform.db.inSqlTx((sql) => server.pipeline.clips.ports.onAlertsChanged(sql, [change]));
    expect((await detailOf(second.guid)).video).toEqual({ state: 'EXPECTED', clips: [] });
  });

  test('is not recorded once more where it shows all of an alert that is over when it is raised', async () => {
    const { guid } = await uploadClip(picket, device, {}, { seconds: 40, bytesPerPicture: 200 });
    const end = picket.clock.now();
    picket.clock.pass(60);
    const first = await raiseMotion(picket, device);
    const { platform, server } = picket;
    const { prisma } = platform.db;
    const row = await prisma.alert.findFirstOrThrow({
      where: { guid: first },
      omit: { problem: true, conditions: true },
    });
    const asked = async (endedAt: number) => {
      const over = { state: 'CLEARED', startedAt: new Date(end - 25_000), endedAt: new Date(endedAt) };
      const alert = newGuid();
      await prisma.alert.create({ data: { ...row, ...over, guid: alert, violationKey: alert } });
      const change = { tenant: row.tenantGuid, alert, change: 'RAISED' } as const;
      await platform.db.inSqlTx((sql) => server.pipeline.clips.ports.onAlertsChanged(sql, [change]));
      expect((await detailOf(alert)).video).toMatchObject({ state: 'READY', clips: [{ guid }] });
      return prisma.sentrySignal.count({ where: { kind: 'RECORD', body: { path: ['recording'], equals: alert } } });
    };
    expect(await asked(end - 15_000)).toBe(0);
    expect(await asked(end + 15_000)).toBe(1);
  });

  test('is that of an alert for which it is announced again', async () => {
    const video = madeClip(options);
    const again = (alert: string) => announce(picket, device, announcementOf(picket, video, 2, { recording: alert }));
    const { body } = await announce(picket, device, announcementOf(picket, video, 2));
    picket.clock.pass(60);
    const alert = await raiseMotion(picket, device);
    expect((await detailOf(alert)).video).toEqual({ state: 'EXPECTED', clips: [] });
    expect((await again(alert)).body).toMatchObject({ clip: body.clip, state: 'UPLOADING' });
    expect((await detailOf(alert)).video).toMatchObject({ state: 'UPLOADING', clips: [{ guid: body.clip }] });
    expect((await patch(picket, device, urlOf(body), 0, video)).status).toBe(204);
    expect((await again(alert)).body).toMatchObject({ clip: body.clip, state: 'READY' });
    expect(await stepsOf(alert)).toEqual([{ clip: body.clip, seconds: 2 }]);
    await picket.platform.db.prisma.alertClip.deleteMany();
    await picket.platform.db.prisma.alertVideo.updateMany({ data: { state: 'EXPECTED' } });
    expect((await again(alert)).body).toMatchObject({ clip: body.clip, state: 'READY' });
    expect((await detailOf(alert)).video).toMatchObject({ state: 'READY', clips: [{ guid: body.clip }] });
  });
});

test('the sentry says that it has no video of its own alert', async () => {
  const alert = await raiseMotion(picket, device);
  const { platform, server } = picket;
  const { tenantGuid: tenant } = await platform.db.prisma.location.findFirstOrThrow({ where: { guid: location } });
  const other = (await picket.addDevice(location)).sentry;
  await recordNoClip(platform, server.pipeline.clips.ports, { tenant, guid: other }, alert, 'FAILED');
  expect((await detailOf(alert)).video).toMatchObject({ state: 'EXPECTED' });
  await recordNoClip(platform, server.pipeline.clips.ports, { tenant, guid: device.sentry }, alert, 'OLDER_THAN_RING');
  expect((await detailOf(alert)).video).toMatchObject({ state: 'MISSING', reason: 'OLDER_THAN_RING' });
});

describe('playing', () => {
  test('ranges, HEAD, ETag and If-Range', async () => {
    const { guid, video } = await uploadClip(picket, device, {}, { seconds: 10, bytesPerPicture: 10_000 });
    const { links } = await clipOf(picket, guid);
    const play = links?.play ?? '';
    const whole = await fetchPart(play, {}, 'HEAD');
    expect([whole.status, whole.bytes.length]).toEqual([200, 0]);
    expect(whole.headers).toMatchObject({
      'content-length': String(video.length),
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
    });
    const total = video.length;
    for (const [range, from, to] of [
      ['bytes=0-0', 0, 1],
      [`bytes=${MIB - 3}-${MIB + 4}`, MIB - 3, MIB + 5],
      [`bytes=-7`, total - 7, total],
      [`bytes=${total - 1}-`, total - 1, total],
      [`bytes=5-9,20-30`, 5, 10],
    ] as const) {
      const part = await fetchPart(play, { range });
      expect([range, part.status, part.headers['content-range']]).toEqual([
        range,
        206,
        `bytes ${from}-${to - 1}/${total}`,
      ]);
      expect(part.bytes.equals(video.subarray(from, to)), range).toBe(true);
    }
    for (const range of ['bytes=5-2', `bytes=${total}-`, 'bytes=-0'])
      expect((await fetchPart(play, { range })).status, range).toBe(416);
    const etag = String(whole.headers.etag);
    expect((await fetchPart(play, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
    expect((await fetchPart(play, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
    expect((await fetchPart(links?.still ?? '')).headers['content-type']).toBe('image/jpeg');
    expect((await fetchPart(links?.strip ?? '')).bytes.length).toBe(504);
    const opened = await picket.platform.db.prisma.auditEntry.findMany({ where: { action: 'CLIP_OPENED' } });
    expect(opened.map(({ actorName }) => actorName)).toEqual(['admin@picket.example']);
  });

  test('a link is for one clip and purpose, until it expires or is revoked', async () => {
    const one = await uploadClip(picket, device);
    const other = await uploadClip(picket, device);
    const made = await picket.call<ResponseOf<'POST /clips/{guid}/links'>>('POST', `/clips/${one.guid}/links`, {
      as: picket.admin,
      body: { hours: 1 },
    });
    const { url } = made.body;
    expect((await fetchPart(url)).bytes.equals(one.video)).toBe(true);
    const expires = Number(/expires=(\d+)/u.exec(url)?.[1]);
    for (const wrong of [
      url.replace(one.guid, other.guid),
      url.replace('/play?', '/still?'),
      url.replace(String(expires), String(expires + 60)),
      url.replace('epoch=0', 'epoch=1'),
      url.replace(/sig=.*/u, 'sig='),
      `${url}&viewer=${one.guid}`,
    ]) {
      const answer = await fetchPart(wrong);
      expect([wrong, answer.status]).toEqual([wrong, 403]);
      expect(JSON.parse(answer.bytes.toString()).message).toBe('This link is wrong or has expired');
    }
    expect((await picket.call('DELETE', `/clips/${one.guid}/links`, { as: picket.admin })).status).toBe(204);
    expect((await fetchPart(url)).status).toBe(403);
    const { links } = await clipOf(picket, one.guid);
    expect((await fetchPart(links?.play ?? '')).status).toBe(200);
    picket.clock.pass(301);
    expect((await fetchPart(links?.play ?? '')).status).toBe(403);
  });

  test('while the organization is suspended its links open nothing', async () => {
    const { guid, video } = await uploadClip(picket, device);
    const { links } = await clipOf(picket, guid);
    const play = links?.play ?? '';
    const suspend = (suspended: boolean) => picket.platform.db.prisma.tenant.updateMany({ data: { suspended } });
    await suspend(true);
    expect((await fetchPart(play)).status).toBe(403);
    await suspend(false);
    expect((await fetchPart(play)).bytes.equals(video)).toBe(true);
  });

  test('what was changed in the store is not played', async () => {
    const { guid, video } = await uploadClip(picket, device);
    const path = filesOfClips(picket).find((one) => one.includes(`${guid}/video/`)) ?? '';
    const bytes = readFileSync(path);
    expect(bytes.includes(video.subarray(0, 32))).toBe(false);
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    expect((await fetchPart((await clipOf(picket, guid)).links?.play ?? '')).status).toBe(500);
  });
});
