/** Writes ahead when the cameras of a location are off. */
import { isSame } from '@picket/domain/same-value';
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../platform/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { CameraPlanPorts, VideoQuietSchedules } from './camera-ports.ts';
import {
  type CameraSettingRow,
  findTimezone,
  listScheduledLocationsAllTenants,
  lockCameraSetting,
} from './camera-setting-store.ts';
import { listPlannedPeriods, replacePlannedPeriods } from './off-period-store.ts';
import { type OffPeriod, planOffPeriods } from './plan-off-periods.ts';
import { signalConfig } from './signal-config.ts';

/** Plans a location by its setting, which the caller has locked. Returns whether the plan changed. */
export async function replanLocation(
  sql: Sql,
  tenant: string,
  location: string,
  setting: Pick<CameraSettingRow, 'mode' | 'schedule' | 'offInDoNotDisturb'>,
  quietSchedules: VideoQuietSchedules,
  now: Millis,
): Promise<boolean> {
  const timezone = await findTimezone(sql, tenant, location);
  if (timezone === null) return false;
  const schedules = [
    ...(setting.mode === 'SCHEDULE' && setting.schedule !== null ? [setting.schedule] : []),
    ...(setting.offInDoNotDisturb ? await quietSchedules(sql, tenant, location) : []),
  ];
  const planned = planOffPeriods({ mode: setting.mode, schedules, timezone }, now);
  const stored = await listPlannedPeriods(sql, tenant, location, now);
  if (
    isSame(
      planned,
      stored.map((period) => startingAt(period, now)),
    )
  )
    return false;
  await replacePlannedPeriods(sql, tenant, location, planned, now);
  return !isExtension(planned, stored, now);
}

/** A period that began before counts from `now` on. */
const startingAt = ({ from, to }: OffPeriod, now: Millis): OffPeriod => ({ from: Math.max(from, now), to });

/** Whether the plan only became longer, as it does with time. */
function isExtension(planned: readonly OffPeriod[], stored: readonly OffPeriod[], now: Millis): boolean {
  const kept = stored.map((period) => startingAt(period, now));
  return kept.length > 0 && isSame(planned.slice(0, kept.length), kept);
}

/** Follows what schedules depend on besides the setting: time, time zones, policies. */
export async function replanLocations(
  { db, clock, pubSub }: Pick<Platform, 'db' | 'clock' | 'pubSub'>,
  { quietSchedules, replanned }: CameraPlanPorts,
): Promise<void> {
  for (const { tenant, location } of await listScheduledLocationsAllTenants(db.console)) {
    const isReplanned = await db.inTx(async ({ sql }) => {
      const setting = await lockCameraSetting(sql, tenant, location);
      const now = clock.now();
      if (setting === null || !(await replanLocation(sql, tenant, location, setting, quietSchedules, now)))
        return false;
      await signalConfig(sql, tenant, { location }, now);
      return true;
    });
    if (isReplanned) await replanned(tenant, location);
  }
  pubSub.notify();
}
