/** Alarms of the platform about itself: one open at a time for each matter, ended when it is over. */
import type { Millis } from '@picket/domain';
import { newGuid, type Sql } from '../../platform/index.ts';
import type { OnAlertsChanged } from './alert-ports.ts';
import { insertPlain, insertStep } from './alert-store.ts';
import { endOwnRows, lockMatter } from './own-alarm-store.ts';

export interface OwnAlarm {
  readonly tenant: string;
  /** Names the matter; it begins with what it is about, as in `platform:disk`. */
  readonly matter: string;
  readonly severity: number;
  readonly message: string;
}

/** Raises an alarm unless one about the same matter is open; answers whether it did. */
export async function raiseOwn(sql: Sql, alarm: OwnAlarm, at: Millis, changed: OnAlertsChanged): Promise<boolean> {
  if (!(await lockMatter(sql, alarm.tenant, alarm.matter))) return false;
  const guid = newGuid();
  const { tenant, severity, message, matter } = alarm;
  await insertPlain(
    sql,
    { guid, tenant, location: null, sentry: null, kind: 'GENERIC_ALERT', severity, message, at, subject: matter },
    at,
  );
  await insertStep(sql, guid, { at, code: 'RAISED', byName: 'Picket' });
  await changed(sql, [{ alert: guid, change: 'RAISED' }]);
  return true;
}

/** Ends what is open about a matter; answers how many alarms that were. */
export async function endOwn(
  sql: Sql,
  tenant: string,
  matter: string,
  at: Millis,
  changed: OnAlertsChanged,
): Promise<number> {
  const ended = await endOwnRows(sql, tenant, matter, at);
  for (const guid of ended) await insertStep(sql, guid, { at, code: 'CLEARED', byName: 'Picket' });
  await changed(
    sql,
    ended.map((alert) => ({ alert, change: 'CLEARED' as const })),
  );
  return ended.length;
}
