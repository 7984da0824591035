/** Clips as the rest of the server uses them. */
import type { ObjectStore } from '../../platform/objects/object-store.ts';
import { openObjectStore } from '../../platform/objects/open-object-store.ts';
import type { Platform } from '../../platform/platform.ts';
import type { OnAlertsChanged, VideoQueries } from '../alerts/index.ts';
import { expireVideos } from './alert-video/end-expectations.ts';
import { createVideoRecorder } from './alert-video/record-alert-video.ts';
import type { CameraPorts, ClipPorts } from './clip-ports.ts';
import { eraseClipsOf } from './deletion/erase-clips-of-tenant.ts';
import { repeatErasures } from './deletion/repeat-erasures.ts';
import { finishUploads, sweepObjects } from './deletion/sweep-clips.ts';
import { type MessageStill, readStill } from './playback/message-still.ts';
import { getAlertVideo } from './queries/shown-clips.ts';
import { applyVideoRetention } from './retention/apply-video-retention.ts';

/** The still of a clip for a message; null: there is none. */
export type ReadStill = (tenant: string, clip: string) => Promise<MessageStill | null>;

export interface Clips {
  readonly objects: ObjectStore;
  readonly ports: ClipPorts;
  readonly videos: VideoQueries;
  /** Ends the waiting for video that does not come; returns for how many alerts. */
  readonly expireVideos: () => Promise<number>;
  /** Completes uploads that a crash left whole and unverified. */
  readonly finishUploads: () => Promise<void>;
  readonly applyRetention: () => Promise<number>;
  readonly readStill: ReadStill;
  /** Deletes clips again that a restore brought back; returns how many. */
  readonly repeatErasures: () => Promise<number>;
  /** After an organization was deleted: its clips are noted as erased, and their objects removed. */
  readonly eraseClips: (tenant: string) => Promise<void>;
  /** Repeats erasures, and removes objects that no clip has; returns of how many. */
  readonly sweep: () => Promise<number>;
}

export const createClips = (platform: Platform, cameras: CameraPorts, onAlertsChanged: OnAlertsChanged): Clips => {
  const objects = openObjectStore(platform.config.clips.place);
  const ports: ClipPorts = { cameras, onAlertsChanged };
  return {
    objects,
    ports,
    videos: { getAlertVideo },
    expireVideos: () => expireVideos(platform, ports),
    finishUploads: () => finishUploads(platform, { objects, ports }),
    readStill: (tenant, clip) => readStill(platform, objects, tenant, clip),
    applyRetention: () => applyVideoRetention(platform, objects, ports),
    repeatErasures: () => repeatErasures(platform, { objects, ports }),
    eraseClips: (tenant) => eraseClipsOf(platform, objects, tenant),
    sweep: async () => {
      await repeatErasures(platform, { objects, ports });
      return sweepObjects(platform, objects);
    },
  };
};

/** For the changes of alerts, in their transaction. */
export const createAlertVideoRecorder = (platform: Platform, cameras: CameraPorts): OnAlertsChanged =>
  createVideoRecorder(platform, cameras);
