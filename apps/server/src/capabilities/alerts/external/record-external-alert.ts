import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import type { OnAlertsChanged } from '../alert-ports.ts';
import { type AlertStep, insertStep } from '../timeline/alert-step-store.ts';
import { type ExternalAlertRow, insertExternalAlert } from './external-alert-store.ts';

/** Inserts an alert with the first steps of its timeline, and publishes that it was raised; nothing where it is there already. Joins the caller's transaction. */
export async function recordExternalAlert(
  sql: Sql,
  alert: ExternalAlertRow,
  steps: readonly AlertStep[],
  recordedAt: Millis,
  changed: OnAlertsChanged,
): Promise<void> {
  if (!(await insertExternalAlert(sql, alert.tenant, alert, recordedAt))) return;
  for (const step of steps) await insertStep(sql, alert.tenant, alert.guid, step);
  await changed(sql, [{ tenant: alert.tenant, alert: alert.guid, change: 'RAISED' }]);
}
