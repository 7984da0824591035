/** Tests with ffmpeg: where it is missing they say that they did not run. */
import { spawnSync } from 'node:child_process';
import { test } from 'vitest';

const isInstalled = spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).error === undefined;

/** A test, or where there is no ffmpeg one that is shown as skipped. */
export const testWithFfmpeg = isInstalled ? test : test.skip;

/** The brightness of the first picture of a video: one byte a pixel. */
export function firstPicture(video: Uint8Array): Uint8Array {
  const args = ['-v', 'error', '-i', 'pipe:0', '-frames:v', '1', '-pix_fmt', 'gray', '-f', 'rawvideo', 'pipe:1'];
  return spawnSync('ffmpeg', args, { input: video, maxBuffer: 100_000_000 }).stdout;
}

/** What ffprobe says of a file: frames that were decoded, seconds, start. */
export function probe(path: string): { readonly frames: number; readonly seconds: number; readonly start: number } {
  const entries = 'stream=nb_read_frames:format=duration,start_time';
  const args = ['-v', 'error', '-count_frames', '-show_entries', entries, '-of', 'json', path];
  const { streams, format } = JSON.parse(spawnSync('ffprobe', args).stdout.toString());
  return {
    frames: Number(streams[0].nb_read_frames),
    seconds: Number(format.duration),
    start: Number(format.start_time),
  };
}
