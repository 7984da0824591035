/** Stores the usage of organizations day by day, for the operator. */
import type { Millis } from '@picket/domain/time';
import type { Platform } from '../../platform/platform.ts';
import { DAY, dayOf } from './usage-day.ts';
import { countUsageAllTenants, hasUsage, insertUsage } from './usage-store.ts';

/** How long after its end a day is counted, for late readings. */
const LATE_READINGS_GRACE: Millis = 2 * 3_600_000;
/** How many missed days are counted after an interruption. */
const BACKFILL_DAYS = 7;

/** Counts and stores finished days; returns how many. */
export async function storeUsageDays({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  let kept = 0;
  for (let back = BACKFILL_DAYS; back >= 1; back--) {
    const day = dayOf(now - LATE_READINGS_GRACE - back * DAY);
    if (await hasUsage(db.console, day)) continue;
    await insertUsage(db.console, await countUsageAllTenants(db.console, day));
    kept += 1;
  }
  return kept;
}
