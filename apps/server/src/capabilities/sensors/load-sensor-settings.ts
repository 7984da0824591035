/** The settings of the sensors of one sentry. */
import type { SensorSettingOut } from '@picket/contracts/types';
import { formatInstant } from '@picket/domain/time';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { type SensorInterval, type SensorOffsetRow, sensorIntervals, sensorOffsets } from './sensor-store.ts';

function toSettings(
  intervals: readonly SensorInterval[],
  offsets: readonly SensorOffsetRow[],
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
    };
  });
}

export async function loadSensorSettings(ctx: Ctx<UserActor>, sentry: string): Promise<readonly SensorSettingOut[]> {
  const sql = ctx.db.console;
  const { tenant } = ctx.actor;
  return toSettings(await sensorIntervals(sql, tenant, sentry), await sensorOffsets(sql, tenant, sentry));
}
