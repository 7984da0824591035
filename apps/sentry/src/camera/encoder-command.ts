/**
 * The arguments of ffmpeg: one process a camera that writes fragmented MP4 (H.264, one fragment a picture) to its output and, if motion is
 * measured, small gray pictures to a second pipe. The stream of an IP camera is copied as it is, unless it is masked.
 */
import { MASK_COLUMNS, MASK_ROWS } from '@picket/contracts/cameras';
import type { CameraInput, PictureFormat } from './camera-input.ts';
import { isMasked, type MaskGrid, rectanglesOf } from './privacy-mask.ts';

export interface EncoderSettings {
  readonly input: CameraInput;
  readonly format: PictureFormat;
  readonly mask?: MaskGrid | undefined;
  readonly measuresMotion: boolean;
}

const KEY_FRAME_SECONDS = 2;
/** Gray pictures in a second. */
const MOTION_RATE = 2;
/** The pipe that gray pictures are written to. */
export const MOTION_PIPE = 3;
export const MOTION_ROWS = MASK_ROWS;
export const MOTION_COLUMNS = MASK_COLUMNS;
/** A camera that sends nothing for this long is connected to again. */
const RTSP_TIMEOUT_MICROSECONDS = 10_000_000;

const isCopied = ({ input, mask }: EncoderSettings): boolean => input.kind === 'rtsp' && !isMasked(mask);

export function encoderArguments(settings: EncoderSettings): string[] {
  const { measuresMotion } = settings;
  const picture = paintFilters(settings);
  return [
    ...['-hide_banner', '-loglevel', 'error', ...(settings.input.kind === 'test' ? [] : ['-nostdin'])],
    ...inputArguments(settings),
    ...['-map', '0:v:0', '-an', '-sn', '-dn'],
    ...(isCopied(settings) ? ['-c:v', 'copy'] : encodingArguments(settings.format, picture)),
    ...['-f', 'mp4', '-movflags', '+empty_moov+default_base_moof+frag_every_frame+cmaf'],
    ...['-flush_packets', '1', 'pipe:1'],
    ...(measuresMotion ? motionArguments(picture) : []),
  ];
}

function inputArguments({ input, format }: EncoderSettings): string[] {
  const size = `${format.width}x${format.height}`;
  const rate = `${format.framesPerSecond}`;
  switch (input.kind) {
    case 'test':
      return [
        ...['-use_wallclock_as_timestamps', '1', '-f', 'rawvideo', '-pixel_format', 'yuv420p'],
        ...['-video_size', size, '-framerate', rate, '-i', 'pipe:0'],
      ];
    case 'file':
      return ['-re', '-stream_loop', '-1', '-i', input.path];
    case 'rtsp':
      return ['-rtsp_transport', 'tcp', '-timeout', `${RTSP_TIMEOUT_MICROSECONDS}`, '-i', input.address];
    case 'device':
      return ['-f', 'v4l2', '-framerate', rate, '-video_size', size, '-i', input.path];
  }
}

/** What is done to a picture before it is encoded or measured: its size, and masks in black. */
function paintFilters({ input, format, mask }: EncoderSettings): string[] {
  const { width, height, framesPerSecond } = format;
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease,pad=${width}:${height}:-1:-1`;
  const scale = input.kind === 'test' ? [] : [fit, `fps=${framesPerSecond}`];
  const boxes = rectanglesOf(mask, width, height).map(
    (box) => `drawbox=x=${box.x}:y=${box.y}:w=${box.width}:h=${box.height}:color=black:t=fill`,
  );
  return [...scale, ...boxes];
}

function encodingArguments({ framesPerSecond, bitsPerSecond }: PictureFormat, picture: readonly string[]): string[] {
  const groupLength = framesPerSecond * KEY_FRAME_SECONDS;
  return [
    ...['-vf', [...picture, 'format=yuv420p'].join(',')],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-profile:v', 'baseline', '-threads', '1'],
    ...['-b:v', `${bitsPerSecond}`, '-maxrate', `${bitsPerSecond}`, '-bufsize', `${bitsPerSecond}`],
    ...['-g', `${groupLength}`, '-keyint_min', `${groupLength}`, '-sc_threshold', '0'],
    ...['-force_key_frames', `expr:gte(t,n_forced*${KEY_FRAME_SECONDS})`],
  ];
}

function motionArguments(picture: readonly string[]): string[] {
  const filters = [
    ...picture,
    `fps=${MOTION_RATE}`,
    `scale=${MOTION_COLUMNS}:${MOTION_ROWS}:flags=area`,
    'format=gray',
  ];
  return ['-map', '0:v:0', '-vf', filters.join(','), '-f', 'rawvideo', '-flush_packets', '1', `pipe:${MOTION_PIPE}`];
}
