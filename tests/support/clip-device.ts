/** A device of a running server whose camera is a video made by ffmpeg: it reports motion and uploads the clip in two pieces. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ResponseOf } from '@picket/contracts/endpoints';
import { formatInstant } from '@picket/domain/time';
import type { DeviceClient } from '../../apps/sentry/src/device-client.ts';
import { digestsOf } from './made-clip.ts';

const SECONDS = 10;
const LEAD_SECONDS = 4;
const PICTURES = 20;

type Created = ResponseOf<'POST /sentry/video'>;

export interface RecordedVideo {
  readonly video: Buffer;
  readonly still: Buffer;
  readonly strip: Buffer;
}

/** Ten seconds of a test picture, its still and its film strip. */
export function recordVideo(): RecordedVideo {
  const folder = mkdtempSync(join(tmpdir(), 'picket-clip-'));
  const make = (name: string, ...args: readonly string[]): Buffer => {
    const path = join(folder, name);
    const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', ...args, path]);
    if (status !== 0) throw new Error(`ffmpeg: ${stderr.toString()}`);
    return readFileSync(path);
  };
  try {
    const source = ['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=8:duration=${SECONDS}`];
    const encoding = [
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-profile:v',
      'baseline',
      '-pix_fmt',
      'yuv420p',
      '-g',
      '16',
    ];
    const video = make('clip.mp4', ...source, ...encoding, '-movflags', '+empty_moov+default_base_moof+frag_keyframe');
    const still = make('still.jpg', ...source, '-frames:v', '1', '-q:v', '5');
    const tile = `fps=${PICTURES / SECONDS},scale=80:-2,tile=${PICTURES}x1`;
    const strip = make('strip.jpg', ...source, '-vf', tile, '-frames:v', '1', '-q:v', '10');
    return { video, still, strip };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const reportCamera = (device: DeviceClient): Promise<unknown> =>
  device.send('POST', '/sentry/camera', {
    hasCamera: true,
    supportsMasks: true,
    codec: 'avc1.42c01e',
    width: 640,
    height: 360,
    ringSeconds: 600,
  });

export const reportMotion = (device: DeviceClient, level: number): Promise<unknown> =>
  device.report([{ sensorMetricId: 'camera_motion', at: Date.now(), values: { level } }], false);

export interface PendingUpload {
  readonly clip: string;
  /** Uploads the rest. */
  readonly finish: () => Promise<void>;
}

/** Announces the clip of an alert, from four seconds before it was raised, uploads its pictures and the first half of the video. */
export async function uploadHalf(
  device: DeviceClient,
  { guid, raisedAt }: { readonly guid: string; readonly raisedAt: string },
  { video, still, strip }: RecordedVideo,
): Promise<PendingUpload> {
  const pictureOf = (bytes: Buffer) => ({ bytes: bytes.length, sha256: digestsOf(bytes).sha256 });
  const start = Date.parse(raisedAt) - LEAD_SECONDS * 1000;
  const answer = await device.send('POST', '/sentry/video', {
    recording: guid,
    startedAt: formatInstant(start),
    endedAt: formatInstant(start + SECONDS * 1000),
    contentType: 'video/mp4',
    codec: 'avc1.42c01e',
    ...digestsOf(video),
    still: pictureOf(still),
    strip: pictureOf(strip),
  });
  const { clip, uploads }: Created = JSON.parse(await answer.text());
  const urlOf = (part: string): string => uploads.find((one) => one.part === part)?.url ?? '';
  const put = (part: string, bytes: Buffer) =>
    device.call('PUT', urlOf(part), {
      headers: { 'content-type': 'application/octet-stream' },
      body: new Uint8Array(bytes),
    });
  const patch = (offset: number, bytes: Buffer) =>
    device.call('PATCH', urlOf('video'), {
      headers: {
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        'tus-resumable': '1.0.0',
      },
      body: new Uint8Array(bytes),
    });
  const half = Math.floor(video.length / 2);
  await put('still', still);
  await put('strip', strip);
  await patch(0, video.subarray(0, half));
  return { clip, finish: async () => void (await patch(half, video.subarray(half))) };
}
