/** Alerts whose beginning and end somebody outside decides: a weather service. */
import type { Millis } from '@picket/domain';
import { newGuid, type Sql } from '../../platform/index.ts';
import type { OnAlertsChanged } from './alert-ports.ts';
import { insertPlain, insertStep } from './alert-store.ts';
import { closePlainRow, renamePlainRow } from './outside-alert-store.ts';

export interface OutsideAlert {
  readonly tenant: string;
  readonly location: string;
  readonly severity: number;
  readonly message: string;
  /** Who says so. */
  readonly by: string;
  /** What they say, at length. */
  readonly text: string;
}

/** Raises one; answers its guid. */
export async function raiseOutside(
  sql: Sql,
  alert: OutsideAlert,
  at: Millis,
  changed: OnAlertsChanged,
): Promise<string> {
  const guid = newGuid();
  const { tenant, location, severity, message, by, text } = alert;
  await insertPlain(sql, { guid, tenant, location, sentry: null, kind: 'WEATHER_ALERT', severity, message, at }, at);
  await insertStep(sql, guid, { at, code: 'RAISED', byName: by });
  if (text !== '') await insertStep(sql, guid, { at, code: 'WEATHER_REPORTED', byName: by, detail: { text } });
  await changed(sql, [{ alert: guid, change: 'RAISED' }]);
  return guid;
}

/** Writes down what is said of it now; nobody is told anew. */
export async function tellOfOutside(
  sql: Sql,
  guid: string,
  said: { readonly message: string; readonly by: string; readonly text: string },
  at: Millis,
  changed: OnAlertsChanged,
): Promise<void> {
  if (!(await renamePlainRow(sql, guid, said.message, at))) return;
  await insertStep(sql, guid, { at, code: 'WEATHER_REPORTED', byName: said.by, detail: { text: said.text } });
  await changed(sql, [{ alert: guid, change: 'UPDATED' }]);
}

/** Ends one that is open, as of `endedAt`; answers whether it was. */
export async function closeOutside(
  sql: Sql,
  guid: string,
  by: string,
  endedAt: Millis,
  at: Millis,
  changed: OnAlertsChanged,
): Promise<boolean> {
  if (!(await closePlainRow(sql, guid, endedAt, at))) return false;
  await insertStep(sql, guid, { at: endedAt, code: 'CLEARED', byName: by });
  await changed(sql, [{ alert: guid, change: 'CLEARED' }]);
  return true;
}
