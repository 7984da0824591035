export { recordNoClip } from './alert-video/end-expectations.ts';
export type { CameraPorts } from './clip-ports.ts';
export { clipRoutes } from './clip-routes.ts';
export { type Clips, createAlertVideoRecorder, createClips } from './clip-service.ts';
export { assertNotHeld } from './holds/assert-not-held.ts';
