/** Raises an alert of Picket about itself: at most one is open per check name. */

import { SYSTEM_ALERT_KIND } from '@picket/domain/alert-kinds';
import type { Problem } from '@picket/domain/problems';
import { truncateText } from '@picket/domain/text';
import type { Millis } from '@picket/domain/time';
import { stateProblem } from '../../../locales/problem-in-english.ts';
import type { Sql } from '../../../platform/db/database.ts';
import { newGuid } from '../../../platform/keys/ids.ts';
import type { OnAlertsChanged } from '../alert-ports.ts';
import { recordExternalAlert } from '../external/record-external-alert.ts';
import { lockSystemAlert } from './system-alert-store.ts';

const MAX_MESSAGE_LENGTH = 1024;

export interface SystemAlert {
  readonly tenant: string;
  /** The check name: a scope and a name, as in `platform:disk`. */
  readonly checkName: string;
  readonly severity: number;
  readonly problem: Problem;
}

/** Raises an alert unless one for the same check is open; returns whether it did. */
export async function raiseSystemAlert(
  sql: Sql,
  alert: SystemAlert,
  at: Millis,
  changed: OnAlertsChanged,
): Promise<boolean> {
  if (!(await lockSystemAlert(sql, alert.tenant, alert.checkName))) return false;
  const guid = newGuid();
  const { tenant, severity, problem, checkName } = alert;
  const message = truncateText(stateProblem(problem).text, MAX_MESSAGE_LENGTH);
  await recordExternalAlert(
    sql,
    {
      guid,
      tenant,
      location: null,
      sentry: null,
      kind: SYSTEM_ALERT_KIND,
      severity,
      message,
      problem,
      at,
      subject: checkName,
    },
    [{ at, code: 'RAISED', byName: 'Picket' }],
    at,
    changed,
  );
  return true;
}
