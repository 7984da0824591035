/** Callbacks of the cameras capability; connected in app/wire-video.ts and app/routes.ts. */
import type { ReadDevice } from '@picket/contracts/read-device';
import type { DoNotDisturb } from '@picket/domain/policies';
import type { Sql } from '../../platform/db/database.ts';

/** The do-not-disturb of the policies that record video at a location. */
export type VideoQuietSchedules = (sql: Sql, tenant: string, location: string) => Promise<readonly DoNotDisturb[]>;

export interface CameraPlanPorts {
  readonly quietSchedules: VideoQuietSchedules;
  /** After the commit: when the cameras of the location are off has changed. */
  replanned(tenant: string, location: string): Promise<void>;
}

/** The sentry of a device that a gateway reads; null: it reads no such device. */
export type ReadSentryOf = (
  sql: Sql,
  tenant: string,
  gateway: string,
  device: ReadDevice,
) => Promise<{ readonly sentry: string } | null>;
