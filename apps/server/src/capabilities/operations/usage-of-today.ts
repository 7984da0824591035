/** Today's usage for the operator's page: all readings of the day are counted for it, which takes long where there are many. */
import { setTimeout } from 'node:timers/promises';
import { isRecent, type Millis } from '@picket/domain/time';
import type { Platform } from '../../platform/platform.ts';
import { dayOf } from './usage-day.ts';
import { countUsageAllTenants, type UsageRow } from './usage-store.ts';

/** Before it is counted once more. */
const SHOWN_FOR: Millis = 300_000;
/** The page does without it after that; the count goes on. */
const WAITED_FOR: Millis = 3000;

interface Counted {
  readonly day: string;
  readonly at: Millis;
  readonly rows: readonly UsageRow[];
}

/** Returns the last count of today; none where there is none in time. One count runs at a time. */
export type ReadUsageOfToday = () => Promise<readonly UsageRow[]>;

export function createTodayReader({ db, clock, log }: Pick<Platform, 'db' | 'clock' | 'log'>): ReadUsageOfToday {
  let counted: Counted | null = null;
  let running: Promise<void> | null = null;
  const rowsOf = (day: string): readonly UsageRow[] => (counted?.day === day ? counted.rows : []);
  const count = async (day: string, at: Millis): Promise<void> => {
    try {
      counted = { day, at, rows: await countUsageAllTenants(db.exports, day) };
    } catch (err) {
      log.warn({ err, day }, 'the usage of today was not counted');
      // Nor is it at once: it would take as long.
      counted = { day, at, rows: rowsOf(day) };
    } finally {
      running = null;
    }
  };
  return async () => {
    const now = clock.now();
    const day = dayOf(now);
    if (counted?.day !== day || !isRecent(counted.at, now, SHOWN_FOR)) {
      running ??= count(day, now);
      await Promise.race([running, setTimeout(WAITED_FOR, undefined, { ref: false })]);
    }
    return rowsOf(day);
  };
}
