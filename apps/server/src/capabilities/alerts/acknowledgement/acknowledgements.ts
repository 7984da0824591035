/** Acknowledging with an assignee, snoozing, and the expiry of both. */
import type { AlertOut } from '@picket/contracts';
import { formatInstant, type Millis } from '@picket/domain';
import type { Sql } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { OnAlertsChanged } from '../alert-ports.ts';
import { insertStep, setAcknowledged } from '../lifecycle/alert-store.ts';
import { endExpired, setSnoozed } from './acknowledgement-store.ts';

/** Who acts: a person, or an unnamed reader of a channel of the organization (guid null). */
export interface AlertActor {
  readonly guid: string | null;
  readonly name: string;
}

const MINUTE = 60_000;

/** Assigns an alert; false if it is assigned already. The caller checks permissions. */
export async function assignAlert(
  sql: Sql,
  alert: string,
  assignee: AlertActor,
  { at, expiresAfterMinutes }: { readonly at: Millis; readonly expiresAfterMinutes: number },
  changed: OnAlertsChanged,
): Promise<boolean> {
  const until = at + expiresAfterMinutes * MINUTE;
  if (!(await setAcknowledged(sql, alert, assignee, at, until))) return false;
  await insertStep(sql, alert, {
    at,
    code: 'ACKNOWLEDGED',
    byName: assignee.name,
    detail: { until: formatInstant(until) },
  });
  await changed(sql, [{ alert, change: 'UPDATED' }]);
  return true;
}

/** Snoozes an open alert until `until`; false if it is not open. The caller checks permissions. */
export async function snoozeOpenAlert(
  sql: Sql,
  alert: string,
  by: AlertActor,
  { at, until }: { readonly at: Millis; readonly until: Millis },
  changed: OnAlertsChanged,
): Promise<boolean> {
  if (!(await setSnoozed(sql, alert, until, by.name, at))) return false;
  await insertStep(sql, alert, { at, code: 'SNOOZED', byName: by.name, detail: { until: formatInstant(until) } });
  await changed(sql, [{ alert, change: 'UPDATED' }]);
  return true;
}

const BATCH = 200;

/** Ends expired acknowledgements and snoozes, and has `remind` notify people again. Returns how many it ended. */
export async function endExpiredAcknowledgements(
  platform: Platform,
  changed: OnAlertsChanged,
  remind: (sql: Sql, alerts: readonly string[], now: Millis) => Promise<void>,
): Promise<number> {
  const count = await platform.db.inTx(async ({ sql }) => {
    const now = platform.clock.now();
    const expirations = await endExpired(sql, now, BATCH);
    for (const { guid, code, byName } of expirations)
      await insertStep(sql, guid, { at: now, code, ...(byName === null ? {} : { byName }) });
    const alerts = [...new Set(expirations.map(({ guid }) => guid))];
    await changed(
      sql,
      alerts.map((alert) => ({ alert, change: 'UPDATED' as const })),
    );
    if (alerts.length > 0) await remind(sql, alerts, now);
    return expirations.length;
  });
  if (count > 0) platform.pubSub.notify();
  return count;
}

/** The longest snooze. */
export const MAX_SNOOZE: Millis = 7 * 86_400_000;

/** Returns why an alert cannot be snoozed until then, or null. */
export function findSnoozeProblem(alert: Pick<AlertOut, 'state'>, until: Millis, now: Millis): string | null {
  if (alert.state !== 'OPEN') return 'This alert is not open';
  if (until <= now) return 'must be in the future';
  return until - now > MAX_SNOOZE ? 'must be within a week: that is the longest snooze' : null;
}
