/** Raises an alert whose beginning and end an outside source decides, such as a weather service. */

import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import type { OnAlertsChanged } from '../alert-ports.ts';
import type { AlertStep } from '../timeline/alert-step-store.ts';
import type { ExternalAlertRow } from './external-alert-store.ts';
import { recordExternalAlert } from './record-external-alert.ts';

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
  const steps: readonly AlertStep[] = [
    { at, code: 'RAISED', byName: source },
    ...(description === ''
      ? []
      : [{ at, code: 'WEATHER_REPORTED' as const, byName: source, detail: { text: description } }]),
  ];
  const row: ExternalAlertRow = { guid, tenant, location, sentry: null, kind: 'WEATHER_ALERT', severity, message, at };
  await recordExternalAlert(sql, row, steps, at, changed);
  return guid;
}
