/** How long readings are kept: what was chosen, what it costs, and doing it. Each time on its own partitions, dropped whole. */
import type { ParsedBody, RetentionOut } from '@picket/contracts';
import { formatInstant, type Millis, RETENTION_KINDS } from '@picket/domain';
import type { Ctx, Database, UserActor } from '../../platform/index.ts';
import { record } from '../audit/index.ts';
import type { OnWatchChanged } from '../sentries/index.ts';
import { dropExpiredPartitions, ensurePackedPartitions } from './partition-store.ts';
import { holdReadings } from './reading-store.ts';
import {
  keptDays,
  misplacedDays,
  moveDays,
  saveKeptDays,
  sizeOf,
  TABLE_OF,
  tenantsWithRetention,
} from './retention-store.ts';
import { DAY } from './roll-ups.ts';

const LATELY: Millis = 8 * DAY;

export async function retentionOf(ctx: Ctx<UserActor>): Promise<RetentionOut> {
  const sql = ctx.db.console;
  const { tenant } = ctx.actor;
  const kept = await keptDays(sql, tenant);
  const items = RETENTION_KINDS.map(async (kind) => {
    const { bytes, bytesPerDay, since } = await sizeOf(sql, TABLE_OF[kind], tenant, ctx.clock.now() - LATELY);
    const size = { kind, keepDays: kept[kind], bytes, bytesPerDay };
    return { ...size, ...(since === null ? {} : { since: formatInstant(since.getTime()) }) };
  });
  return { items: await Promise.all(items) };
}

/** Chooses how long; what is older goes within the hour. Readings older than that are refused from now on. */
export async function changeRetention(
  ctx: Ctx<UserActor>,
  { keepDays }: ParsedBody<'PUT /retention'>,
  watchChanged: OnWatchChanged,
): Promise<RetentionOut> {
  const { tenant } = ctx.actor;
  await ctx.db.inTx(async (tx) => {
    const before = await keptDays(tx.sql, tenant);
    await saveKeptDays(tx.sql, tenant, keepDays);
    // Every server process learns of it with the next report; no sentry has to be asked.
    await watchChanged(tx, { tenant, sentries: [] });
    await record(ctx, tx, {
      action: 'RETENTION_CHANGED',
      target: { kind: 'tenant', guid: tenant, name: 'readings and summaries' },
      before: { ...before },
      after: { ...before, ...keepDays },
    });
  });
  return retentionOf(ctx);
}

/** Brings packed days to where their organisation keeps them, and drops what is over. */
export async function followRetention(db: Database, now: Millis): Promise<void> {
  const partitions = new Set<string>();
  for (const tenant of await tenantsWithRetention(db.console)) {
    const kept = await keptDays(db.console, tenant);
    for (const kind of RETENTION_KINDS) {
      const [table, keepDays] = [TABLE_OF[kind], kept[kind]];
      const oldest = keepDays === 0 ? Number.NEGATIVE_INFINITY : now - keepDays * DAY;
      for (const { sentry, months } of await misplacedDays(db.console, table, tenant, keepDays)) {
        const wanted = months.map((day) => ({ table, keepDays, day }));
        await ensurePackedPartitions(db, wanted, partitions);
        await db.inIngestTx(async (sql) => {
          if (await holdReadings(sql, sentry)) await moveDays(sql, table, sentry, keepDays, oldest);
        });
      }
    }
  }
  await dropExpiredPartitions(db, now);
}
