/** Unmutes alerts when do-not-disturb ends (monitor rules: Do-not-disturb). */
import type { Platform } from '../../../platform/platform.ts';
import type { ConfigSource } from '../../tenant-config/index.ts';
import { changesOf, type OnAlertsChanged } from '../alert-ports.ts';
import { insertStep } from '../timeline/alert-step-store.ts';
import { lockAlertsToUnmuteAllTenants, setMuted } from './muted-alert-store.ts';

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
    for (const alert of await lockAlertsToUnmuteAllTenants(sql, now, BATCH)) {
      const until = await source.quietUntil(alert, now);
      await setMuted(sql, alert.tenant, alert.guid, until, now);
      if (until !== null) continue;
      await insertStep(sql, alert.tenant, alert.guid, { at: now, code: 'UNMUTED' });
      guids.push(alert.guid);
    }
    await changed(sql, changesOf(guids, 'UPDATED'));
    return guids.length;
  });
  if (unmuted > 0) platform.pubSub.notify();
  return unmuted;
}
