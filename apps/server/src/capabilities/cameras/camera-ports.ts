/** Callbacks of the cameras capability; connected in app/wire-video.ts. */
import type { DoNotDisturb } from '@picket/domain/policies';
import type { Sql } from '../../platform/db/database.ts';

/** The do-not-disturb of the policies that record video at a location. */
export type VideoQuietSchedules = (sql: Sql, tenant: string, location: string) => Promise<readonly DoNotDisturb[]>;
