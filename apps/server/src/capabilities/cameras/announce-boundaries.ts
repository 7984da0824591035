/** Notifies devices and viewers when cameras went on or off by their schedule. */
import type { Millis } from '@picket/domain/time';
import type { Platform } from '../../platform/platform.ts';
import { listPassedBoundariesAllTenants } from './off-period-store.ts';
import { signalConfig } from './signal-config.ts';

/** Returns the work of a job that looks at what has passed since its last run. */
export function createBoundaryAnnouncer({
  db,
  clock,
  pubSub,
}: Pick<Platform, 'db' | 'clock' | 'pubSub'>): () => Promise<void> {
  let checkedUntil: Millis = clock.now();
  return async () => {
    const now = clock.now();
    const passed = await listPassedBoundariesAllTenants(db.console, checkedUntil, now);
    for (const { tenant, location } of passed) await db.inTx(({ sql }) => signalConfig(sql, tenant, { location }, now));
    checkedUntil = now;
    if (passed.length > 0) pubSub.notify();
  };
}
