/** Makes of an MP4 of Frigate what the server takes: one track of H.264 in fragments, without sound, and its pictures. Nothing is encoded but those. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { CHUNK_BYTES, MAX_PICTURE_BYTES, STRIP_PICTURES } from '@picket/contracts/clips';
import { ClipScanner } from '@picket/media/clip-scanner';
import { MediaError } from '@picket/media/media-error';
import { digestOf } from '../camera/clip-backlog.ts';
import { startFfmpeg } from '../camera/ffmpeg.ts';
import { STILL_AT_SHARE, STILL_WIDTH, STRIP_IMAGE_WIDTH } from '../camera/picture-sizes.ts';
import { FrigateClipTooLarge, NoFrigateClip } from './frigate-api.ts';

const FFMPEG_TIMEOUT_MS = 120_000;
const QUIET = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y'];

export interface FrigateClip {
  readonly bytes: number;
  readonly sha256: string;
  /** Of each MiB. */
  readonly chunks: string[];
  readonly codec: string;
  readonly durationMs: number;
}

/** Copies the pictures of `source` to `target`. Throws NoFrigateClip where they are no clip that the server takes. */
export async function remuxClip(
  source: string,
  target: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<FrigateClip> {
  const output = ['-f', 'mp4', '-movflags', '+empty_moov+default_base_moof+frag_every_frame+cmaf', target];
  const message = await run(['-i', source, '-map', '0:v:0', '-an', '-sn', '-dn', '-c:v', 'copy', ...output], signal);
  if (!existsSync(target) || statSync(target).size === 0) throw new NoFrigateClip(`ffmpeg: ${message}`, true);
  const { size } = statSync(target);
  if (size > maxBytes) throw new FrigateClipTooLarge(size, maxBytes);
  try {
    return await describe(target);
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    const isH265 = error.reason === 'H265';
    throw new NoFrigateClip(isH265 ? 'the camera records H.265, which browsers do not play' : error.message, true);
  }
}

async function describe(path: string): Promise<FrigateClip> {
  const scanner = new ClipScanner();
  const whole = createHash('sha256');
  const chunks: string[] = [];
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    scanner.push(chunk);
    whole.update(chunk);
    chunks.push(createHash('sha256').update(chunk).digest('hex'));
    bytes += chunk.length;
  }
  const { init, durationSeconds } = scanner.finish();
  const durationMs = Math.round(durationSeconds * 1000);
  return { bytes, sha256: whole.digest('hex'), chunks, codec: init.codec, durationMs };
}

/** The still and the film strip of a clip, written to these files. null: they could not be made; nothing is left of them. */
export async function drawPictures(
  clip: string,
  durationMs: number,
  { still, strip }: { readonly still: string; readonly strip: string },
  signal: AbortSignal,
): Promise<{ still: ReturnType<typeof digestOf>; strip: ReturnType<typeof digestOf> } | null> {
  const seconds = durationMs / 1000;
  const jpeg = ['-frames:v', '1', '-f', 'image2', '-c:v', 'mjpeg'];
  const tile = `fps=${STRIP_PICTURES / seconds},scale=${STRIP_IMAGE_WIDTH}:-2,tile=${STRIP_PICTURES}x1`;
  await run(
    ['-ss', `${seconds * STILL_AT_SHARE}`, '-i', clip, '-vf', `scale=${STILL_WIDTH}:-2`, '-q:v', '5', ...jpeg, still],
    signal,
  );
  await run(['-i', clip, '-vf', tile, '-q:v', '10', ...jpeg, strip], signal);
  const isDrawn = [still, strip].every((path) => existsSync(path) && isPicture(statSync(path).size));
  if (isDrawn) return { still: digestOf(readFileSync(still)), strip: digestOf(readFileSync(strip)) };
  for (const path of [still, strip]) rmSync(path, { force: true });
  return null;
}

const isPicture = (bytes: number): boolean => bytes > 0 && bytes <= MAX_PICTURE_BYTES;

/** Returns the last line of its error output. */
async function run(args: readonly string[], signal: AbortSignal): Promise<string> {
  const ending = AbortSignal.any([signal, AbortSignal.timeout(FFMPEG_TIMEOUT_MS)]);
  return startFfmpeg([...QUIET, ...args], 1, ending).ended;
}
