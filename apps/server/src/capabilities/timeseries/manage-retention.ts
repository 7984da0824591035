/** How long readings are kept: what was chosen, what it costs, and doing it. Each time on its own partitions, dropped whole. */
import type { ParsedBody, RetentionOut } from '@picket/contracts';
import { formatInstant, type Millis, RETENTION_KINDS } from '@picket/domain';
import type { Database } from '../../platform/db/database.ts';
import type { UserActor } from '../../platform/http/actor.ts';
import type { Ctx } from '../../platform/http/context.ts';
import { audit } from '../audit/index.ts';
import type { OnConfigChanged } from '../sentries/index.ts';
import { dropExpiredPartitions, ensurePackedPartitions, type PackedTable } from './partition-store.ts';
import { lockReadings } from './reading-store.ts';
import {
  getRetention,
  misplacedDays,
  moveDays,
  saveRetention,
  storageSize,
  TABLE_OF,
  tenantsWithRetention,
} from './retention-store.ts';
import { DAY } from './roll-ups.ts';

const RECENT_WINDOW: Millis = 8 * DAY;

export async function getRetentionSettings(ctx: Ctx<UserActor>): Promise<RetentionOut> {
  const sql = ctx.db.console;
  const { tenant } = ctx.actor;
  const kept = await getRetention(sql, tenant);
  const items = RETENTION_KINDS.map(async (kind) => {
    const { bytes, bytesPerDay, since } = await storageSize(
      sql,
      TABLE_OF[kind],
      tenant,
      ctx.clock.now() - RECENT_WINDOW,
    );
    const size = { kind, keepDays: kept[kind], bytes, bytesPerDay };
    return { ...size, ...(since === null ? {} : { since: formatInstant(since.getTime()) }) };
  });
  return { items: await Promise.all(items) };
}

/** Chooses how long; what is older goes within the hour. Readings older than that are refused from now on. */
export async function changeRetention(
  ctx: Ctx<UserActor>,
  { keepDays }: ParsedBody<'PUT /retention'>,
  configChanged: OnConfigChanged,
): Promise<RetentionOut> {
  const { tenant } = ctx.actor;
  await ctx.db.inTx(async (tx) => {
    const before = await getRetention(tx.sql, tenant);
    await saveRetention(tx.sql, tenant, keepDays);
    // Server processes reload it with the next report; no sentry has to be evaluated.
    await configChanged(tx, { tenant, sentries: [] });
    await audit(ctx, tx, {
      action: 'RETENTION_CHANGED',
      target: { kind: 'tenant', guid: tenant, name: 'readings and summaries' },
      before: { ...before },
      after: { ...before, ...keepDays },
    });
  });
  return getRetentionSettings(ctx);
}

/** Moves packed days to the partitions of their retention, and drops expired partitions. */
export async function applyRetention(db: Database, now: Millis): Promise<void> {
  const partitions = new Set<string>();
  let isComplete = true;
  for (const tenant of await tenantsWithRetention(db.console)) {
    const kept = await getRetention(db.console, tenant);
    for (const kind of RETENTION_KINDS)
      if (!(await moveMisplacedDays(db, TABLE_OF[kind], tenant, kept[kind], now, partitions))) isComplete = false;
  }
  // A partition may still hold days with a longer retention now: it is dropped in a later run.
  if (isComplete) await dropExpiredPartitions(db, now);
}

/** false: some sentries were locked, and their days were not moved. */
async function moveMisplacedDays(
  db: Database,
  table: PackedTable,
  tenant: string,
  keepDays: number,
  now: Millis,
  partitions: Set<string>,
): Promise<boolean> {
  const oldest = keepDays === 0 ? Number.NEGATIVE_INFINITY : now - keepDays * DAY;
  for (;;) {
    const misplaced = await misplacedDays(db.console, table, tenant, keepDays);
    let moved = 0;
    for (const { sentry, months } of misplaced) {
      const wanted = months.map((day) => ({ table, keepDays, day }));
      await ensurePackedPartitions(db, wanted, partitions);
      await db.inIngestTx(async (sql) => {
        if (!(await lockReadings(sql, sentry))) return;
        await moveDays(sql, table, sentry, keepDays, oldest);
        moved += 1;
      });
    }
    if (moved === 0) return misplaced.length === 0;
  }
}
