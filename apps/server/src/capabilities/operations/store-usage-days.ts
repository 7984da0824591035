/** Stores the usage of organizations day by day, for the operator. */
import type { Millis } from '@picket/domain/time';
import type { Platform } from '../../platform/platform.ts';
import { deletionTime } from '../evaluation/index.ts';
import { packedBytes } from '../timeseries/index.ts';
import { DAY, dayOf } from './usage-day.ts';
import { countUsageAllTenants, hasUsage, insertUsage, type UsageRow } from './usage-store.ts';

/** How long after its end a day is counted, for late readings. */
const LATE_READINGS_GRACE: Millis = 2 * 3_600_000;
/** How many missed days are counted after an interruption. */
const BACKFILL_DAYS = 7;

/** Counts and stores finished days; returns how many. */
export async function storeUsageDays(platform: Pick<Platform, 'db' | 'clock'>): Promise<number> {
  const { db } = platform;
  // A day that a wrong clock made would be stored empty, and not be counted once it is over.
  const now = await deletionTime(platform);
  let kept = 0;
  for (let back = BACKFILL_DAYS; back >= 1; back--) {
    const day = dayOf(now - LATE_READINGS_GRACE - back * DAY);
    if (await hasUsage(db.console, day)) continue;
    // As a download: a minute instead of a screen's seconds.
    const counted = await countUsageAllTenants(db.exports, day);
    const rows: UsageRow[] = [];
    for (const row of counted) rows.push({ ...row, bytes: await packedBytes(db.console, row.tenant, now) });
    await insertUsage(db.console, rows);
    kept += 1;
  }
  return kept;
}
