/** The reference sentry for other programs: a device client that reports. */
export { Backlog } from './backlog.ts';
export { parsePictureFormat } from './camera/camera-input.ts';
export { hasFfmpeg } from './camera/ffmpeg.ts';
export { SentryCamera } from './camera/reference-camera.ts';
export { DeviceClient } from './device-client.ts';
export { pause } from './pause.ts';
export { progressLine } from './progress.ts';
export { runReporter } from './reporter.ts';
export type { SensorReading, Source } from './source.ts';
export { observedSource } from './sources/merged.ts';
