/** Uploads of clips that are refused, fail, or are continued by another client: nothing of them is left behind, and nothing is lost. */
import { randomBytes } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { formatInstant } from '@picket/domain/time';
import { Upload } from 'tus-js-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { digestsOf, madeClip } from '../../../tests/support/made-clip.ts';
import { findClip } from '../src/capabilities/clips/storage/clip-store.ts';
import { receivePart, toStoredClip } from '../src/capabilities/clips/uploads/receive-part.ts';
import { findPart } from '../src/capabilities/clips/uploads/upload-store.ts';
import {
  announce,
  announcementOf,
  clipOf,
  filesOfClips,
  openPicketWithCamera,
  patch,
  put,
  raiseMotion,
  urlOf,
} from './clip-uploads.ts';
import type { Device, Picket } from './harness.ts';
import { until } from './socket-client.ts';

const MIB = 1_048_576;

let picket: Picket;
let location: string;
let device: Device;

beforeEach(async () => {
  ({ picket, location, device } = await openPicketWithCamera());
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
    expect(filesOfClips(picket)).toEqual([]);
  });

  test('other bytes than announced are thrown away, and the device begins again', async () => {
    const video = madeClip({ seconds: 10, bytesPerPicture: 10_000 });
    const { body } = await announce(picket, device, announcementOf(picket, video, 10));
    const changed = Buffer.from(video);
    changed[MIB + 5] = (changed[MIB + 5] ?? 0) ^ 1;
    const answer = await patch(picket, device, urlOf(body), 0, changed);
    expect([answer.status, answer.body.errors]).toMatchObject([422, [{ name: 'chunks' }]]);
    expect((await picket.call('HEAD', urlOf(body), { as: device })).headers['upload-offset']).toBe('0');
    expect(filesOfClips(picket)).toEqual([]);
    expect((await put(picket, device, urlOf(body), video)).status).toBe(204);
    expect((await clipOf(picket, body.clip)).state).toBe('READY');
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
    await picket.platform.db.console.query(`CREATE SEQUENCE moves; GRANT USAGE ON SEQUENCE moves TO PUBLIC; CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql AS
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
    expect((await clipOf(picket, body.clip)).links?.still).toBeUndefined();
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
  expect((await clipOf(picket, body.clip)).state).toBe('READY');
});

describe('a connection that was given up', () => {
  const video = madeClip({ seconds: 10, bytesPerPicture: 15_000 });

  /** A connection to the upload of a clip as it is now; `bringBytes` ends once all of it was read. */
  async function openConnection(guid: string) {
    const { platform } = picket;
    const { tenantGuid: tenant } = await platform.db.prisma.clip.findFirstOrThrow({ where: { guid } });
    const clip = await findClip(platform.db.console, tenant, guid);
    const part = await findPart(platform.db.console, tenant, guid, 'video');
    if (clip === null || part === null) throw new Error('there is no such clip');
    const body = new PassThrough();
    const open = { clip, stored: toStoredClip(platform, clip), part };
    const received = receivePart(platform, picket.server.pipeline.clips, open, body).catch((error: Error) => error);
    const bringBytes = async (bytes: Buffer): Promise<void> => {
      body.write(bytes);
      await until(() => body.readableLength + body.writableLength === 0);
    };
    return { body, bringBytes, received };
  }

  async function playedBytes(guid: string): Promise<Buffer> {
    const { links } = await clipOf(picket, guid);
    return (await picket.server.app.inject({ method: 'GET', url: `/api/v1${links?.play}` })).rawPayload;
  }

  test('replaces nothing of the clip that came over another one since', async () => {
    const { body } = await announce(picket, device, announcementOf(picket, video, 10));
    const first = await openConnection(body.clip);
    await first.bringBytes(video.subarray(0, MIB / 2));
    expect((await patch(picket, device, urlOf(body), 0, video.subarray(0, MIB + 7))).status).toBe(204);
    expect((await patch(picket, device, urlOf(body), MIB + 7, video.subarray(MIB + 7))).status).toBe(204);
    first.body.destroy(new Error('the line died'));
    expect(await first.received).toMatchObject({ code: 'conflict' });
    expect((await playedBytes(body.clip)).equals(video)).toBe(true);
    expect(filesOfClips(picket).filter((path) => path.includes('begun'))).toEqual([]);
  });

  test('leaves what it brought, and wrong bytes of it throw away nothing that came over another one', async () => {
    const { body } = await announce(picket, device, announcementOf(picket, video, 10));
    const url = urlOf(body);
    const offset = async () => (await picket.call('HEAD', url, { as: device })).headers['upload-offset'];
    const first = await openConnection(body.clip);
    await first.bringBytes(video.subarray(0, MIB / 2));
    first.body.destroy(new Error('the line died'));
    await first.received;
    expect(await offset()).toBe(String(MIB / 2));
    const second = await openConnection(body.clip);
    await second.bringBytes(video.subarray(0, 9));
    expect((await patch(picket, device, url, MIB / 2, video.subarray(MIB / 2, MIB + 9))).status).toBe(204);
    await second.bringBytes(Buffer.alloc(MIB / 2));
    second.body.end();
    expect(await second.received).toMatchObject({ code: 'unprocessable' });
    expect(await offset()).toBe(String(MIB + 9));
    expect((await patch(picket, device, url, MIB + 9, video.subarray(MIB + 9))).status).toBe(204);
    expect((await playedBytes(body.clip)).equals(video)).toBe(true);
  });
});
