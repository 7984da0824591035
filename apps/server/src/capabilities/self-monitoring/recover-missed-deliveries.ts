/** Compares alerts with deliveries, and creates those that should be there and are not. */
import { problemOf } from '@picket/domain/problems';
import type { Millis } from '@picket/domain/time';
import { partsOf } from '../../platform/db/placement.ts';
import type { Platform } from '../../platform/platform.ts';
import { type OnAlertsChanged, raiseSystemAlert } from '../alerts/index.ts';
import { findAdminTenant } from '../tenants/index.ts';
import { MAX_DELAY_MS } from './checks/check-delays.ts';
import { findMissedDeliveries } from './missed-delivery-store.ts';

const DAY_MS: Millis = 86_400_000;

/** Reports the changes again whose deliveries are missing, with a system alert; returns how many there were. */
export async function recoverMissedDeliveries(
  { db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>,
  changed: OnAlertsChanged,
): Promise<number> {
  const now = clock.now();
  const missed = await findMissedDeliveries(db.console, now - DAY_MS, now - 5 * MAX_DELAY_MS);
  if (missed.length === 0) return 0;
  log.error({ missed: missed.length }, 'deliveries were missing, creating them now');
  const problem = problemOf('DELIVERIES_MISSED', { deliveries: missed.length });
  for (const part of partsOf(db, missed)) await db.inTx(({ sql }) => changed(sql, part));
  await db.inTx(async ({ sql }) => {
    const tenant = await findAdminTenant(sql);
    if (tenant === null) return;
    await raiseSystemAlert(sql, { tenant, checkName: 'platform:deliveries', severity: 300, problem }, now, changed);
  });
  return missed.length;
}
