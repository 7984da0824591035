import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import type { OnAlertsChanged } from '../alert-ports.ts';
import { insertStep } from '../timeline/alert-step-store.ts';
import { clearExternalAlertRow } from './external-alert-store.ts';

/** Clears an open alert as of `endedAt`; returns whether it was open. */
export async function clearExternalAlert(
  sql: Sql,
  tenant: string,
  guid: string,
  source: string,
  endedAt: Millis,
  at: Millis,
  changed: OnAlertsChanged,
): Promise<boolean> {
  if (!(await clearExternalAlertRow(sql, tenant, guid, endedAt, at))) return false;
  await insertStep(sql, tenant, guid, { at: endedAt, code: 'CLEARED', byName: source });
  await changed(sql, [{ tenant, alert: guid, change: 'CLEARED' }]);
  return true;
}
