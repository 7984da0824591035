/** The settings of the sensors of one sentry. */
import type { SensorSettingOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { versionOf } from '../../platform/http/preconditions.ts';
import {
  type SensorInterval,
  type SensorOffsetRow,
  sensorIntervals,
  sensorOffsets,
  sensorVersions,
} from './sensor-store.ts';

function toSettings(
  intervals: readonly SensorInterval[],
  offsets: readonly SensorOffsetRow[],
  versions: ReadonlyMap<string, Date>,
): readonly SensorSettingOut[] {
  const ids = new Set([...intervals, ...offsets].map(({ sensorMetricId }) => sensorMetricId));
  return [...ids].sort().map((sensorMetricId) => {
    const seconds = intervals.find((one) => one.sensorMetricId === sensorMetricId)?.seconds;
    return {
      sensorMetricId,
      ...(seconds === undefined ? {} : { intervalSeconds: seconds }),
      offsets: offsets
        .filter((one) => one.sensorMetricId === sensorMetricId)
        .map(({ column, offset, reason, from, by }) => ({ column, offset, reason, from: formatInstant(from), by })),
      last_update_ts: versionOf(versions.get(sensorMetricId) ?? null),
    };
  });
}

/** `sql`: of a transaction that is to change them. */
export async function loadSensorSettings(
  ctx: Ctx<UserActor>,
  sentry: string,
  sql: Sql = ctx.db.console,
): Promise<readonly SensorSettingOut[]> {
  const { tenant } = ctx.actor;
  return toSettings(
    await sensorIntervals(sql, tenant, sentry),
    await sensorOffsets(sql, tenant, sentry),
    await sensorVersions(sql, tenant, sentry),
  );
}

/** Those of one sensor, of what was loaded; before anything was set, none. */
export const settingOf = (settings: readonly SensorSettingOut[], sensorMetricId: string): SensorSettingOut =>
  settings.find((one) => one.sensorMetricId === sensorMetricId) ?? {
    sensorMetricId,
    offsets: [],
    last_update_ts: versionOf(null),
  };
