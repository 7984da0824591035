/** Pictures out of the ring, made by ffmpeg: a still of a clip or of the live picture, and the film strip of a clip. */
import { STRIP_PICTURES } from '@picket/contracts/clips';
import { rebaseFragment } from '@picket/media/rebase-fragment';
import type { ClipPiece } from './cut-clip.ts';
import type { CapturedFragment } from './encoder.ts';
import { convert } from './ffmpeg.ts';
import { STILL_AT_SHARE, STILL_WIDTH, STRIP_IMAGE_WIDTH } from './picture-sizes.ts';
import type { EncoderRun } from './ring-files.ts';
import type { VideoRing } from './video-ring.ts';

const JPEG = ['-f', 'image2pipe', '-c:v', 'mjpeg'];
const INPUT = ['-f', 'mp4', '-i', 'pipe:0'];

/** The last of these pictures, which begin with a key frame, as a JPEG. */
export function stillOf(run: EncoderRun, fragments: readonly CapturedFragment[]): Promise<Buffer> {
  const last = `select=eq(n\\,${fragments.length - 1}),scale=${STILL_WIDTH}:-2`;
  const input = Buffer.concat([run.bytes, ...fragments.map(({ bytes }) => bytes)]);
  return convert([...INPUT, '-vf', last, '-frames:v', '1', '-q:v', '5', ...JPEG, 'pipe:1'], input);
}

export interface ClipPictures {
  readonly still: Buffer;
  readonly strip: Buffer;
}

/** The still and the film strip of a clip. @throws Error where ffmpeg makes none */
export async function picturesOf(ring: VideoRing, piece: ClipPiece): Promise<ClipPictures> {
  const run = ring.readRun(piece.run);
  if (run === null) throw new Error('the pictures of the clip are gone');
  const keyFrameAt = (share: number): CapturedFragment => {
    const group = piece.groups[Math.min(piece.groups.length - 1, Math.floor(share * piece.groups.length))];
    const [keyFrame] = group === undefined ? [] : ring.readGroup(group);
    if (keyFrame === undefined) throw new Error('the pictures of the clip are gone');
    return keyFrame;
  };
  const still = await stillOf(run, [keyFrameAt(STILL_AT_SHARE)]);
  // One picture a second, so that each of them is shown, and repeated where there are fewer.
  const keyFrames = Array.from({ length: STRIP_PICTURES }, (_, place) =>
    rebaseFragment(keyFrameAt(place / STRIP_PICTURES).bytes, place + 1, place * run.init.timescale),
  );
  const tile = `scale=${STRIP_IMAGE_WIDTH}:-2,tile=${STRIP_PICTURES}x1`;
  const strip = await convert(
    [...INPUT, '-vsync', 'passthrough', '-vf', tile, '-frames:v', '1', '-q:v', '10', ...JPEG, 'pipe:1'],
    Buffer.concat([run.bytes, ...keyFrames]),
  );
  return { still, strip };
}
