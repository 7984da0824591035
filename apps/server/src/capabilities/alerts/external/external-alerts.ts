/** External alerts: an outside source, such as a weather service, decides when they begin and end. */
import type { Millis } from '@picket/domain';
import type { Sql } from '../../../platform/db/database.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import type { OnAlertsChanged } from '../alert-ports.ts';
import { insertExternalAlert, insertStep } from '../lifecycle/alert-store.ts';
import { clearExternalAlertRow, updateExternalAlertMessage } from './external-alert-store.ts';

export interface ExternalAlert {
  readonly tenant: string;
  readonly location: string;
  readonly severity: number;
  readonly message: string;
  /** The name of the source. */
  readonly source: string;
  /** The full text of the source. */
  readonly description: string;
}

/** Raises an alert; returns its guid. */
export async function raiseExternalAlert(
  sql: Sql,
  alert: ExternalAlert,
  at: Millis,
  changed: OnAlertsChanged,
): Promise<string> {
  const guid = newGuid();
  const { tenant, location, severity, message, source, description } = alert;
  await insertExternalAlert(
    sql,
    { guid, tenant, location, sentry: null, kind: 'WEATHER_ALERT', severity, message, at },
    at,
  );
  await insertStep(sql, guid, { at, code: 'RAISED', byName: source });
  if (description !== '')
    await insertStep(sql, guid, { at, code: 'WEATHER_REPORTED', byName: source, detail: { text: description } });
  await changed(sql, [{ alert: guid, change: 'RAISED' }]);
  return guid;
}

/** Updates the texts of an open alert. Nobody is notified. */
export async function updateExternalAlert(
  sql: Sql,
  guid: string,
  update: { readonly message: string; readonly source: string; readonly description: string },
  at: Millis,
  changed: OnAlertsChanged,
): Promise<void> {
  if (!(await updateExternalAlertMessage(sql, guid, update.message, at))) return;
  await insertStep(sql, guid, {
    at,
    code: 'WEATHER_REPORTED',
    byName: update.source,
    detail: { text: update.description },
  });
  await changed(sql, [{ alert: guid, change: 'UPDATED' }]);
}

/** Clears an open alert as of `endedAt`; returns whether it was open. */
export async function clearExternalAlert(
  sql: Sql,
  guid: string,
  source: string,
  endedAt: Millis,
  at: Millis,
  changed: OnAlertsChanged,
): Promise<boolean> {
  if (!(await clearExternalAlertRow(sql, guid, endedAt, at))) return false;
  await insertStep(sql, guid, { at: endedAt, code: 'CLEARED', byName: source });
  await changed(sql, [{ alert: guid, change: 'CLEARED' }]);
  return true;
}
