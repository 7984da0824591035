/** What the server wants of the camera, kept on disk: a sentry that starts without the server does as it was last configured. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DeviceCamera } from '@picket/contracts/cameras';
import { writeFileDurably } from '@picket/files';
import { z } from 'zod';
import { parseJson } from '../json-text.ts';

const VideoConfig = z.object({
  /** Absent: the server has no video, and the camera stays off. */
  camera: DeviceCamera.optional(),
  videoPolicies: z.array(z.object({ guid: z.string(), name: z.string() })),
});
export type VideoConfig = z.output<typeof VideoConfig>;

const FILE = 'camera.json';
const NOTHING: VideoConfig = { videoPolicies: [] };

/** What the server has answered to GET /sentry/config. */
export const parseVideoConfig = (config: unknown): VideoConfig => VideoConfig.parse(config);

export function readVideoConfig(folder: string): VideoConfig {
  const path = join(folder, FILE);
  const parsed = VideoConfig.safeParse(existsSync(path) ? parseJson(readFileSync(path, 'utf8')) : null);
  return parsed.success ? parsed.data : NOTHING;
}

export function writeVideoConfig(folder: string, config: VideoConfig): void {
  writeFileDurably(join(folder, FILE), JSON.stringify(config), 0o600);
}

/**
 * Whether the camera may run at `now`. A configuration that was to change meanwhile, and could not be fetched, no longer turns it on:
 * in doubt the camera is off.
 */
export function isCameraOn({ camera }: VideoConfig, now: number): boolean {
  if (camera === undefined || !camera.isOn) return false;
  return camera.until === undefined || now < Date.parse(camera.until);
}
