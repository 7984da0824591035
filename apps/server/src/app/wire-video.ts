/** Connects what video consists of: the signaling channels of sentries, cameras, live pictures. */
import {
  type CameraPlanPorts,
  createBoundaryAnnouncer,
  replanLocations,
  type VideoQuietSchedules,
} from '../capabilities/cameras/index.ts';
import { type Clips, limitRecordings, recordNoClip } from '../capabilities/clips/index.ts';
import { LiveHub } from '../capabilities/live/index.ts';
import { sentriesAt } from '../capabilities/sentries/index.ts';
import { type OnDeviceSignal, SignalChannels } from '../capabilities/signals/index.ts';
import type { ConfigSource } from '../capabilities/tenant-config/index.ts';
import type { Platform } from '../platform/platform.ts';

export interface Video {
  readonly signaling: { readonly channels: SignalChannels; readonly onDeviceSignal: OnDeviceSignal };
  readonly plan: CameraPlanPorts;
  readonly live: LiveHub;
  /** The work of jobs. */
  readonly announceCameraBoundaries: () => Promise<void>;
  readonly replanCameras: () => Promise<void>;
}

export function wireVideo(platform: Platform, source: ConfigSource, { ports }: Clips): Video {
  const plan: CameraPlanPorts = {
    quietSchedules: wireQuietSchedules(source),
    replanned: (tenant, location) =>
      limitRecordings({ ...platform, db: platform.db.ofTenant(tenant) }, ports.cameras, tenant, location),
  };
  const live = new LiveHub(platform);
  return {
    signaling: {
      channels: new SignalChannels(platform),
      onDeviceSignal: async (sentry, signal) => {
        if (signal.kind === 'NO_CLIP') await recordNoClip(platform, ports, sentry, signal.recording, signal.reason);
        else await live.receive(sentry, signal);
      },
    },
    plan,
    live,
    announceCameraBoundaries: createBoundaryAnnouncer(platform),
    replanCameras: () => replanLocations(platform, plan),
  };
}

/** Of every policy that records video on a sentry of the location, as it is in force there. */
const wireQuietSchedules =
  (source: ConfigSource): VideoQuietSchedules =>
  async (sql, tenant, location) => {
    const sentries = await sentriesAt(sql, tenant, location);
    const config = await source.latest(tenant);
    return sentries
      .flatMap((sentry) => config.policiesOn(sentry))
      .filter(({ definition }) => definition.violations.some(({ video }) => video))
      .flatMap(({ doNotDisturb }) => doNotDisturb ?? []);
  };
