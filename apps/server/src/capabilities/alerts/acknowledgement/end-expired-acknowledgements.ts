/** Ends acknowledgements that have expired and snoozes that are over. */

import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import { partsOf, tenantsOf } from '../../../platform/db/placement.ts';
import type { Platform } from '../../../platform/platform.ts';
import { changesOf, type OnAlertsChanged } from '../alert-ports.ts';
import { insertStep } from '../timeline/alert-step-store.ts';
import { endExpired, listExpiredAllTenants } from './acknowledgement-store.ts';

const BATCH = 200;

type Remind = (sql: Sql, tenants: readonly string[], alerts: readonly string[], now: Millis) => Promise<void>;

/** Ends expired acknowledgements and snoozes, and has `remind` notify people again. Returns how many it ended. */
export async function endExpiredAcknowledgements(
  platform: Platform,
  changed: OnAlertsChanged,
  remind: Remind,
): Promise<number> {
  const { db, clock, pubSub } = platform;
  let count = 0;
  for (const part of partsOf(db, await listExpiredAllTenants(db.console, clock.now(), BATCH)))
    count += await db.inTx(({ sql }) => endIn(sql, tenantsOf(part), clock.now(), changed, remind));
  if (count > 0) pubSub.notify();
  return count;
}

/** Of these organizations. */
async function endIn(
  sql: Sql,
  tenants: readonly string[],
  now: Millis,
  changed: OnAlertsChanged,
  remind: Remind,
): Promise<number> {
  const expirations = await endExpired(sql, tenants, now, BATCH);
  for (const { guid, tenant, code, byName } of expirations)
    await insertStep(sql, tenant, guid, { at: now, code, ...(byName === null ? {} : { byName }) });
  const alerts = [...new Map(expirations.map((expiration) => [expiration.guid, expiration])).values()];
  await changed(sql, changesOf(alerts, 'UPDATED'));
  if (alerts.length > 0)
    await remind(
      sql,
      tenants,
      alerts.map(({ guid }) => guid),
      now,
    );
  return expirations.length;
}
