/** Ends acknowledgements that have expired and snoozes that are over. */

import type { Millis } from '@picket/domain/time';
import type { Sql } from '../../../platform/db/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { changesOf, type OnAlertsChanged } from '../alert-ports.ts';
import { insertStep } from '../timeline/alert-step-store.ts';
import { endExpiredAllTenants } from './acknowledgement-store.ts';

const BATCH = 200;

/** Ends expired acknowledgements and snoozes, and has `remind` notify people again. Returns how many it ended. */
export async function endExpiredAcknowledgements(
  platform: Platform,
  changed: OnAlertsChanged,
  remind: (sql: Sql, alerts: readonly string[], now: Millis) => Promise<void>,
): Promise<number> {
  const count = await platform.db.inTx(async ({ sql }) => {
    const now = platform.clock.now();
    const expirations = await endExpiredAllTenants(sql, now, BATCH);
    for (const { guid, tenant, code, byName } of expirations)
      await insertStep(sql, tenant, guid, { at: now, code, ...(byName === null ? {} : { byName }) });
    const alerts = [...new Set(expirations.map(({ guid }) => guid))];
    await changed(sql, changesOf(alerts, 'UPDATED'));
    if (alerts.length > 0) await remind(sql, alerts, now);
    return expirations.length;
  });
  if (count > 0) platform.pubSub.notify();
  return count;
}
