/** The reference sentry for other programs: a device client that reports. */
export { checkSource } from '@picket/source-io/check-source';
export { Backlog } from './backlog.ts';
export { parsePictureFormat } from './camera/camera-input.ts';
export { hasFfmpeg } from './camera/ffmpeg.ts';
export { SentryCamera } from './camera/reference-camera.ts';
export { DeviceClient } from './device-client.ts';
export { GatewayClient } from './gateway/gateway-client.ts';
export { GatewayRunner } from './gateway/gateway-runner.ts';
export { openReader } from './gateway/open-reader.ts';
export type { Outbox } from './gateway/outbox.ts';
export type { GatewayClock, SourceReader } from './gateway/source-reader.ts';
export { pause } from './pause.ts';
export { progressLine } from './progress.ts';
export { runReporter } from './reporter.ts';
export type { SensorReading, Source } from './source.ts';
export { heartbeatSource } from './sources/heartbeats.ts';
export { observedSource } from './sources/merged.ts';
