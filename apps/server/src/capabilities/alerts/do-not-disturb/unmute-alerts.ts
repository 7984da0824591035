/** Unmutes alerts when do-not-disturb ends (monitor rules: Do-not-disturb). */
import type { Millis } from '@picket/domain/time';
import { isUnreachable, type Sql } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type ConfigSource, listRevisions, type TenantConfig } from '../../tenant-config/index.ts';
import { changesOf, type OnAlertsChanged } from '../alert-ports.ts';
import { insertStep } from '../timeline/alert-step-store.ts';
import { getDoNotDisturbEnd } from './mute-raised-alerts.ts';
import { listTenantsToUnmuteAllTenants, lockAlertsToUnmute, type MutedAlert, setMuted } from './muted-alert-store.ts';

const MAX_TENANTS = 1000;
/** Alerts of one transaction: what is done in it stays far below the time that a transaction may take. */
const BATCH = 50;
/** An open alert whose policy was deleted stays muted until evaluation has ended it; it is looked at again after so long. */
const DELETED_POLICY_PAUSE: Millis = 60_000;
/** Transactions of one organization in a run; the next run continues. */
const MAX_BATCHES = 20;

interface Unmuting {
  readonly platform: Platform;
  readonly source: ConfigSource;
  readonly changed: OnAlertsChanged;
}

/** Unmutes open alerts whose do-not-disturb interval has ended, by the schedule in force now. Returns how many. */
export async function unmuteDueAlerts(
  platform: Platform,
  source: ConfigSource,
  changed: OnAlertsChanged,
): Promise<number> {
  const { db, clock, log } = platform;
  let unmuted = 0;
  for (const { tenant } of await listTenantsToUnmuteAllTenants(db.console, clock.now(), MAX_TENANTS)) {
    try {
      unmuted += await unmuteOf({ platform, source, changed }, tenant);
    } catch (error) {
      // A failure of the database concerns every organization; anything else concerns this one alone.
      if (isUnreachable(error)) throw error;
      log.error({ err: error, tenant }, 'muted alerts of an organization not unmuted, retrying');
    }
  }
  return unmuted;
}

/** Of one organization, in small transactions: what one of them has done stays done. */
async function unmuteOf({ platform, source, changed }: Unmuting, tenant: string): Promise<number> {
  const { db, clock, pubSub } = platform;
  let total = 0;
  for (let batches = 0; batches < MAX_BATCHES; batches++) {
    // Before the transaction opens: loading a configuration may wait for a connection.
    const revision = (await listRevisions(db.console, [tenant])).get(tenant) ?? 0;
    const config = await source.config(tenant, revision);
    const { unmuted, hasMore } = await db.inTx(({ sql }) => unmuteBatch(sql, tenant, config, clock.now(), changed));
    if (unmuted > 0) pubSub.notify();
    total += unmuted;
    if (!hasMore) break;
  }
  return total;
}

/** By this configuration, while it is the newest one: an edit meanwhile has made the alerts due by its own schedule. */
async function unmuteBatch(
  sql: Sql,
  tenant: string,
  config: TenantConfig,
  now: Millis,
  changed: OnAlertsChanged,
): Promise<{ readonly unmuted: number; readonly hasMore: boolean }> {
  const due = await lockAlertsToUnmute(sql, tenant, now, BATCH);
  // Under the locks: an edit has been committed and is seen here, or waits for them and makes these alerts due again.
  if (((await listRevisions(sql, [tenant])).get(tenant) ?? 0) > config.revision) return { unmuted: 0, hasMore: true };
  const unmuted: MutedAlert[] = [];
  for (const alert of due) {
    const until =
      config.global(alert.policy) === null && !alert.isRecovered
        ? now + DELETED_POLICY_PAUSE
        : getDoNotDisturbEnd(config.doNotDisturbOf(alert.sentry, alert.policy), alert.timezone, now);
    await setMuted(sql, tenant, alert.guid, until, now);
    if (until !== null) continue;
    await insertStep(sql, tenant, alert.guid, { at: now, code: 'UNMUTED' });
    unmuted.push(alert);
  }
  await changed(sql, changesOf(unmuted, 'UPDATED'));
  return { unmuted: unmuted.length, hasMore: due.length === BATCH };
}
