/** Do-not-disturb: alerts are muted while it lasts and notify when it ends (monitor rules: Do-not-disturb). */
import { type DoNotDisturb, type Millis, quietIntervalAt } from '@picket/domain';
import type { Platform } from '../../platform/index.ts';
import type { ConfigSource } from '../tenant-config/index.ts';
import type { OnAlertsChanged } from './alert-ports.ts';
import { insertStep } from './alert-store.ts';
import { lockAlertsToUnmute, setMuted } from './muted-alert-store.ts';

/** Returns the last instant of the do-not-disturb interval that contains `at`, or null. */
export const getDoNotDisturbEnd = (schedule: DoNotDisturb | null, timezone: string, at: Millis): Millis | null =>
  schedule === null ? null : (quietIntervalAt(schedule, timezone, at)?.until ?? null);

const BATCH = 200;

/** Unmutes open alerts whose do-not-disturb interval has ended, by the schedule in force now. Returns how many. */
export async function unmuteDueAlerts(
  platform: Platform,
  source: ConfigSource,
  changed: OnAlertsChanged,
): Promise<number> {
  const unmuted = await platform.db.inTx(async ({ sql }) => {
    const now = platform.clock.now();
    const guids: string[] = [];
    for (const alert of await lockAlertsToUnmute(sql, now, BATCH)) {
      const until = await source.quietUntil(alert, now);
      await setMuted(sql, alert.guid, until, now);
      if (until !== null) continue;
      await insertStep(sql, alert.guid, { at: now, code: 'UNMUTED' });
      guids.push(alert.guid);
    }
    await changed(
      sql,
      guids.map((alert) => ({ alert, change: 'UPDATED' as const })),
    );
    return guids.length;
  });
  if (unmuted > 0) platform.pubSub.notify();
  return unmuted;
}
