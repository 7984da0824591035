/** Clips on disk and what a device does with them: announces, and uploads a whole file. */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatInstant } from '@picket/domain/time';
import { digestsOf, madeClip } from '../../tests/support/made-clip.ts';
import { type Camera, deviceOf } from './video-place.ts';

const PER_SECOND = 15;

export interface ClipFile {
  readonly path: string;
  readonly seconds: number;
  readonly bytes: number;
  readonly digests: ReturnType<typeof digestsOf>;
}

/** A video of noise in a file of about so many bytes. */
export function writeClip(folder: string, seconds: number, bytes: number): ClipFile {
  const bytesPerPicture = Math.round(bytes / seconds / PER_SECOND) - 120;
  const video = madeClip({ seconds, perSecond: PER_SECOND, bytesPerPicture });
  const path = join(folder, `${randomUUID()}.mp4`);
  writeFileSync(path, video);
  return { path, seconds, bytes: video.length, digests: digestsOf(readFileSync(path)) };
}

/** Uploads a file as the device of this camera; returns the clip. It is ready when this resolves. */
export async function uploadFile(
  base: string,
  { token }: Camera,
  { path, seconds, digests }: ClipFile,
): Promise<string> {
  const now = Date.now();
  const { clip, uploads } = await deviceOf(base, token)('POST /sentry/video', {
    body: {
      startedAt: formatInstant(now - seconds * 1000),
      endedAt: formatInstant(now),
      contentType: 'video/mp4',
      codec: 'avc1.42c01f',
      ...digests,
    },
  });
  const url = uploads.find(({ part }) => part === 'video')?.url ?? '';
  const answer = await fetch(`${base}/api/v1${url}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream', authorization: `Bearer ${token}` },
    body: await readFile(path),
  });
  if (answer.status !== 204) throw new Error(`the upload answered ${answer.status} ${await answer.text()}`);
  return clip;
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
