export { countClipsMadeReady } from './alert-video/alert-clip-store.ts';
export { recordNoClip } from './alert-video/end-expectations.ts';
export { limitRecordings } from './alert-video/limit-recordings.ts';
export type { CameraPorts } from './clip-ports.ts';
export { clipRoutes } from './clip-routes.ts';
export { type Clips, createAlertVideoRecorder, createClips, type ReadStill } from './clip-service.ts';
export { verifyExport } from './export/verify-archive.ts';
export { assertNotHeld } from './holds/assert-not-held.ts';
export { createMessageLinks, type MessageLinks } from './playback/message-links.ts';
export type { MessageStill } from './playback/message-still.ts';
export { listFilledQuotasAllTenants } from './retention/quota-store.ts';
export { copyHeldClips, restoreHeldClips } from './storage/held-copies.ts';
export {
  findDamagedClips,
  findUnknownObjects,
  type RunInNewSnapshot,
  UnreadableStore,
} from './storage/verify-clips.ts';
export { findPictureWait, showsClearPictures } from './storage/video-retention-store.ts';
