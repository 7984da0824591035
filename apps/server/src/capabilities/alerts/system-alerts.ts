/** Alarms of the platform about itself: one open at a time for each matter, ended when it is over. */
import type { Millis } from '@picket/domain';
import { newGuid, type Sql } from '../../platform/index.ts';
import type { OnAlertsChanged } from './alert-ports.ts';
import { insertExternalAlert, insertStep } from './alert-store.ts';
import { clearSystemAlertRows, lockSystemAlert } from './system-alert-store.ts';

export interface SystemAlert {
  readonly tenant: string;
  /** Names the matter; it begins with what it is about, as in `platform:disk`. */
  readonly checkName: string;
  readonly severity: number;
  readonly message: string;
}

/** Raises an alarm unless one about the same matter is open; answers whether it did. */
export async function raiseSystemAlert(
  sql: Sql,
  alert: SystemAlert,
  at: Millis,
  changed: OnAlertsChanged,
): Promise<boolean> {
  if (!(await lockSystemAlert(sql, alert.tenant, alert.checkName))) return false;
  const guid = newGuid();
  const { tenant, severity, message, checkName } = alert;
  await insertExternalAlert(
    sql,
    { guid, tenant, location: null, sentry: null, kind: 'GENERIC_ALERT', severity, message, at, subject: checkName },
    at,
  );
  await insertStep(sql, guid, { at, code: 'RAISED', byName: 'Picket' });
  await changed(sql, [{ alert: guid, change: 'RAISED' }]);
  return true;
}

/** Ends what is open about a matter; answers how many alarms that were. */
export async function clearSystemAlert(
  sql: Sql,
  tenant: string,
  checkName: string,
  at: Millis,
  changed: OnAlertsChanged,
): Promise<number> {
  const ended = await clearSystemAlertRows(sql, tenant, checkName, at);
  for (const guid of ended) await insertStep(sql, guid, { at, code: 'CLEARED', byName: 'Picket' });
  await changed(
    sql,
    ended.map((alert) => ({ alert, change: 'CLEARED' as const })),
  );
  return ended.length;
}
