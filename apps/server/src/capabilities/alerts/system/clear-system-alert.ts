import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { changesIn, type OnAlertsChanged } from '../alert-ports.ts';
import { insertStep } from '../timeline/alert-step-store.ts';
import { clearSystemAlertRows } from './system-alert-store.ts';

/** Clears the open alerts of a check; returns how many. */
export async function clearSystemAlert(
  sql: Sql,
  tenant: string,
  checkName: string,
  at: Millis,
  changed: OnAlertsChanged,
): Promise<number> {
  const ended = await clearSystemAlertRows(sql, tenant, checkName, at);
  for (const guid of ended) await insertStep(sql, tenant, guid, { at, code: 'CLEARED', byName: 'Picket' });
  await changed(sql, changesIn(tenant, ended, 'CLEARED'));
  return ended.length;
}
