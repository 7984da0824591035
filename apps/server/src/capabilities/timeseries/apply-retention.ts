/** Deletes what is older than its retention: each retention has partitions of its own, which are dropped whole; pictures go as readings do. */
import { METRIC_KINDS, pictureColumnsOf } from '@picket/domain/metrics';
import { RETENTION_KINDS } from '@picket/domain/retention';
import type { Millis } from '@picket/domain/time';
import type { Database } from '../../platform/db/database.ts';
import { deleteFramesBefore } from './frame-store.ts';
import { dropExpiredPartitions, ensurePackedPartitions, type PackedTable } from './partition-store.ts';
import { lockReadings } from './reading-store.ts';
import { getRetention, misplacedDays, moveDays, TABLE_OF, tenantsWithRetention } from './retention-store.ts';
import { DAY } from './roll-ups.ts';

const PICTURE_METRICS = METRIC_KINDS.filter((metric) => pictureColumnsOf(metric).length > 0);
/** Pictures deleted by a statement. */
const MAX_PICTURES = 1000;

/** Moves packed days to the partitions of their retention, drops expired partitions, and deletes expired pictures. */
export async function applyRetention(db: Database, now: Millis): Promise<void> {
  const partitions = new Set<string>();
  let isComplete = true;
  for (const tenant of await tenantsWithRetention(db.console)) {
    const kept = await getRetention(db.console, tenant);
    for (const kind of RETENTION_KINDS)
      if (!(await moveMisplacedDays(db, tenant, TABLE_OF[kind], kept[kind], now, partitions))) isComplete = false;
    if (kept.READINGS > 0) await deleteExpiredPictures(db, tenant, new Date(now - kept.READINGS * DAY));
  }
  // A partition may still hold days with a longer retention now: it is dropped in a later run.
  if (isComplete) await dropExpiredPartitions(db, now);
}

async function deleteExpiredPictures(db: Database, tenant: string, before: Date): Promise<void> {
  while ((await deleteFramesBefore(db.console, tenant, PICTURE_METRICS, before, MAX_PICTURES)) === MAX_PICTURES);
}

/** false: some sentries were locked, and their days were not moved. */
async function moveMisplacedDays(
  db: Database,
  tenant: string,
  table: PackedTable,
  keepDays: number,
  now: Millis,
  partitions: Set<string>,
): Promise<boolean> {
  const oldest = keepDays === 0 ? Number.NEGATIVE_INFINITY : now - keepDays * DAY;
  for (;;) {
    const misplaced = await misplacedDays(db.console, tenant, table, keepDays);
    let moved = 0;
    for (const { sentry, months } of misplaced) {
      const wanted = months.map((day) => ({ table, keepDays, day }));
      await ensurePackedPartitions(db, wanted, partitions);
      await db.inIngestTx(async (sql) => {
        if (!(await lockReadings(sql, tenant, sentry))) return;
        await moveDays(sql, tenant, table, sentry, keepDays, oldest);
        moved += 1;
      });
    }
    if (moved === 0) return misplaced.length === 0;
  }
}
