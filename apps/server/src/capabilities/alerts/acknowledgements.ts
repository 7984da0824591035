/** Somebody has it: acknowledging with an owner, putting off, and what happens when nothing happens. */
import type { AlertOut } from '@picket/contracts';
import { formatInstant, type Millis } from '@picket/domain';
import type { Platform, Sql } from '../../platform/index.ts';
import { endExpired, setSnoozed } from './acknowledgement-store.ts';
import type { OnAlertsChanged } from './alert-ports.ts';
import { insertStep, setAcknowledged } from './alert-store.ts';

/** Who acts: a person, or whoever reads a channel of the organisation. */
export interface AlertActor {
  readonly guid: string | null;
  readonly name: string;
}

const MINUTE = 60_000;

/** Makes somebody the owner of an alert; false where it has one. Nothing is checked here: the caller has. */
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

/** Puts an open alert off until `until`; false where it is open no more. */
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

/** Acknowledgements that lapse and snoozes that end: the alert is everybody's again, and `remind` says so. Answers how many. */
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
  if (count > 0) platform.wake.knock();
  return count;
}

/** How long an alert may be put off. */
export const MAX_SNOOZE: Millis = 7 * 86_400_000;

/** Why an alert cannot be put off until then, or null. */
export function findSnoozeProblem(alert: Pick<AlertOut, 'state'>, until: Millis, now: Millis): string | null {
  if (alert.state !== 'OPEN') return 'This alert is over';
  if (until <= now) return 'until must lie in the future';
  return until - now > MAX_SNOOZE ? 'An alert can be put off for a week at most' : null;
}
