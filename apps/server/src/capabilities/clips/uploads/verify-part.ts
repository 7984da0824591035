/** Reads back what is stored of a part, decrypts it, and checks that it is what was announced. */
import { createHash } from 'node:crypto';
import { TIME_LAPSE_SECONDS } from '@picket/contracts/clips';
import { ClipScanner, type ScannedClip } from '@picket/media/clip-scanner';
import { MediaError } from '@picket/media/media-error';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import { chunksOf, readChunk, type StoredClip } from '../storage/clip-objects.ts';
import type { ClipRow, PartRow } from '../storage/clip-row.ts';

/**
 * `BYTES`: other bytes than announced, which may have been lost on their way. `CONTENT`: the bytes are right and no video, or not the
 * one that was announced; uploading them again changes nothing.
 */
export type Verification<Result> =
  | { readonly kind: 'RIGHT'; readonly result: Result }
  | { readonly kind: 'BYTES' }
  | { readonly kind: 'CONTENT'; readonly field: string; readonly message: string };

const RIGHT_DURATION = 0.1;

export async function verifyVideo(
  objects: ObjectStore,
  clip: ClipRow,
  stored: StoredClip,
  part: PartRow,
): Promise<Verification<ScannedClip>> {
  const scanner = new ClipScanner();
  let problem: MediaError | null = null;
  const scan = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof MediaError)) throw error;
      problem ??= error;
    }
  };
  const isSame = await hasDigest(objects, stored, part, (chunk) => scan(() => problem ?? scanner.push(chunk)));
  if (!isSame) return { kind: 'BYTES' };
  let scanned: ScannedClip | null = null;
  scan(() => {
    scanned = problem === null ? scanner.finish() : null;
  });
  return toVerification(clip, problem, scanned);
}

function toVerification(
  clip: ClipRow,
  problem: MediaError | null,
  scanned: ScannedClip | null,
): Verification<ScannedClip> {
  if (scanned === null)
    return { kind: 'CONTENT', field: 'video', message: problem?.message ?? 'this is no fragmented MP4' };
  const announced = (clip.endedAt.getTime() - clip.startedAt.getTime()) / 1000;
  if (Math.abs(scanned.durationSeconds - announced) > RIGHT_DURATION * announced)
    return {
      kind: 'CONTENT',
      field: 'endedAt',
      message: `the video has ${scanned.durationSeconds.toFixed(1)} seconds, announced were ${announced.toFixed(1)}`,
    };
  const pictures = Math.ceil(scanned.durationSeconds / TIME_LAPSE_SECONDS) + 1;
  if (clip.timeLapse && scanned.fragments > pictures)
    return {
      kind: 'CONTENT',
      field: 'isTimeLapse',
      message: `the video has ${scanned.fragments} pictures, a time lapse of its duration has at most ${pictures}`,
    };
  return { kind: 'RIGHT', result: scanned };
}

/** A still or a film strip: a JPEG, whose content nothing here reads. */
export async function verifyPicture(
  objects: ObjectStore,
  stored: StoredClip,
  part: PartRow,
): Promise<Verification<null>> {
  let isJpeg = false;
  const isSame = await hasDigest(objects, stored, part, (chunk) => {
    isJpeg = chunk.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]));
  });
  if (!isSame) return { kind: 'BYTES' };
  return isJpeg ? { kind: 'RIGHT', result: null } : { kind: 'CONTENT', field: part.part, message: 'must be a JPEG' };
}

async function hasDigest(
  objects: ObjectStore,
  stored: StoredClip,
  part: PartRow,
  onChunk: (chunk: Buffer) => void,
): Promise<boolean> {
  const whole = createHash('sha256');
  for (let index = 0; index < chunksOf(part.bytes); index += 1) {
    const chunk = await readChunk(objects, stored, part, index);
    if (chunk === null) return false;
    whole.update(chunk);
    onChunk(chunk);
  }
  return whole.digest().equals(part.sha256);
}
