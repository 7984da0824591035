import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import type { OnAlertsChanged } from '../alert-ports.ts';
import { insertStep } from '../timeline/alert-step-store.ts';
import { updateExternalAlertMessage } from './external-alert-store.ts';

/** Updates the texts of an open alert. Nobody is notified. */
export async function changeExternalAlert(
  sql: Sql,
  tenant: string,
  guid: string,
  update: { readonly message: string; readonly source: string; readonly description: string },
  at: Millis,
  changed: OnAlertsChanged,
): Promise<void> {
  if (!(await updateExternalAlertMessage(sql, tenant, guid, update.message, at))) return;
  await insertStep(sql, tenant, guid, {
    at,
    code: 'WEATHER_REPORTED',
    byName: update.source,
    detail: { text: update.description },
  });
  await changed(sql, [{ tenant, alert: guid, change: 'UPDATED' }]);
}
