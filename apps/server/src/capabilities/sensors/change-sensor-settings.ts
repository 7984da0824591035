import type { ParsedBody } from '@picket/contracts/endpoints';
import type { SensorSettingOut } from '@picket/contracts/types';
import { columnOf, metricOf } from '@picket/domain/metrics';
import { phrase } from '@picket/domain/phrases';
import { parseInstant } from '@picket/domain/time';
import { invalid } from '../../platform/errors.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { nextVersion } from '../../platform/http/preconditions.ts';
import { newGuid } from '../../platform/keys/ids.ts';
import { audit } from '../audit/index.ts';
import { administeredSentry, type OnConfigChanged } from '../sentries/index.ts';
import { lockEdits } from '../tenants/index.ts';
import { shiftReadings } from '../timeseries/index.ts';
import { loadSensorSettings, settingOf } from './load-sensor-settings.ts';
import { insertOffset, sensorOffsets, setSensorInterval } from './sensor-store.ts';

/**
 * Sets a sensor's interval and offset. An offset applies from `from` (now, if left out) until the next one; stored readings
 * since then are shifted, their raw values are kept, and their alerts are recomputed.
 *
 * @param check the preconditions of the request; throws a 412
 */
export async function changeSensorSettings(
  ctx: Ctx<UserActor>,
  sentryGuid: string,
  sensorMetricId: string,
  input: ParsedBody<'PATCH /sentries/{guid}/sensors/{sensorMetricId}'>,
  configChanged: OnConfigChanged,
  check: (current: SensorSettingOut) => void,
): Promise<SensorSettingOut> {
  const sentryRow = await administeredSentry(ctx, sentryGuid);
  const metric = metricOf(sensorMetricId);
  if (metric === null || metric.madeByServer === true)
    throw invalid('sensorMetricId', phrase('there is no metric {metric}', { metric: sensorMetricId }));
  const now = ctx.clock.now();
  const { offset, intervalSeconds } = input;
  const from = offset?.from === undefined ? now : (parseInstant(offset.from) ?? now);
  if (offset !== undefined && columnOf(sensorMetricId, offset.column) === null)
    throw invalid('offset.column', phrase('{metric} has no such column', { metric: sensorMetricId }));
  if (from > now) throw invalid('offset.from', 'lies in the future');
  const { tenant, name } = ctx.actor;
  await ctx.db.inTx(async (tx) => {
    await lockEdits(tx.sql, tenant);
    const before = settingOf(await loadSensorSettings(ctx, sentryGuid, tx.sql), sensorMetricId);
    check(before);
    const at = nextVersion(now, new Date(before.last_update_ts)).getTime();
    if (intervalSeconds !== undefined)
      await setSensorInterval(tx.sql, tenant, sentryGuid, sensorMetricId, intervalSeconds, at);
    if (offset !== undefined) {
      const { column, value, reason } = offset;
      // The sentry's reports wait until this is through: no reading slips in with the old offset.
      await configChanged(tx, { tenant, sentries: [sentryGuid], recomputeFrom: from });
      const later = (await sensorOffsets(tx.sql, tenant, sentryGuid)).filter(
        (one) => one.sensorMetricId === sensorMetricId && one.column === column && one.from > from,
      );
      const until = later.length === 0 ? null : Math.min(...later.map((one) => one.from));
      const row = { sentry: sentryGuid, sensorMetricId, column, offset: value, from, reason, by: name };
      await insertOffset(tx.sql, tenant, newGuid(), row, at);
      await shiftReadings(tx.sql, { tenant, sentry: sentryGuid, sensorMetricId, column, from, until }, value);
    } else if (intervalSeconds !== undefined) await configChanged(tx, { tenant, sentries: [sentryGuid] });
    await audit(ctx, tx, {
      action: 'SENSOR_TUNED',
      target: { kind: 'sensor', guid: sentryGuid, name: `${sentryRow.name}: ${sensorMetricId}` },
      after: { ...input },
    });
  });
  return settingOf(await loadSensorSettings(ctx, sentryGuid), sensorMetricId);
}
