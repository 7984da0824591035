/** Clips from the alert that asks for one to the bytes a player gets. */
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { Upload } from 'tus-js-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { digestsOf, madeClip } from '../../../tests/support/made-clip.ts';
import { recordNoClip } from '../src/capabilities/clips/index.ts';
import { addCamera, announce, announcementOf, patch, put, raiseMotion, uploadClip, urlOf } from './clip-uploads.ts';
import { type Device, type Picket, picketForTest } from './harness.ts';

const MIB = 1_048_576;
const EVENING = Date.UTC(2026, 2, 2, 20);

let picket: Picket;
let location: string;
let device: Device;

beforeEach(async () => {
  picket = await picketForTest({ environment: { PICKET_CLIPS_MIN_FREE_MB: '1' } });
  picket.clock.set(EVENING);
  picket.admin = await picket.signIn('admin@picket.example');
  location = await picket.addLocation();
  device = await picket.addDevice(location);
  await addCamera(picket, device);
});

type AlertDetail = ResponseOf<'GET /alerts/{guid}'>;
const detailOf = async (alert: string): Promise<AlertDetail> =>
  (await picket.call<AlertDetail>('GET', `/alerts/${alert}`, { as: picket.admin })).body;
const clipOf = async (guid: string) =>
  (await picket.call<ResponseOf<'GET /clips/{guid}'>>('GET', `/clips/${guid}`, { as: picket.admin })).body;

/** A real request: `inject` does not show how a body is streamed. */
async function fetchPart(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await picket.server.app.inject({
    method: method as 'GET',
    url: path.startsWith('/api/v1') ? path : `/api/v1${path}`,
    headers,
  });
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(folder, name)).isFile());
}
const clipFolder = (): string => join(picket.platform.config.dataDir, 'clips');

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
    const { tenantGuid } = await prisma.location.findUniqueOrThrow({ where: { guid: location } });
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

test('the sentry says that it has no video of its own alert', async () => {
  const alert = await raiseMotion(picket, device);
  const { platform, server } = picket;
  const { tenantGuid: tenant } = await platform.db.prisma.location.findUniqueOrThrow({ where: { guid: location } });
  const other = (await picket.addDevice(location)).sentry;
  await recordNoClip(platform, server.pipeline.clips.ports, { tenant, guid: other }, alert, 'FAILED');
  expect((await detailOf(alert)).video).toMatchObject({ state: 'EXPECTED' });
  await recordNoClip(platform, server.pipeline.clips.ports, { tenant, guid: device.sentry }, alert, 'OLDER_THAN_RING');
  expect((await detailOf(alert)).video).toMatchObject({ state: 'MISSING', reason: 'OLDER_THAN_RING' });
});

describe('uploads that are refused', () => {
  const short = { seconds: 2, bytesPerPicture: 200 };

  test('bytes that are none of a clip leave nothing behind', async () => {
    for (const [name, video] of [
      ['noise', randomBytes(5000)],
      ['H.265', madeClip({ ...short, codec: 'hvc1' })],
      ['sound', madeClip({ ...short, handler: 'soun' })],
      ['cut off', madeClip(short).subarray(0, -10)],
      ['too short', madeClip({ ...short, seconds: 1 })],
    ] as const) {
      const { body } = await announce(picket, device, announcementOf(picket, video, 2));
      const answer = await patch(picket, device, urlOf(body), 0, video);
      expect([name, answer.status]).toEqual([name, 422]);
      expect((await picket.call('HEAD', urlOf(body), { as: device })).status, name).toBe(404);
    }
    expect(filesIn(clipFolder())).toEqual([]);
  });

  test('other bytes than announced are thrown away, and the device begins again', async () => {
    const video = madeClip({ seconds: 10, bytesPerPicture: 10_000 });
    const { body } = await announce(picket, device, announcementOf(picket, video, 10));
    const changed = Buffer.from(video);
    changed[MIB + 5] = (changed[MIB + 5] ?? 0) ^ 1;
    const answer = await patch(picket, device, urlOf(body), 0, changed);
    expect([answer.status, answer.body.errors]).toMatchObject([422, [{ name: 'chunks' }]]);
    expect((await picket.call('HEAD', urlOf(body), { as: device })).headers['upload-offset']).toBe('0');
    expect(filesIn(clipFolder())).toEqual([]);
    expect((await put(picket, device, urlOf(body), video)).status).toBe(204);
    expect((await clipOf(body.clip)).state).toBe('READY');
  });

  test('more bytes, another sentry, another address, another media type', async () => {
    const video = madeClip(short);
    const { body } = await announce(picket, device, announcementOf(picket, video, 2));
    const url = urlOf(body);
    expect((await patch(picket, device, url, 0, Buffer.concat([video, Buffer.alloc(1)]))).status).toBe(413);
    const other = await picket.addDevice(location);
    expect((await patch(picket, other, url, 0, video)).status).toBe(404);
    expect((await patch(picket, device, url.replace(/sig=(.)/u, 'sig=$1$1'), 0, video)).status).toBe(403);
    const json = await picket.call('PATCH', url, { as: device, body: { a: 1 }, headers: { 'upload-offset': '0' } });
    expect(json.status).toBe(415);
    const elsewhere = { 'content-type': 'application/octet-stream' };
    expect((await picket.call('POST', '/sentry/video', { as: device, body: video, headers: elsewhere })).status).toBe(
      415,
    );
    for (const offset of ['', '-1', 'x', '1e3', '99999999999999'])
      expect(
        (
          await picket.call('PATCH', url, {
            as: device,
            body: video,
            headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': offset },
          })
        ).status,
      ).toBe(400);
    picket.clock.pass(86_401);
    expect((await patch(picket, device, url, 0, video)).status).toBe(403);
  });

  test('announcements that cannot be', async () => {
    const video = madeClip(short);
    const now = picket.clock.now();
    const base = announcementOf(picket, video, 2);
    const alert = await raiseMotion(picket, await picket.addDevice(location));
    for (const [name, change] of [
      ['startedAt', { startedAt: formatInstant(now + 120_000), endedAt: formatInstant(now + 122_000) }],
      ['endedAt', { endedAt: formatInstant(now - 3000) }],
      ['endedAt', { startedAt: formatInstant(now - 16 * 60_000) }],
      ['codec', { codec: 'hvc1.1.6.L93' }],
      ['alerts', { alerts: [alert] }],
      ['alerts', { recording: '01890000-0000-7000-8000-000000000000' }],
    ] satisfies [string, Partial<typeof base>][]) {
      const answer = await announce(picket, device, { ...base, ...change });
      expect([name, answer.status, answer.body]).toMatchObject([name, 422, { errors: [{ name }] }]);
    }
    for (const change of [{ chunks: [...base.chunks, ...base.chunks] }, { bytes: 64 * MIB + 1 }, { sha256: 'x' }])
      expect((await announce(picket, device, { ...base, ...change })).status).toBe(400);
  });

  test('a database that fails once while bytes arrive: the device comes again, and loses nothing', async () => {
    // A sequence counts also where the transaction is rolled back.
    await picket.platform.db.console.query(`CREATE SEQUENCE moves; CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF nextval('moves') = 1 THEN RAISE EXCEPTION USING ERRCODE = '53100'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER fail_once BEFORE UPDATE ON clip_part FOR EACH ROW EXECUTE FUNCTION fail_once()`);
    const video = madeClip({ bytesPerPicture: 15_000 });
    const url = urlOf((await announce(picket, device, announcementOf(picket, video, 10))).body);
    expect((await patch(picket, device, url, 0, video.subarray(0, MIB + 5))).status).toBe(503);
    const offset = Number((await picket.call('HEAD', url, { as: device })).headers['upload-offset']);
    expect((await patch(picket, device, url, offset, video.subarray(offset))).status).toBe(204);
  });

  test('a picture is a JPEG', async () => {
    const video = madeClip(short);
    const bytes = randomBytes(100);
    const still = { bytes: 100, sha256: digestsOf(bytes).sha256 };
    const { body } = await announce(picket, device, announcementOf(picket, video, 2, { still }));
    expect((await put(picket, device, urlOf(body, 'still'), bytes)).status).toBe(422);
    expect((await put(picket, device, urlOf(body), video)).status).toBe(204);
    expect((await clipOf(body.clip)).links?.still).toBeUndefined();
  });
});

test('a client of tus uploads what is left', async () => {
  const base = await picket.server.app.listen({ port: 0, host: '127.0.0.1' });
  const video = madeClip({ seconds: 10, bytesPerPicture: 15_000 });
  const { body } = await announce(picket, device, announcementOf(picket, video, 10));
  await patch(picket, device, urlOf(body), 0, video.subarray(0, MIB + 7));
  const offsets: number[] = [];
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(video, {
      uploadUrl: `${base}/api/v1${urlOf(body)}`,
      chunkSize: 400_000,
      retryDelays: null,
      headers: { authorization: `Bearer ${device.token}` },
      onChunkComplete: (_size, accepted) => offsets.push(accepted),
      onSuccess: () => resolve(),
      onError: reject,
    });
    upload.start();
  });
  expect(offsets[0]).toBe(MIB + 7 + 400_000);
  expect((await clipOf(body.clip)).state).toBe('READY');
});

describe('playing', () => {
  test('ranges, HEAD, ETag and If-Range', async () => {
    const { guid, video } = await uploadClip(picket, device, {}, { seconds: 10, bytesPerPicture: 10_000 });
    const { links } = await clipOf(guid);
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
    const { links } = await clipOf(one.guid);
    expect((await fetchPart(links?.play ?? '')).status).toBe(200);
    picket.clock.pass(301);
    expect((await fetchPart(links?.play ?? '')).status).toBe(403);
  });

  test('what was changed in the store is not played', async () => {
    const { guid, video } = await uploadClip(picket, device);
    const [name] = filesIn(clipFolder()).filter((one) => one.includes(`${guid}/video/`));
    const path = join(clipFolder(), name ?? '');
    const bytes = readFileSync(path);
    expect(bytes.includes(video.subarray(0, 32))).toBe(false);
    bytes[100] = (bytes[100] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    expect((await fetchPart((await clipOf(guid)).links?.play ?? '')).status).toBe(500);
  });
});
