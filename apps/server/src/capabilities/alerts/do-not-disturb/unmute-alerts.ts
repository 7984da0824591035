/** Unmutes alerts when do-not-disturb ends (monitor rules: Do-not-disturb). */
import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { partsOf, tenantsOf } from '../../../platform/db/placement.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ConfigSource } from '../../tenant-config/index.ts';
import { changesOf, type OnAlertsChanged } from '../alert-ports.ts';
import { insertStep } from '../timeline/alert-step-store.ts';
import { listAlertsToUnmuteAllTenants, lockAlertsToUnmute, type MutedAlert, setMuted } from './muted-alert-store.ts';

const BATCH = 200;

/** Unmutes open alerts whose do-not-disturb interval has ended, by the schedule in force now. Returns how many. */
export async function unmuteDueAlerts(
  platform: Platform,
  source: ConfigSource,
  changed: OnAlertsChanged,
): Promise<number> {
  const { db, clock, pubSub } = platform;
  let unmuted = 0;
  for (const part of partsOf(db, await listAlertsToUnmuteAllTenants(db.console, clock.now(), BATCH)))
    unmuted += await db.inTx(({ sql }) => unmuteIn(sql, tenantsOf(part), clock.now(), source, changed));
  if (unmuted > 0) pubSub.notify();
  return unmuted;
}

/** Of these organizations. */
async function unmuteIn(
  sql: Sql,
  tenants: readonly string[],
  now: Millis,
  source: ConfigSource,
  changed: OnAlertsChanged,
): Promise<number> {
  const unmuted: MutedAlert[] = [];
  for (const alert of await lockAlertsToUnmute(sql, tenants, now, BATCH)) {
    const until = await source.quietUntil(alert, now);
    await setMuted(sql, alert.tenant, alert.guid, until, now);
    if (until !== null) continue;
    await insertStep(sql, alert.tenant, alert.guid, { at: now, code: 'UNMUTED' });
    unmuted.push(alert);
  }
  await changed(sql, changesOf(unmuted, 'UPDATED'));
  return unmuted.length;
}
