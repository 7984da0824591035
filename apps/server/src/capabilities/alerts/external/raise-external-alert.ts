/** Raises an alert whose beginning and end an outside source decides, such as a weather service. */

import type { Millis } from '@picket/domain';
import type { Sql } from '../../../platform/db/database.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import type { OnAlertsChanged } from '../alert-ports.ts';
import { insertStep } from '../lifecycle/alert-step-store.ts';
import { insertExternalAlert } from './external-alert-store.ts';

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
