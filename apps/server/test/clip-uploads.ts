/** A sentry that announces clips and uploads them, for tests. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BodyOf, ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import { digestsOf, type MadeClipOptions, madeClip } from '../../../tests/support/made-clip.ts';
import { type Answer, type Device, type Picket, picketForTest } from './harness.ts';

export type Announced = ResponseOf<'POST /sentry/video'>;
type Announcement = BodyOf<'POST /sentry/video'>;
type Part = Announced['uploads'][number]['part'];

const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(500, 7)]);

const pictureOf = (bytes: Buffer) => ({ bytes: bytes.length, sha256: digestsOf(bytes).sha256 });

/** What a sentry says of a clip that ended now. */
export function announcementOf(
  picket: Picket,
  video: Buffer,
  seconds: number,
  more: Partial<Announcement> = {},
): Announcement {
  const end = picket.clock.now();
  return {
    startedAt: formatInstant(end - seconds * 1000),
    endedAt: formatInstant(end),
    contentType: 'video/mp4',
    codec: 'avc1.42c01f',
    ...digestsOf(video),
    ...more,
  };
}

export const announce = (picket: Picket, device: Device, body: Announcement): Promise<Answer<Announced>> =>
  picket.call<Announced>('POST', '/sentry/video', { as: device, body });

export function urlOf({ uploads }: Announced, part: Part = 'video'): string {
  const upload = uploads.find((one) => one.part === part);
  if (upload === undefined) throw new Error(`there is no upload of ${part}`);
  return upload.url;
}

export const patch = (picket: Picket, device: Device, url: string, offset: number, bytes: Buffer) =>
  picket.call<{ message: string; errors?: { name: string }[] }>('PATCH', url, {
    as: device,
    body: bytes,
    headers: {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      'tus-resumable': '1.0.0',
    },
  });

export const put = (picket: Picket, device: Device, url: string, bytes: Buffer) =>
  picket.call<{ message: string; errors?: { name: string }[] }>('PUT', url, {
    as: device,
    body: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  });

/** A clip with still and strip, uploaded and ready. */
export async function uploadClip(
  picket: Picket,
  device: Device,
  more: Partial<Announcement> = {},
  options: MadeClipOptions = { seconds: 2, bytesPerPicture: 200 },
  picture: Buffer = JPEG,
): Promise<{ readonly guid: string; readonly video: Buffer }> {
  const video = madeClip(options);
  const pictures = { still: pictureOf(picture), strip: pictureOf(picture) };
  const { body, status } = await announce(
    picket,
    device,
    announcementOf(picket, video, options.seconds ?? 10, { ...pictures, ...more }),
  );
  if (status !== 201) throw new Error(`the announcement answered ${status} ${JSON.stringify(body)}`);
  for (const [part, bytes] of [
    ['still', picture],
    ['strip', picture],
    ['video', video],
  ] as const) {
    const answer = await put(picket, device, urlOf(body, part), bytes);
    if (answer.status !== 204) throw new Error(`the ${part} answered ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  return { guid: body.clip, video };
}

/** The sentry has a camera, and those of its location are on. */
export async function addCamera(picket: Picket, device: Device): Promise<void> {
  const { prisma } = picket.platform.db;
  const sentry = await prisma.sentry.findFirstOrThrow({ where: { guid: device.sentry } });
  const { tenantGuid, locationGuid } = sentry;
  const setting = { tenantGuid, locationGuid, mode: 'ON', lastUpdateTs: new Date(picket.clock.now()) };
  await prisma.cameraSetting.createMany({ data: setting, skipDuplicates: true });
  const camera = { tenantGuid, sentryGuid: device.sentry, hasCamera: true, supportsMasks: true, ringSeconds: 600 };
  await prisma.sentryCamera.create({ data: { ...camera, reportedAt: new Date(picket.clock.now()) } });
}

/** An open alert of the default policy about motion, raised now or then, outside of its do-not-disturb. */
export async function raiseMotion(picket: Picket, device: Device, at = picket.clock.now()): Promise<string> {
  await picket.send(device, 'camera_motion', 0.5, at, 'level');
  const alert = (await picket.alerts(`&sentry=${device.sentry}`)).find(({ violation }) => violation === 'Motion');
  if (alert === undefined) throw new Error('motion raised no alert');
  return alert.guid;
}

/** Outside of the do-not-disturb of the default policy about motion. */
export const EVENING = Date.UTC(2026, 2, 2, 20);

/** A location with one sentry that has a camera, in the evening; closed when the test is over. */
export async function openPicketWithCamera() {
  const picket = await picketForTest({ environment: { PICKET_CLIPS_MIN_FREE_MB: '1' } });
  picket.clock.set(EVENING);
  picket.admin = await picket.signIn('admin@picket.example');
  const location = await picket.addLocation();
  const device = await picket.addDevice(location);
  await addCamera(picket, device);
  return { picket, location, device };
}

export const clipOf = async (picket: Picket, guid: string) =>
  (await picket.call<ResponseOf<'GET /clips/{guid}'>>('GET', `/clips/${guid}`, { as: picket.admin })).body;

/** The paths of all files that hold a part of a clip. */
export function filesOfClips(picket: Picket): string[] {
  const folder = join(picket.platform.config.dataDir, 'clips');
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile());
}
